import { createHash } from 'node:crypto';
import type { JobsOrShare, Step, Waves } from '../campaign/campaign.ts';
import type { JobState } from '../job/job.ts';
import { type BegunWave, latestWave, type Promotion, sentBefore, type WaveCounts, type WaveLog } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepJobs } from './step-jobs.ts';

/**
 * By this number, from 0 to 2^32 - 1, people are taken into waves: the first 32 bits (big-endian) of SHA-256 over
 * `callsheet-1 NUL w:CAMPAIGN:RUN:STEP NUL KEY`. It must never change: a run would choose other people in its middle.
 */
export function waveHash(
  about: { readonly campaign: string; readonly run: string; readonly step: string },
  key: string,
) {
  const { campaign, run, step } = about;
  return createHash('sha256').update(`callsheet-1\0w:${campaign}:${run}:${step}\0${key}`).digest().readUInt32BE(0);
}

/** The wave that a step with `waves` is in. */
export interface StepWave {
  /** From 0. */
  readonly index: number;
  readonly begun: BegunWave;
  /** When the last job of it was settled; undefined while it is under way. */
  overAt: Instant | undefined;
  /** It was said that it waits for a person. */
  isAnnounced: boolean;
  /** No other one begins: the time in which the step may start jobs is over, and those that are left are dropped. */
  isLast: boolean;
}

/** What keeps the next wave from beginning. */
export type WaveWait =
  | { readonly kind: 'time'; readonly until: Instant }
  | { readonly kind: 'person'; readonly broken?: WaveCounts | undefined };

/** Which people of a step may start in a wave. */
export interface WaveGate {
  hash(recipient: number): number;
  /** How many of those who were never tried may start. */
  places(pending: { readonly tried: number; readonly untried: number }): number;
}

/**
 * 1 for those whose turn is in a later wave: of people who were never tried, all but those whose hashes are the smallest. Who was sent to
 * keeps the place, though they are left out since.
 */
export function laterThanWave(wave: WaveGate, jobs: StepJobs, couldStart: (index: number) => boolean): Uint8Array {
  const later = new Uint8Array(jobs.size);
  let [tried, untried] = [0, 0];
  for (let index = 0; index < jobs.size; index++) {
    if (!couldStart(index)) {
      if (isLeftOut(jobs.state(index)) && jobs.retries.get(index)?.maybeSent === true) tried++;
    } else if (jobs.retries.has(index)) tried++;
    else {
      untried++;
      later[index] = 1;
    }
  }
  const places = wave.places({ tried, untried });
  if (places >= untried) return later.fill(0);
  const order = new BigUint64Array(untried);
  let at = 0;
  for (let index = 0; index < jobs.size; index++)
    if (later[index] === 1) order[at++] = (BigInt(wave.hash(index)) << 32n) | BigInt(index);
  for (const place of order.sort().subarray(0, places)) later[Number(place & 0xffff_ffffn)] = 0;
  return later;
}

function isLeftOut(state: JobState | undefined): boolean {
  return state === 'pending' || state === 'skipped' || state === 'expired';
}

/**
 * A wave that begins now. What is recorded of it holds: a wave that has begun keeps its size, whatever the file says by now.
 */
export function beginWave(
  { sizes }: Waves,
  given: {
    readonly step: string;
    readonly index: number;
    readonly started: number;
    /** People who could be sent to and were not. */
    readonly candidates: number;
    readonly before: BegunWave['before'];
    readonly at: Instant;
  },
): BegunWave {
  const { step, index, started, candidates, before, at } = given;
  const of = started + candidates;
  const size = sizes[index] ?? 'rest';
  if (size === 'rest') return { step, wave: index, at, people: of, rest: true, of, before };
  return { step, wave: index, at, people: started + jobsOf(size, of), of, before };
}

/** How many of `all` jobs a limit or the size of a wave means. A share of 7 % of 100 is 7, though 0.07 times 100 is a little more. */
export function jobsOf(size: JobsOrShare, all: number): number {
  return 'count' in size ? size.count : Math.max(1, Math.ceil(size.share * all - 1e-9));
}

/**
 * What the jobs of the wave that a step is in have become. Refusals and doubts of earlier waves about which a person has decided since
 * hide none of this one; no more of them than there were count as earlier, so that a clock that was set back hides none, either. Nor does
 * it give the wave what earlier ones had accepted, which would make its refusals a smaller share.
 */
export function countsOfWave(jobs: Pick<StepJobs, 'count' | 'countEarlier'>, { before }: BegunWave): WaveCounts {
  const since = (state: 'rejected' | 'inDoubt'): number =>
    Math.max(0, jobs.count(state) - Math.min(before[state], jobs.countEarlier(state)));
  const acceptedBefore = Math.max(before.accepted, Math.min(jobs.countEarlier('accepted'), sentBefore(before)));
  const accepted = Math.max(0, jobs.count('accepted') - acceptedBefore);
  return { accepted, rejected: since('rejected'), inDoubt: since('inDoubt') };
}

/** Whether the wave has so many refusals or doubts that only a person may carry it on. */
export function isBroken({ haltIf }: Waves, counts: WaveCounts, isOver: boolean): boolean {
  const answered = counts.accepted + counts.rejected + counts.inDoubt;
  const reaches = (limit: JobsOrShare | undefined, count: number): boolean => {
    if (limit === undefined || count === 0) return false;
    if ('count' in limit) return count >= limit.count;
    return (isOver || answered >= haltIf.atLeast) && count >= jobsOf(limit, answered);
  };
  return reaches(haltIf.rejected, counts.rejected) || reaches(haltIf.inDoubt, counts.inDoubt);
}

/** Whether a person has said that this wave may begin, or go on as it is. */
export function isPromoted({ promoted }: WaveLog, { id, was }: Step, wave: number, what: Promotion['what']): boolean {
  return promoted.some((one) => (one.step === id || one.step === was) && one.wave === wave && one.what === what);
}

/** Of each step: the wave that `haltIf` has halted, until a person lets it go on, or the next one begin. */
export function haltedWaves(steps: readonly Step[], log: WaveLog): readonly Pick<BegunWave, 'step' | 'wave'>[] {
  return steps.flatMap((step) => {
    const begun = step.forEach?.waves === undefined ? undefined : latestWave(log, step);
    if (begun?.halted !== true) return [];
    const isPast = isPromoted(log, step, begun.wave, 'goOn') || isPromoted(log, step, begun.wave + 1, 'begin');
    return isPast ? [] : [{ step: step.id, wave: begun.wave }];
  });
}
