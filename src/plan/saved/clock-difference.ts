import type { JobAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import { sameMs } from '../difference/compare-people.ts';
import type { SavedJob } from './saved-plan.ts';

/** What has become of an approved plan because it is carried out at another time than the one for which it was made. */
export interface ClockDifference {
  /** Jobs that the plan starts and that are still to do. */
  readonly toDo: number;
  readonly later: readonly Instant[];
  readonly earlier: readonly Instant[];
  /** Jobs that can no longer start, by reason. */
  readonly dropped: ReadonlyMap<string, number>;
  readonly forgotten: number;
  /** Jobs of steps that are blocked now. */
  readonly blocked: number;
}

export function clockDifference(input: {
  readonly approved: ReadonlyMap<JobAddress, SavedJob>;
  /** The same campaign, planned as of now. */
  readonly present: ReadonlyMap<JobAddress, SavedJob>;
  readonly isDone: (address: JobAddress) => boolean;
  /** Forgotten since: an audience with any other change has another digest. */
  readonly isForgotten: (address: JobAddress) => boolean;
}): ClockDifference {
  const { approved, present, isDone, isForgotten } = input;
  let toDo = 0;
  let blocked = 0;
  let forgotten = 0;
  const later: Instant[] = [];
  const earlier: Instant[] = [];
  const dropped = new Map<string, number>();
  for (const [address, { at }] of approved) {
    if (at === undefined || isDone(address)) continue;
    toDo++;
    const now = present.get(address);
    if (now === undefined && isForgotten(address)) forgotten++;
    else if (now === undefined) blocked++;
    else if (now.at === undefined) dropped.set(now.reason ?? '', (dropped.get(now.reason ?? '') ?? 0) + 1);
    else if (now.at - at >= sameMs) later.push(now.at);
    else if (at - now.at >= sameMs) earlier.push(now.at);
  }
  return { toDo, later, earlier, dropped, forgotten, blocked };
}
