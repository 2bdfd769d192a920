import type { Campaign, Waves } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { formatPeople, formatWait } from '../../report/plan/words.ts';
import { type KnownPlan, type PlanStepJson, plannedStep } from './known-plan.ts';
import { type RunLook, titleOf } from './run-look.ts';

/** `Invitation: wave 2, 47 people`: what a person may let begin now, as the plan has it: its time may have come since. */
export function waveWaits(
  look: Pick<RunLook, 'campaign' | 'bursts'>,
  known: KnownPlan | undefined,
  now: number,
): readonly string[] {
  const due = Math.max(now, Date.parse(known?.plan?.now ?? '') + 1_000);
  return (known?.plan?.steps ?? []).flatMap(({ id }) => {
    const next = waitsForPerson(id, look, known, due);
    return next === undefined ? [] : [`${titleOf(look, id)}: wave ${next.wave}, ${formatPeople(next.people)}`];
  });
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
    if (first === 0 || later.length === 0 || waves === undefined) return [];
    const then = later.map((wave) => `then ${formatCount(wave.people)} ${onceText(wave.promote, waves)}`);
    return [`${titleOf(look, id)}: ${formatPeople(first)} first, ${then.join(', ')}.`];
  });
}

/** What is to be sent of waves that have begun already. */
function leftOfBegun({ jobs, waves = [] }: PlanStepJson): number {
  return Math.max(0, jobs.toSend - waves.reduce((sum, { people }) => sum + people, 0));
}

function onceText(promote: 'person' | undefined, { afterMs }: Pick<Waves, 'afterMs'>): string {
  const after = afterMs === 0 ? '' : `${formatWait(afterMs)} after the answers to those before`;
  if (promote === 'person') return `once a person has promoted them${after === '' ? '' : `, ${after} at the earliest`}`;
  return after === '' ? 'once those before are answered' : after;
}

/** The wave that nothing but a person holds back by then. Where the step has started jobs since the plan, it has begun. */
export function waitsForPerson(
  id: string,
  { bursts }: Pick<RunLook, 'bursts'>,
  known: KnownPlan | undefined,
  due: number,
) {
  const planned = plannedStep(known, id);
  const next = planned?.waves?.[0];
  if (next?.promote !== 'person' || Date.parse(next.from) > due || leftOfBegun(planned!) > 0) return undefined;
  return latestStart(id, bursts) > Date.parse(known?.plan?.now ?? '') ? undefined : next;
}

/** Whether the next jobs of the step, at this time by the plan, are those of a wave that has not begun. */
export function isOfNextWave(
  id: string,
  { bursts }: Pick<RunLook, 'bursts'>,
  known: KnownPlan | undefined,
  at: number,
): boolean {
  const from = Date.parse(plannedStep(known, id)?.waves?.[0]?.from ?? '');
  const hasBegun = latestStart(id, bursts) >= Math.max(from, Date.parse(known?.plan?.now ?? ''));
  return at >= from && !hasBegun;
}

function latestStart(id: string, bursts: RunLook['bursts']): number {
  return bursts.get(id)?.at(-1)?.to ?? 0;
}

export function hasWaves(campaign: Campaign | undefined): boolean {
  return campaign?.steps.some(({ forEach }) => forEach?.waves !== undefined) === true;
}
