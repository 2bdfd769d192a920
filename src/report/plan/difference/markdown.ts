import { isSame, type PlanDifference } from '../../../plan/difference/plan-difference.ts';
import { inertMarkdown, inlineCode } from '../inert-markdown.ts';
import { cutToComment } from '../markdown.ts';
import { formatDate } from '../words.ts';
import { factNames, factValues } from './facts.ts';
import { peopleLines } from './people.ts';
import { settingValues, shownWords } from './setting-change.ts';
import type { DifferenceOptions } from './text.ts';

/** A comment for a pull request, within its length limit. */
export function differenceToMarkdown(difference: PlanDifference, options: DifferenceOptions): string {
  const { before, after, inputs, facts, findings, settings, steps } = difference;
  const { campaign, title, run, timezone, stepName } = options;
  const compared = `${inlineCode(campaign)}, run ${inlineCode(run)}: plan \`${after.hash.slice(0, 12)}\` compared with plan \`${before.hash.slice(0, 12)}\` of ${formatDate(before.now, timezone)}`;
  const head = [`### ${inertMarkdown(title)}: changes`, '', compared, ''];
  if (isSame(difference)) return `${[...head, 'No changes.'].join('\n')}\n`;
  const warnings = findings.added.map(({ code, message }) => `> ${code} ${inertMarkdown(message)}  `);
  const general = [
    ...inputs.map(inertMarkdown),
    ...facts.map((change) => `${factNames[change.fact]}: ${bold(factValues(change, options))}`),
    ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${inertMarkdown(message)}`),
    ...settings.map((change) =>
      change.words === undefined
        ? `${inlineCode(change.key)}: ${bold(settingValues(change, options.showNumbers).map(inlineCode))}`
        : `${inlineCode(change.key)}: ${changedText(change.words)}`,
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
      ...(warnings.length === 0 ? [] : ['> [!WARNING]', ...warnings, '']),
      ...general.map((line) => `- ${line}`),
      ...(steps.length === 0 ? ['', 'Nobody is added, dropped or moved.'] : people),
    ].join('\n')}\n`,
  );
}

function bold([before, after]: readonly string[]): string {
  return `${before} → **${after}**`;
}

/** In code nothing becomes a link or a mention; blanks beside a change are left out. */
function changedText(words: Parameters<typeof shownWords>[0]): string {
  const shown = shownWords(words).filter(({ kind, text }) => kind !== 'same' || text.trim() !== '');
  const marks = { same: '', removed: '~~', added: '**' };
  return shown.map(({ kind, text }) => `${marks[kind]}${inlineCode(text.trim() || text)}${marks[kind]}`).join(' ');
}
