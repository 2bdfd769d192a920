import { isSame, type PlanDifference } from '../../../plan/difference/plan-difference.ts';
import type { Stretch } from '../../../plan/difference/text-diff.ts';
import { escapeHtml, unbroken, withCode } from '../../html/escape.ts';
import { htmlPage, section } from '../../html/page.ts';
import { findingItem, findingList } from '../../html/summary.ts';
import { type Column, table } from '../../html/table.ts';
import { formatDate } from '../words.ts';
import { factNames, factValues } from './facts.ts';
import { type PeopleGroup, peopleGroups } from './people.ts';
import { settingValues } from './setting-change.ts';
import type { DifferenceOptions } from './text.ts';

/** One file that needs no network and no script. Texts are whole. */
export function differenceToHtml(difference: PlanDifference, options: DifferenceOptions): string {
  const { before, after } = difference;
  const { campaign, title, run, timezone } = options;
  return htmlPage({
    title: `${title}: changes`,
    style,
    body: `<header>
<h1><bdi>${escapeHtml(title)}</bdi>: changes</h1>
<p class="about"><code>${escapeHtml(campaign)}</code> ${unbroken(`run <code>${escapeHtml(run)}</code>`)} · compared with the plan of ${unbroken(formatDate(before.now, timezone))} · ${unbroken(`times are ${escapeHtml(timezone)}`)}</p>
</header>
<main>
${isSame(difference) ? '<p>No changes.</p>' : changes(difference, options)}
</main>
<footer>Plan <code>${after.hash}</code>, compared with plan <code>${before.hash}</code></footer>`,
  });
}

const style = `
del{background:#fbe3e0;color:#7a1d12}ins{background:#dff3e2;color:#14532d;text-decoration:none}
@media (prefers-color-scheme:dark){del{background:#4a1f1a;color:#ffc9c0}ins{background:#173a22;color:#b6f0c4}}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
@media print{del,ins{background:none;color:#000}ins{text-decoration:underline}}
`;

function changes({ inputs, facts, findings, settings, steps }: PlanDifference, options: DifferenceOptions): string {
  const { showNumbers, stepName } = options;
  const notes = [...inputs, ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${message}`)];
  const totals = facts.map((change) => ({
    cells: [factNames[change.fact], ...factValues(change, options).map(withCode)],
  }));
  const plain = settings.filter(({ words }) => words === undefined);
  const texts = settings.flatMap(({ key, words }) => (words === undefined ? [] : [{ key, words }]));
  const people = largestFirst(steps.map((step) => ({ step, groups: largestFirst(peopleGroups(step, options)) }))).map(
    ({ step, groups }) =>
      `<h3>${escapeHtml(stepName(step.step))}</h3>${list(groups.map(({ line }) => withCode(line)))}`,
  );
  return [
    findingList(findings.added.map(findingItem)),
    notes.length === 0 ? '' : list(notes.map(withCode)),
    section('people', 'People', people.length === 0 ? '<p>Nobody is added, dropped or moved.</p>' : people.join('\n')),
    totals.length === 0 ? '' : section('totals', 'Totals', table('Totals', columns('total'), totals)),
    plain.length === 0
      ? ''
      : section(
          'settings',
          'Settings',
          table(
            'Settings',
            columns('setting'),
            plain.map((change) => ({
              cells: [code(change.key), ...settingValues(change, showNumbers).map(escapeHtml)],
            })),
          ),
        ),
    texts.length === 0
      ? ''
      : section(
          'texts',
          'Texts',
          texts.map(({ key, words }) => `<h3>${code(key)}</h3>${changedText(words)}`).join('\n'),
        ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Of people, or of steps by all their people. */
function largestFirst<T extends PeopleGroup | { readonly groups: readonly PeopleGroup[] }>(
  all: readonly T[],
): readonly T[] {
  const size = (one: T): number =>
    'groups' in one ? one.groups.reduce((sum, { people }) => sum + people, 0) : one.people;
  return all.toSorted((one, other) => size(other) - size(one));
}

function columns(name: string): readonly Column[] {
  return [
    { name, kind: 'row' },
    { name: 'before', kind: 'words' },
    { name: 'after', kind: 'words' },
  ];
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

function changedText(words: readonly Stretch[]): string {
  const tags = { same: 'span', removed: 'del', added: 'ins' } as const;
  const parts = words.map(({ kind, text }) => {
    const lines = text.split('\n').map(escapeHtml).join('\n');
    return kind === 'same' ? lines : `<${tags[kind]}>${lines}</${tags[kind]}>`;
  });
  return `<p class="text" dir="auto">${parts.join('')}</p>`;
}
