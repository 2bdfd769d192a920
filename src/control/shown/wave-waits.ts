import type { Campaign, Waves } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { formatPeople, formatWait } from '../../report/plan/words.ts';
import { type KnownPlan, type PlanStepJson, plannedStep } from './known-plan.ts';
import { type RunLook, titleOf } from './run-look.ts';

/** `Invitation: wave 2, 47 people`: what a person may let begin now, as the plan has it: its time may have come since. */
export function waveWaits(
  look: Pick<RunLook, 'campaign' | 'bursts' | 'counts'>,
  known: KnownPlan | undefined,
  now: number,
): readonly WaveWait[] {
  return (known?.plan?.steps ?? []).flatMap(({ id }) => {
    const next = waitsNow(id, look, known, now);
    if (next === undefined) return [];
    const words = `${titleOf(look, id)}: wave ${next.wave}, ${formatPeople(next.people)}`;
    return [{ step: id, wave: next.wave, words }];
  });
}

interface WaveWait {
  readonly step: string;
  readonly wave: number;
  readonly words: string;
}

/**
 * `Invitation: 5 people first, then 30 once a person has promoted them`: of steps of which no wave has begun, or one that was left with
 * work to do.
 */
export function firstWaves(
  known: KnownPlan | undefined,
  look: Pick<RunLook, 'campaign' | 'isUnderWay'>,
): readonly string[] {
  return (known?.plan?.steps ?? []).flatMap((planned) => {
    const { id, waves: toBegin = [] } = planned;
    const waves = look.campaign?.steps.find((one) => one.id === id)?.forEach?.waves;
    const isNew = toBegin[0]?.wave === 1;
    const left = look.isUnderWay ? 0 : leftOfBegun(planned);
    const [first, later] = isNew ? [toBegin[0]?.people ?? 0, toBegin.slice(1)] : [left, toBegin];
    if (first <= 0 || later.length === 0 || waves === undefined) return [];
    const then = later.map((wave) => `then ${formatCount(wave.people)} ${onceText(wave.promote, waves)}`);
    return [`${titleOf(look, id)}: ${formatPeople(first)} first, ${then.join(', ')}.`];
  });
}

/** What is to be sent of waves that had begun when the plan was made. */
function leftOfBegun({ jobs, waves = [] }: PlanStepJson): number {
  return jobs.toSend - waves.reduce((sum, { people }) => sum + people, 0);
}

function onceText(promote: 'person' | undefined, { afterMs }: Pick<Waves, 'afterMs'>): string {
  const after = afterMs === 0 ? '' : `${formatWait(afterMs)} after the answers to those before`;
  if (promote === 'person') return `once a person has promoted them${after === '' ? '' : `, ${after} at the earliest`}`;
  return after === '' ? 'once those before are answered' : after;
}

/** The wave that nothing but a person holds back now: none while its step has jobs of the wave before to start, or to start again. */
export function waitsNow(
  id: string,
  look: Pick<RunLook, 'bursts' | 'counts'>,
  known: KnownPlan | undefined,
  now: number,
) {
  if (startedBeyond(id, look, known) < 0) return undefined;
  // The plan may be newer than what was read of the run.
  return waitsForPerson(id, look, known, Math.max(now, Date.parse(known?.plan?.now ?? '') + 1_000));
}

/**
 * The wave that nothing but a person holds back by then. Where the step has started jobs since the plan, they must be all of the waves
 * before: the next plan comes later than a person may promote.
 */
export function waitsForPerson(
  id: string,
  look: Pick<RunLook, 'bursts' | 'counts'>,
  known: KnownPlan | undefined,
  due: number,
) {
  const isOfPlan = latestStart(id, look.bursts) <= Date.parse(known?.plan?.now ?? '');
  const next = isOfPlan ? wavesOf(id, known)[0] : waveAhead(id, look, known);
  if (next?.promote !== 'person' || Date.parse(next.from) > due) return undefined;
  return isOfPlan || (look.counts.get(id)?.sending ?? 0) === 0 ? next : undefined;
}

/** How many of its jobs a person must promote before a process begins them, whatever else it waits for. */
export function unpromoted(id: string, known: KnownPlan | undefined): number {
  const waves = wavesOf(id, known);
  const first = waves.findIndex(({ promote }) => promote === 'person');
  return first === -1 ? 0 : waves.slice(first).reduce((sum, { people }) => sum + people, 0);
}

/** Whether the next jobs of the step, at this time by the plan, are those of a wave that has not begun. */
export function isOfNextWave(
  id: string,
  look: Pick<RunLook, 'bursts' | 'counts'>,
  known: KnownPlan | undefined,
  at: number,
): boolean {
  const [first] = wavesOf(id, known);
  const hasBegun =
    latestStart(id, look.bursts) >= Math.max(Date.parse(first?.from ?? ''), Date.parse(known?.plan?.now ?? ''));
  const next = hasBegun && startedBeyond(id, look, known) > 0 ? waveAhead(id, look, known) : first;
  return at >= Date.parse(next?.from ?? '');
}

/** The wave before which the step has started all jobs that its plan has there; undefined in the middle of one. */
function waveAhead(id: string, look: Pick<RunLook, 'counts'>, known: KnownPlan | undefined) {
  let beyond = startedBeyond(id, look, known);
  return wavesOf(id, known).find(({ people }) => {
    if (beyond <= 0) return beyond === 0;
    beyond -= people;
    return false;
  });
}

/** How many jobs the step has started beyond those that its wave had left when the plan was made. Below 0, that wave goes on. */
function startedBeyond(id: string, { counts }: Pick<RunLook, 'counts'>, known: KnownPlan | undefined): number {
  const step = plannedStep(known, id);
  if (step === undefined) return 0;
  const { done, inDoubt } = step.jobs;
  const { accepted = 0, rejected = 0, cancelled = 0, inDoubt: doubts = 0, sending = 0 } = counts.get(id) ?? {};
  return accepted + rejected + cancelled + doubts + sending - done - inDoubt - leftOfBegun(step);
}

function wavesOf(id: string, known: KnownPlan | undefined) {
  return plannedStep(known, id)?.waves ?? [];
}

function latestStart(id: string, bursts: RunLook['bursts']): number {
  return bursts.get(id)?.at(-1)?.to ?? 0;
}

export function hasWaves(campaign: Campaign | undefined): campaign is Campaign {
  return campaign?.steps.some(({ forEach }) => forEach?.waves !== undefined) === true;
}
