import { parseAddress } from '../../../job/address.ts';
import type { StepDifference } from '../../../plan/difference/compare-people.ts';
import { type ChangedSetting, isSame, type PlanDifference } from '../../../plan/difference/plan-difference.ts';
import type { PlanFact } from '../../../plan/difference/plan-facts.ts';
import { lineDiff, type Stretch } from '../../../plan/difference/text-diff.ts';
import { shownReason } from '../../mask.ts';
import { inertMarkdown, inlineCode } from '../inert-markdown.ts';
import { cutToComment } from '../markdown.ts';
import { formatCount, formatDate } from '../words.ts';
import { factNames, factValues } from './facts.ts';
import { peopleLines } from './people.ts';
import { settingValues } from './setting-change.ts';
import type { DifferenceOptions } from './text.ts';

/** A comment for a pull request, within its length limit. */
export function differenceToMarkdown(difference: PlanDifference, options: DifferenceOptions): string {
  const { before, after, inputs, facts, findings, settings, steps } = difference;
  const { campaign, title, run, timezone, stepName } = options;
  const compared = `${inlineCode(campaign)}, run ${inlineCode(run)}: plan \`${after.hash.slice(0, 12)}\` compared with plan \`${before.hash.slice(0, 12)}\` of ${formatDate(before.now, timezone)}`;
  const top = isSame(difference) ? 'No changes.' : sentence(difference, options);
  const head = [`### ${inertMarkdown(title)}: changes`, '', top, '', compared];
  if (isSame(difference)) return `${head.join('\n')}\n`;
  const texts = settings.filter(({ words }) => words !== undefined);
  const warnings = findings.added.map(({ code, message }) => `> ${code} ${inertMarkdown(message)}  `);
  const general = [
    ...inputs.map(inertMarkdown),
    ...facts.map((change) => `${factNames[change.fact]}: ${bold(factValues(change, options))}`),
    ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${inertMarkdown(message)}`),
    ...settings
      .filter((change) => !texts.includes(change))
      .map(
        (change) => `${inlineCode(change.key)}: ${bold(settingValues(change, options.showNumbers).map(inlineCode))}`,
      ),
  ];
  const people = steps.flatMap((step) => [
    '',
    `**${inertMarkdown(stepName(step.step))}**`,
    ...peopleLines(step, options).map((line) => `- ${inlineCode(line.slice(0, 1))} ${inertMarkdown(line.slice(2))}`),
  ]);
  return cutToComment(
    `${[
      ...head,
      ...(warnings.length === 0 ? [] : ['', '> [!WARNING]', ...warnings]),
      ...texts.flatMap((change) => changedText(change, options.showNumbers)),
      ...people,
      ...(general.length === 0 ? [] : ['', ...general.map((line) => `- ${line}`)]),
    ].join('\n')}\n`,
  );
}

function bold([before, after]: readonly string[]): string {
  return `${before} → **${after}**`;
}

/** `4 people get another text; 1 person fewer; cost 0.0375 EUR → 0.03 EUR`: what a reviewer wants to know first. */
function sentence({ steps, facts }: PlanDifference, options: DifferenceOptions): string {
  const people = (of: (step: StepDifference) => readonly string[]): number =>
    new Set(steps.flatMap(of).map((address) => parseAddress(address)?.key ?? address)).size;
  const who = (count: number, one: string, many: string): readonly string[] =>
    count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  const known = (fact: PlanFact, words: string): readonly string[] => {
    const change = facts.find((one) => one.fact === fact);
    return change === undefined ? [] : [`${words} ${factValues(change, options).join(' → ')}`];
  };
  const parts = [
    ...who(
      people(({ changed }) => changed),
      'person gets another text',
      'people get another text',
    ),
    ...who(
      people(({ added }) => added),
      'person more',
      'people more',
    ),
    ...who(
      people(({ dropped }) => dropped.map(({ address }) => address)),
      'person fewer',
      'people fewer',
    ),
    ...who(
      people(({ moved }) => moved.map(({ address }) => address)),
      'person moves',
      'people move',
    ),
    ...known('ends', 'last start'),
    ...known('cost', 'cost'),
  ];
  return parts.length === 0 ? 'Nobody is added, dropped or moved.' : `**${parts.join('; ')}**`;
}

const signs: Readonly<Record<Stretch['kind'], string>> = { same: ' ', removed: '-', added: '+' };

/** Old and new lines as they are written: nothing in a block becomes a link or a mention. */
function changedText({ key, before, after }: ChangedSetting, showNumbers: boolean): readonly string[] {
  const lines = lineDiff(String(before), String(after)).flatMap(({ kind, text }) => {
    const changed = text.replace(/\r?\n$/, '').split(/\r\n|[\n\r]/);
    return changed.map((line) => `${signs[kind]} ${shownReason(line, showNumbers)}`);
  });
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return ['', `${inlineCode(key)}:`, '', `${fence}diff`, ...lines, fence];
}
