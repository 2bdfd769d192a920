import type { Campaign, Step } from '../../campaign/campaign.ts';
import { formatCount, formatDayTime, heldWords } from '../../report/plan/words.ts';
import { recordedAs } from '../../run/summary.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs } from '../../time/wall-clock.ts';
import { openingsOn } from '../../time/window.ts';
import type { KnownPlan, PlanStepJson, SegmentJson } from './known-plan.ts';
import { operationWords } from './operation-words.ts';
import type { RunLook } from './run-look.ts';
import { stepCounts } from './run-sums.ts';
import type { Stretch } from './time-axis.ts';
import type { Burst, StepLane } from './views.ts';

/** The steps of a campaign: what was done, what is planned, and why it waits. Without the hours, which need the axis. */
export function stepLanes(
  campaign: Campaign,
  look: RunLook,
  known: KnownPlan | undefined,
  now: number,
): readonly StepLane[] {
  const titleOf = (id: string): string => campaign.steps.find((step) => step.id === id)?.title ?? id;
  return campaign.steps.map((step): StepLane => {
    const planned = known?.plan?.steps.find(({ id }) => id === step.id);
    const recorded = recordedAs(step, look.counts);
    return {
      id: step.id,
      title: step.title ?? step.id,
      does: operationWords[step.uses],
      needs: step.needs.map(titleOf),
      counts: stepCounts(recorded, step.id, look.counts, known),
      done: look.bursts.get(recorded) ?? [],
      planned: plannedAfter(planned, now),
      open: [],
      note: noteOf(planned),
    };
  });
}

/** A plan that is some seconds old has jobs that were sent since. */
function plannedAfter(planned: PlanStepJson | undefined, now: number): readonly Burst[] {
  return (planned?.segments ?? [])
    .map(({ from, to, jobs }) => ({ from: Math.max(now, Date.parse(from)), to: Date.parse(to), jobs }))
    .filter(({ from, to }) => from <= to);
}

function noteOf(planned: PlanStepJson | undefined): string | undefined {
  if (planned?.reason !== undefined) return planned.reason;
  return planned?.state === 'conditional' ? 'Only as needed.' : undefined;
}

/** When a step may start jobs, in the campaign's zone, on the days of this stretch. Empty where it always may. */
export function openHours({ window }: Step, zone: string, { from, to }: Stretch): readonly Stretch[] {
  if (window === 'always') return [];
  const open: Stretch[] = [];
  // From yesterday: a window over midnight belongs to the day on which it opens.
  for (let day = Math.floor(wallAt(from, zone) / dayMs) - 1; day <= Math.floor(wallAt(to, zone) / dayMs); day++)
    for (const { opens, closes } of openingsOn(window, day, zone)) open.push({ from: opens, to: closes });
  return open.filter((one) => one.to > from && one.from < to);
}

const waitsShown = 6;

/** Who waits for what, and until when, the next first: "212 wait for 09:00 in America/Bogota (the window)". */
export function waitingLines(campaign: Campaign, known: KnownPlan | undefined, now: number): readonly string[] {
  const waits: { readonly at: number; readonly words: string }[] = [];
  for (const { id, zones, segments } of known?.plan?.steps ?? []) {
    const title = campaign.steps.find((step) => step.id === id)?.title ?? id;
    const lanes = zones ?? [{ zone: campaign.timezone, segments }];
    for (const lane of lanes) {
      const next = lane.segments.find(({ from }) => Date.parse(from) > now);
      // Whose turn comes seconds after that of others waits for nothing that one could name.
      if (next === undefined || next.deferredBy === undefined || next.deferredBy === 'rate') continue;
      const at = Date.parse(next.from);
      const jobs = lane.segments.reduce((sum, segment) => sum + (Date.parse(segment.from) > now ? segment.jobs : 0), 0);
      const verb = jobs === 1 ? 'waits' : 'wait';
      const where = zones === undefined ? '' : ` in ${lane.zone}`;
      const when = formatDayTime(at, lane.zone);
      waits.push({ at, words: `${title}: ${formatCount(jobs)} ${verb} for ${when}${where}${heldBy(next)}.` });
    }
  }
  const sorted = waits.sort((one, other) => one.at - other.at);
  const more = sorted.length - waitsShown;
  const shown = sorted.slice(0, more === 1 ? waitsShown + 1 : waitsShown).map(({ words }) => words);
  return more > 1 ? [...shown, `And ${more} more groups later.`] : shown;
}

function heldBy({ deferredBy }: SegmentJson): string {
  const words = Object.entries(heldWords).find(([word]) => word === deferredBy)?.[1];
  return words === undefined ? '' : ` (${words})`;
}
