import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { PlannedHoliday, PlannedStep, PlannedWave } from '../../plan/plan.ts';
import { dropMeaning } from '../../schedule/reasons.ts';
import type { HeldBy } from '../../schedule/trace.ts';
import { countryName } from '../../time/clock.ts';
import { shownReason } from '../mask.ts';
import { formatProblem } from '../reason-text.ts';
import { formatClock, formatCount, formatDayTime, heldWords } from './words.ts';

/** What the line of a step does not show, one sentence each. */
export function remarks(step: PlannedStep, timezone: string): readonly string[] {
  const { jobs, zones, holidays, waves, callingHours } = step;
  return [
    ...(jobs.done > 0 && step.zones !== undefined
      ? [
          `${formatCount(jobs.done)} done before${jobs.rejected === undefined ? '' : `, ${formatCount(jobs.rejected)} of them rejected`}`,
        ]
      : []),
    ...(jobs.inFlight === undefined ? [] : [`${formatCount(jobs.inFlight)} in flight, counted as done`]),
    ...(jobs.inDoubt > 0
      ? [`${formatCount(jobs.inDoubt)} in doubt: a person must decide (\`callsheet reconcile\`)`]
      : []),
    ...(zones === undefined || zones.length < 2 ? [] : [formatZones(zones, timezone)]),
    ...(zones === undefined ? [] : formatDeferred(step)),
    ...(holidays === undefined ? [] : [`closed on holidays: ${holidays.map(formatHoliday).join(', ')}`]),
    ...(waves === undefined ? [] : [`waves: ${waves.map((wave) => formatWave(wave, timezone)).join('; ')}`]),
    ...(callingHours === undefined ? [] : [`the service calls ${formatHours(callingHours)}`]),
    ...(step.state === 'conditional' ? [] : jobs.skipped).map(
      ({ reason, jobs: count }) => `${formatCount(count)} skipped: ${shownReason(dropMeaning(reason), false)}`,
    ),
    ...(jobs.later === undefined ? [] : [`${formatCount(jobs.later)} not in this run yet`]),
    ...(step.state === 'blocked' && step.problem !== undefined
      ? [`${formatCount(jobs.pending)} kept for later: ${formatProblem(step.problem)}`]
      : []),
  ];
}

function formatHoliday({ date, name, country }: PlannedHoliday): string {
  return `${date} ${visibleLine(name)}${country === undefined ? '' : ` (${countryName(country)})`}`;
}

function formatWave({ people, from, promote }: PlannedWave, timezone: string): string {
  const when = `${formatCount(people)} from ${formatDayTime(from, timezone)}`;
  return promote === undefined ? when : `${when} at the earliest, after \`callsheet promote\``;
}

function formatZones(zones: NonNullable<PlannedStep['zones']>, timezone: string): string {
  const shown = zones.slice(0, 3).map(({ zone, jobs, segments }) => {
    const first = segments[0];
    const opens = first?.deferredBy === 'window';
    return `${zone} ${formatCount(jobs)}${opens ? ` from ${formatDayTime(first.from, timezone)} (${formatClock(first.from, zone)} there)` : ''}`;
  });
  const more = zones.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more ${more === 1 ? 'zone' : 'zones'}` : ''}`;
}

/** What holds at least one job in a hundred; a single waiting job is not worth a line. */
function formatDeferred({ jobs }: PlannedStep): readonly string[] {
  const parts = (Object.entries(jobs.deferred) as [HeldBy, number][])
    .filter(([, count]) => count * 100 >= jobs.toSend)
    .sort(([, a], [, b]) => b - a)
    .map(([heldBy, count]) => `${formatCount(count)} for ${heldWords[heldBy]}`);
  return parts.length === 0 ? [] : [`waiting: ${parts.join(', ')}`];
}

function formatHours(hours: NonNullable<PlannedStep['callingHours']>): string {
  return hours.map(({ from, to }) => `${from}–${to}`).join(', ') || 'at no hour';
}
