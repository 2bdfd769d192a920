import type { Decision } from '../job/job.ts';
import type { BegunWave, Promotion } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';

/** A person has read a saved plan and approves it for one run. */
export interface Approval {
  /** The plan's hash. */
  readonly plan: string;
  /** Of the file in which it was read: a file that was edited later has the same hash. */
  readonly checksum: string;
  /** Where its jobs may be sent. */
  readonly service: string;
  readonly at: Instant;
  readonly by: string;
  readonly comment?: string | undefined;
}

/** What a person does with a run. */
export type RunAction = 'start' | 'pause' | 'resume' | 'cancel' | 'promote';

/** What one person has decided at one moment, in counts: a report need not read every job for it. */
export interface DecisionGroup {
  readonly at: Instant;
  readonly by: string;
  readonly comment?: string | undefined;
  /** About the run itself; the counts are 0 then. */
  readonly did?: RunAction | undefined;
  /** Of `promote`. */
  readonly promotion?: Promotion | undefined;
  readonly accepted: number;
  readonly pending: number;
  readonly cancelled: number;
}

/** Of decisions that are recorded together; those without a name are in none. */
export function groupsOf(
  decisions: readonly (Pick<Decision, 'state' | 'at' | 'comment'> & { readonly by?: string | undefined })[],
): readonly DecisionGroup[] {
  return merged(
    decisions.flatMap(({ at, by, comment, state }) =>
      by === undefined ? [] : [{ at: Math.round(at), by, comment, accepted: 0, pending: 0, cancelled: 0, [state]: 1 }],
    ),
  );
}

/** What a person did with the run. */
export function actionGroup(
  did: RunAction,
  { at, by, comment }: Pick<DecisionGroup, 'at' | 'by' | 'comment'>,
  promotion?: Promotion,
): DecisionGroup {
  return { at: Math.round(at), by, comment, did, promotion, accepted: 0, pending: 0, cancelled: 0 };
}

/** As a ledger keeps them, oldest first; what was recorded in several transactions is one again. */
export function readGroups(text: string | undefined): readonly DecisionGroup[] {
  return text === undefined ? [] : merged(JSON.parse(text) as DecisionGroup[]);
}

/** Groups of one person at one moment as one. */
export function merged(groups: readonly DecisionGroup[]): readonly DecisionGroup[] {
  const found = new Map<string, DecisionGroup>();
  for (const { at, by, comment, did, promotion, accepted, pending, cancelled } of groups) {
    const name = JSON.stringify([at, by, comment, did, promotion]);
    const before = found.get(name);
    found.set(name, {
      at,
      by,
      comment,
      ...(did === undefined ? {} : { did }),
      ...(promotion === undefined ? {} : { promotion }),
      accepted: accepted + (before?.accepted ?? 0),
      pending: pending + (before?.pending ?? 0),
      cancelled: cancelled + (before?.cancelled ?? 0),
    });
  }
  return [...found.values()];
}

/** As a ledger keeps them, oldest first; to one that was recorded again, what was added to it since. */
export function readWaveLog(text: string | undefined): readonly BegunWave[] {
  const log: BegunWave[] = [];
  for (const one of text === undefined ? [] : (JSON.parse(text) as BegunWave[])) {
    const isAgain = one.beside !== undefined || one.halted !== undefined;
    const place = isAgain ? log.findLastIndex(({ step, wave }) => step === one.step && wave === one.wave) : -1;
    if (place === -1) log.push(one);
    else log[place] = { ...log[place], ...one };
  }
  return log;
}

/** Instants as every ledger keeps them. */
export function storedWave(begun: BegunWave): BegunWave {
  return { ...begun, at: Math.round(begun.at) };
}
