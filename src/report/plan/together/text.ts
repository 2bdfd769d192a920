import pc from 'picocolors';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { visibleLine } from '../../../diagnostic/visible-text.ts';
import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import { shownFinding } from '../../diagnostics/shown-finding.ts';
import { assumed } from '../answer-time.ts';
import { planTable } from '../text.ts';
import { formatCount, formatDate } from '../words.ts';
import {
  allSteps,
  formatAccount,
  formatDay,
  formatOrder,
  formatPersonHeld,
  formatReached,
  formatRoomMade,
  formatTotals,
  nothingTogether,
} from './sentences.ts';

export interface TogetherOptions {
  readonly width: number;
  readonly colour: boolean;
  readonly showNumbers: boolean;
  /** What contradicts between the campaigns. */
  readonly conflicts: readonly Diagnostic[];
}

/** Of each step that gives way; the page has more. */
const peopleShown = 3;

/** One calendar of several campaigns, and who gives way to whom. */
export function togetherToText(plan: PlanTogether, options: TogetherOptions): string {
  const paint = pc.createColors(options.colour);
  const { now, timezone, campaigns, totals } = plan;
  const order = formatOrder(plan);
  const lines = [
    `${paint.bold(`${campaigns.length} campaigns`)}  ${paint.dim(campaigns.map(({ plan: one }) => `${one.campaign}, run ${one.run}`).join('; '))}`,
    paint.dim(
      `Now ${formatDate(now, timezone)}. Times are ${timezone}; clock changes by tzdata ${campaigns[0]!.plan.inputs.tzdata}.`,
    ),
    '',
    ...planTable(allSteps(plan), options.width, paint),
    ...calendar(plan),
    ...roomMade(plan, options, paint),
    '',
    ...formatTotals(plan),
    ...(totals.toSend === 0 ? [nothingTogether(plan)] : [paint.dim(assumed)]),
    ...(order === undefined ? [] : [paint.dim(order)]),
    ...plan.accounts.map(formatAccount),
    ...findingsTogether(plan, options.conflicts).map(({ code, message, hint }) =>
      paint.yellow(`! ${code} ${message}${hint === undefined ? '' : `\n  ${hint}`}`),
    ),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Those of each campaign, and those between them. */
export function findingsTogether({ campaigns }: PlanTogether, conflicts: readonly Diagnostic[]): readonly Diagnostic[] {
  const own = campaigns.flatMap(({ plan }) =>
    plan.diagnostics.map((one) => ({ ...one, message: `${plan.campaign}: ${one.message}` })),
  );
  return [...own, ...conflicts].map(shownFinding);
}

/** A line for each day, a column for each campaign. */
function calendar({ days, campaigns }: PlanTogether): readonly string[] {
  if (days.length === 0) return [];
  const names = campaigns.map(({ plan }) => plan.campaign);
  const widths = names.map((name) =>
    Math.max(name.length, ...days.map(({ jobs }) => formatCount(jobs[name] ?? 0).length)),
  );
  const dayWidth = Math.max(...days.map((day) => formatDay(day).length));
  const row = (day: string, cells: readonly string[], reached: string): string =>
    `  ${day.padEnd(dayWidth)}  ${cells.map((cell, index) => cell.padStart(widths[index]!)).join('  ')}  ${reached}`;
  return [
    '',
    row('', names, 'reached'),
    ...days.map((day) =>
      row(
        formatDay(day),
        names.map((name) => (day.jobs[name] === undefined ? '' : formatCount(day.jobs[name]))),
        formatReached(day),
      ),
    ),
  ];
}

function roomMade(
  { roomMade: entries, timezone }: PlanTogether,
  { showNumbers }: TogetherOptions,
  paint: ReturnType<typeof pc.createColors>,
): readonly string[] {
  return entries.flatMap((entry) => {
    const shown = entry.people.slice(0, peopleShown);
    const more = entry.later + entry.skipped - shown.length;
    return [
      '',
      visibleLine(formatRoomMade(entry, timezone)),
      ...shown.map((person) => paint.dim(`    ${formatPersonHeld(person, timezone, showNumbers)}`)),
      ...(more === 0 ? [] : [paint.dim(`    and ${formatCount(more)} more`)]),
    ];
  });
}
