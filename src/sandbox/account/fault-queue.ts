import type { Random } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { type Fault, type FaultSubject, faultConcerns } from '../ledger/fault.ts';

/** The faults that are set, with what they have done so far. */
export interface FaultQueue {
  /** The first fault that strikes this request; counts it as one of its times. */
  strike(subject: FaultSubject): Fault | undefined;
  add(fault: Fault): void;
  clear(): void;
  list(): readonly SetFault[];
}

export interface SetFault extends Fault {
  /** Requests that met its conditions, and those of them that it struck. */
  readonly seen: number;
  readonly struck: number;
}

export function createFaultQueue(initial: readonly Fault[]): FaultQueue {
  let set: { readonly fault: Fault; readonly random: Random; seen: number; struck: number }[] = [];
  const queue: FaultQueue = {
    strike(subject) {
      let hit: Fault | undefined;
      for (const entry of set) {
        const { fault } = entry;
        if (!faultConcerns(fault, subject)) continue;
        if (fault.times !== undefined && entry.struck >= fault.times) continue;
        entry.seen++;
        if (entry.seen <= (fault.skip ?? 0)) continue;
        // Drawn also when an earlier fault has struck, so that faults do not shift each other's luck.
        const lucky = fault.rate === undefined || entry.random.next() < fault.rate;
        if (!lucky || hit !== undefined) continue;
        entry.struck++;
        hit = fault;
      }
      return hit;
    },
    add(fault) {
      set.push({ fault, random: createSeededRandom(fault.seed ?? 1), seen: 0, struck: 0 });
    },
    clear() {
      set = [];
    },
    list: () => set.map(({ fault, seen, struck }) => ({ ...fault, seen, struck })),
  };
  for (const fault of initial) queue.add(fault);
  return queue;
}
