import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatMoney } from '../../plan/budget.ts';
import { auditToText } from '../audit/text.ts';
import { formatLeftOut } from '../left-out-text.ts';
import { formatCount, formatDayTime } from '../plan/words.ts';
import { summaryTable } from '../run/summary-text.ts';
import { waveLines } from '../run/wave-text.ts';
import { shortStepName, stepNames } from '../step-name.ts';
import { crashWords, killWords, ledgerWords, type RehearsalReport, tallies } from './parts.ts';

export function rehearsalToText(report: RehearsalReport): string {
  const { campaign, scenario, seed, from, to, requests, summary, steps } = report;
  const { timezone } = campaign;
  return `${[
    `${visibleLine(campaign.title)}: rehearsal, scenario ${scenario}, seed ${seed}`,
    `${formatDayTime(from, timezone, true)} to ${formatDayTime(to, timezone, true)} (${timezone}), in virtual time; ${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'} to the sandbox, none to the real service.`,
    '',
    summaryTable(steps, summary),
    '',
    ...whoGetsWhat(report),
    ...waveWords(report),
    ...tallyWords(report),
    ...unreadableRows(report),
    `Cost: ${formatMoney(report.cost, campaign.currency)} at the sandbox’s prices.`,
    crashWords(report),
    '',
    ...ledgerWords(report),
    ...killWords(report),
    '',
    auditToText(report.audit).trimEnd(),
    '',
    report.endedWords,
  ].join('\n')}\n`;
}

function waveWords({ waves, campaign }: RehearsalReport): readonly string[] {
  const lines = waveLines(waves, campaign.timezone, stepNames(campaign.steps));
  return lines.length === 0 ? [] : [...lines, ''];
}

function whoGetsWhat({ campaign, comparison }: RehearsalReport): string[] {
  const { timezone } = campaign;
  const width = Math.max('step'.length, ...campaign.steps.map((step) => shortStepName(step).length));
  const rows = campaign.steps.flatMap((step) => {
    const reached = comparison.reached.get(step.id);
    if (reached === undefined) return [];
    const { jobs, first, last } = reached;
    return [
      `  ${shortStepName(step).padEnd(width)}${formatCount(jobs).padStart(9)}  ${formatDayTime(first, timezone, true)}  ${formatDayTime(last, timezone, true)}`,
    ];
  });
  if (rows.length === 0) return ['Nobody was contacted.', ''];
  const wide = formatDayTime(0, timezone, true).length + 1;
  return [
    'In the sandbox’s ledger:',
    `  ${'step'.padEnd(width)}${'reached'.padStart(9)}  ${'first'.padEnd(wide)}  last`,
    ...rows,
    '',
  ];
}

function tallyWords(report: RehearsalReport): string[] {
  return tallies(report).flatMap(({ title, lines, none = '' }) =>
    lines.length === 0
      ? [none, '']
      : [`${title}:`, ...lines.map(({ what, times }) => `  ${formatCount(times).padStart(7)} × ${what}`), ''],
  );
}

function unreadableRows({ leftOut }: RehearsalReport): string[] {
  return leftOut.length === 0 ? [] : [...formatLeftOut(leftOut).map((line) => `${line}.`), ''];
}
