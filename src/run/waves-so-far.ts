import type { Campaign } from '../campaign/campaign.ts';
import { forEachRow, type StepHistory } from '../job/history.ts';
import type { JobState } from '../job/job.ts';
import { type BegunWave, sentBefore, type WaveCounts } from '../job/waves.ts';
import type { RunReader } from '../ledger/backend.ts';

/** A wave that has begun, with what has become of its people since. Waves count from 1. */
export interface WaveSoFar extends WaveCounts {
  readonly step: string;
  readonly wave: number;
  readonly people: number;
  /** How many more `--first` and `--only` may have sent to since. */
  readonly beside?: number | undefined;
  /** How many people the step had then. */
  readonly of: number;
  readonly at: number;
}

/** The jobs are read only where a wave has begun. `underWay`: a process carries out the run. */
export async function readWavesSoFar(
  campaign: Campaign,
  reader: Pick<RunReader, 'waves' | 'stepHistories'> | undefined,
  underWay: boolean,
): Promise<readonly WaveSoFar[]> {
  const begun = shownIn(campaign, (await reader?.waves()) ?? []);
  if (reader === undefined || begun.length === 0) return [];
  return wavesSoFar(campaign, begun, await reader.stepHistories('times'), underWay);
}

/**
 * Oldest first, as they were recorded, of steps that have waves now, under their present names: others sent to more people since. A job
 * belongs to the wave in which it was first started, whatever has been decided about it since.
 */
export function wavesSoFar(
  campaign: Campaign,
  recorded: readonly BegunWave[],
  histories: ReadonlyMap<string, StepHistory>,
  underWay: boolean,
): readonly WaveSoFar[] {
  const begun = shownIn(campaign, recorded);
  const became = begun.map(() => ({ accepted: 0, rejected: 0, inDoubt: 0 }));
  const startedBefore = begun.map(() => 0);
  for (const [name, history] of histories) {
    const step = presentName(campaign, name);
    if (!begun.some((one) => one.step === step)) continue;
    forEachRow(history, ({ state, at, firstAt = at }) => {
      if (firstAt === undefined) return;
      for (const [index, one] of begun.entries()) if (one.step === step && one.at > firstAt) startedBefore[index]!++;
      const counted = countedAs(state, underWay);
      const own = begun.findLastIndex((one) => one.step === step && one.at <= firstAt);
      if (own !== -1 && counted !== undefined) became[own]![counted]++;
    });
  }
  return begun.map(({ step, wave, people, beside, of, at, before }, index) => {
    // Who was skipped had none of the places. Who is to be sent to again has one of an earlier wave.
    const own = people - Math.max(startedBefore[index]!, sentBefore(before));
    return { step, wave: wave + 1, people: own, beside, of, at, ...became[index]! };
  });
}

function shownIn(campaign: Campaign, recorded: readonly BegunWave[]): readonly BegunWave[] {
  const hasWaves = (step: string): boolean =>
    campaign.steps.some(({ id, forEach }) => id === step && forEach?.waves !== undefined);
  return recorded
    .map((one) => ({ ...one, step: presentName(campaign, one.step) }))
    .filter(({ step }) => hasWaves(step));
}

function presentName({ steps }: Campaign, step: string): string {
  return steps.find(({ was }) => was === step)?.id ?? step;
}

/** A job in flight is in doubt for every process but the one that sends it. */
function countedAs(state: JobState, underWay: boolean): keyof WaveCounts | undefined {
  if (state === 'sending') return underWay ? undefined : 'inDoubt';
  return state === 'accepted' || state === 'rejected' || state === 'inDoubt' ? state : undefined;
}
