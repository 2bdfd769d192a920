import { zoneOfStep } from '../../campaign/audiences/judged-hours.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import { formatDayTime, heldWords } from '../../report/plan/words.ts';
import { recordedAs } from '../../run/summary.ts';
import { operations } from '../../service/operations/operations.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import { openingsWithin } from '../../time/window.ts';
import { type KnownPlan, type PlanStepJson, plannedStep, type SegmentJson } from './known-plan.ts';
import { type RunLook, titleOf } from './run-look.ts';
import { stepCounts } from './run-sums.ts';
import type { Burst, NextStart, StepLane, Stretch } from './views.ts';

/** What starts within it, and waits for its turn only, starts at once as people see it. */
const inTurnMs = minuteMs;

/** The steps of a campaign: what was done, what is planned, and why it waits. Without the hours, which need the axis. */
export function stepLanes(
  campaign: Campaign,
  look: RunLook,
  known: KnownPlan | undefined,
  now: number,
): readonly StepLane[] {
  const made = known?.plan === undefined ? now : Date.parse(known.plan.now);
  const waited = look.isUnderWay ? undefined : { since: made, forMs: Math.max(0, now - made) };
  return campaign.steps.map((step): StepLane => {
    const planned = plannedStep(known, step.id);
    const recorded = recordedAs(step, look.counts);
    return {
      id: step.id,
      title: step.title ?? step.id,
      does: operations[step.uses].words,
      needs: step.needs.map((id) => titleOf(look, id)),
      counts: stepCounts(recorded, step.id, look, known),
      done: look.bursts.get(recorded) ?? [],
      planned: plannedAfter(planned, now, waited),
      open: [],
      note: noteOf(planned),
    };
  });
}

/** Where the file cannot be understood: what is recorded of each step, under the name that it is recorded by. */
export function recordedLanes(look: RunLook): readonly StepLane[] {
  return [...look.counts.keys()].map(
    (id): StepLane => ({
      id,
      title: id,
      does: '',
      needs: [],
      counts: stepCounts(id, id, look, undefined),
      done: look.bursts.get(id) ?? [],
      planned: [],
      open: [],
      note: undefined,
    }),
  );
}

/**
 * A plan that is some seconds old has jobs that were sent since. Where nobody carries the run out, nothing was: what would have begun
 * at once still would, now.
 */
function plannedAfter(
  planned: PlanStepJson | undefined,
  now: number,
  waited: { readonly since: number; readonly forMs: number } | undefined,
): readonly Burst[] {
  return (planned?.segments ?? [])
    .map(({ from, to, jobs }) => {
      const [begins, ends] = [Date.parse(from), Date.parse(to)];
      const later = waited !== undefined && begins - waited.since < inTurnMs ? waited.forMs : 0;
      return { from: Math.max(now, begins + later), to: ends + later, jobs };
    })
    .filter(({ from, to }) => from <= to);
}

function noteOf(planned: PlanStepJson | undefined): string | undefined {
  if (planned?.reason !== undefined) return planned.reason;
  return planned?.state === 'conditional' ? 'Only as needed' : undefined;
}

/**
 * When a step may start jobs in this stretch, by the one clock of its people. Empty where it always may, and where recipients have clocks
 * of their own, or may have: only a plan knows whose numbers are of another zone.
 */
export function openHours(
  step: Step,
  campaign: Campaign,
  plan: Pick<PlanJson, 'hours'> | undefined,
  stretch: Stretch,
): readonly Stretch[] {
  if (step.window === 'always') return [];
  const zone = zoneOfStep(step, campaign, plan && (plan.hours ?? []));
  if (zone === undefined) return [];
  return openingsWithin(step.window, zone, stretch).map(({ opens, closes }) => ({ from: opens, to: closes }));
}

const [groupsShown, zonesShown] = [6, 4];

interface Wait {
  readonly title: string;
  readonly awaitsPerson: boolean;
  /** Of those who wait; empty for those who wait for no time. */
  readonly zones: Set<string>;
  readonly why: Set<string>;
  at: number;
  jobs: number;
}

/** What keeps a step from sending to those who are due. */
interface Holds {
  /** Nobody carries the run out. */
  readonly run: boolean;
  /** A person must let its next jobs begin, which start at this time. */
  person(step: string, at: number): boolean;
  /** Of its jobs, so many are of waves that a person must let begin. */
  unpromoted(step: string): number;
}

/**
 * Who waits for what, and until when, the next first. Those of a step who wait for the same minute are together. Who is due is being
 * sent to, except where the run or a person holds the step.
 */
export function nextStarts(
  campaign: Campaign,
  known: KnownPlan | undefined,
  now: number,
  holds: Holds = { run: false, person: () => false, unpromoted: () => 0 },
): { readonly next: readonly NextStart[]; readonly laterGroups: number } {
  const waits = new Map<string, Wait>();
  /** The plan lets each wave begin when its time comes. Which of a later step's people are in it, it does not say. */
  const isBehindWave = (id: string, at: number): boolean =>
    campaign.steps
      .find((step) => step.id === id)
      ?.needs.some((need) => holds.person(need, at) || isBehindWave(need, at)) === true;
  for (const planned of known?.plan?.steps ?? []) {
    const { id, segments } = planned;
    // By zone: those of one may be due while others, in the same stretch of the step, still wait.
    const zones = planned.zones ?? [{ zone: campaign.timezone, segments }];
    const title = titleOf({ campaign }, id);
    const isDue = (one: SegmentJson): boolean => Date.parse(one.from) <= now || isInTurn(one, now);
    const due = zones.flatMap((lane) => lane.segments.filter(isDue));
    const awaitsPerson = holds.person(id, Math.max(now, Math.min(...due.map(({ from }) => Date.parse(from)))));
    const newWait = (awaitsPerson: boolean, at: number, jobs: number): Wait => {
      return { title, awaitsPerson, zones: new Set(), why: new Set(), at, jobs };
    };
    const hold = (jobs: number, byPerson: boolean): void => {
      if (jobs > 0 && (holds.run || byPerson)) waits.set(`${id} ${byPerson}`, newWait(byPerson, now, jobs));
    };
    const all = jobsOf(zones.flatMap((lane) => lane.segments));
    const atOnce = awaitsPerson ? 0 : Math.min(jobsOf(due), Math.max(0, all - holds.unpromoted(id)));
    hold(atOnce, false);
    if (holds.run || awaitsPerson) hold(jobsOf(due) - atOnce, true);
    for (const { zone, segments: own } of zones) {
      for (const segment of own.filter((one) => !isDue(one))) {
        const at = Date.parse(segment.from);
        const byPerson = holds.person(id, at) || (segment.deferredBy === 'wave' && holds.unpromoted(id) > 0);
        const together = `${id} ${byPerson} ${Math.floor(at / minuteMs)}`;
        const wait = waits.get(together) ?? newWait(byPerson, at, 0);
        waits.set(together, wait);
        wait.at = Math.min(wait.at, at);
        wait.jobs += segment.jobs;
        wait.zones.add(zone);
        // After hours, the first of them wait for the rate, too, for a moment.
        for (const words of heldBy(segment)) wait.why.add(words);
        if (isBehindWave(id, at)) wait.why.add('for some the promotion');
      }
    }
  }
  const sorted = [...waits.values()]
    .sort((one, other) => one.at - other.at)
    .map((wait) => shownWait(wait, campaign.timezone));
  const more = sorted.length - groupsShown;
  const next = sorted.slice(0, more === 1 ? groupsShown + 1 : groupsShown);
  return { next, laterGroups: sorted.length - next.length };
}

function jobsOf(segments: readonly SegmentJson[]): number {
  return segments.reduce((sum, { jobs }) => sum + jobs, 0);
}

/** Whose turn comes seconds after that of others waits for nothing that one could name. */
function isInTurn({ from, deferredBy }: SegmentJson, now: number): boolean {
  return deferredBy === undefined || (deferredBy === 'rate' && Date.parse(from) - now < inTurnMs);
}

function shownWait({ title, at, awaitsPerson, zones, why, jobs }: Wait, own: string): NextStart {
  const of = { step: title, jobs, awaitsPerson };
  if (zones.size === 0) return { ...of, at: undefined, local: undefined, why: '' };
  // The page says its own zone.
  const local = [...zones].every((zone) => zone === own) ? undefined : localText(at, [...zones]);
  return { ...of, at, local, why: [...why].join(', ') };
}

/** What all their clocks show then, where that is one time. */
function localText(at: number, zones: readonly string[]): string {
  const [when, ...others] = new Set(zones.map((zone) => formatDayTime(at, zone)));
  const more = zones.length - zonesShown;
  const shown = more > 1 ? [...zones.slice(0, zonesShown), `${more} more zones`] : zones;
  return `${others.length === 0 ? `${when} ` : ''}in ${new Intl.ListFormat('en-GB').format(shown)}`;
}

function heldBy({ deferredBy }: SegmentJson): readonly string[] {
  if (deferredBy === 'rate') return [];
  return Object.entries(heldWords).flatMap(([word, words]) => (word === deferredBy ? [words] : []));
}
