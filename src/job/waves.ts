import type { Instant } from '../platform/ports.ts';

/** A wave of a step that has begun, as a ledger keeps it. */
export interface BegunWave {
  readonly step: string;
  /** From 0. */
  readonly wave: number;
  readonly at: Instant;
  /** How many people of the step may have been sent to when it is over, those of the waves before included. */
  readonly people: number;
  /** How many more `--first` and `--only` may have sent to since it began. */
  readonly beside?: number;
  /** It is the last one: who is added to the list belongs to it. */
  readonly rest?: true;
  /** It has broken `haltIf`: only a person may carry it on, whatever becomes of it since. */
  readonly halted?: true;
  /** How many people the step had then. */
  readonly of: number;
  /** What the jobs of the step had become when it began; `cancelled` are those that a person had given up. */
  readonly before: WaveCounts & { readonly cancelled?: number };
}

export interface WaveCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly inDoubt: number;
}

export function countsOf(count: (state: keyof WaveCounts) => number): WaveCounts {
  return { accepted: count('accepted'), rejected: count('rejected'), inDoubt: count('inDoubt') };
}

/** How many people of the step had been sent to when a wave began. */
export function sentBefore({ accepted, rejected, inDoubt, cancelled = 0 }: BegunWave['before']): number {
  return accepted + rejected + inDoubt + cancelled;
}

/** A person's word: that a wave begins, or that it goes on although it has broken `haltIf`. */
export interface Promotion {
  readonly step: string;
  readonly wave: number;
  readonly what: 'begin' | 'goOn';
}

/** What is known of the waves of a run, oldest first. */
export interface WaveLog {
  readonly begun: readonly BegunWave[];
  readonly promoted: readonly Promotion[];
}

export const noWaves: WaveLog = { begun: [], promoted: [] };

/** The latest wave of a step that is recorded, under its present name or the one before. */
export function latestWave(
  { begun }: WaveLog,
  { id, was }: { readonly id: string; readonly was?: string | undefined },
): BegunWave | undefined {
  return begun.findLast(({ step }) => step === id || step === was);
}
