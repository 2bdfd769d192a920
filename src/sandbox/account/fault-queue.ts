import type { Random } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { type Fault, type FaultSubject, faultConcerns } from '../ledger/fault.ts';

/** The faults that are set, with their counts so far. */
export interface FaultQueue {
  /** The first fault that hits this request; counts it. */
  hit(subject: FaultSubject): Fault | undefined;
  add(fault: Fault): void;
  clear(): void;
  list(): readonly SetFault[];
}

export interface SetFault extends Fault {
  /** Requests that matched its conditions, and how many of them it hit. */
  readonly seen: number;
  readonly struck: number;
}

export function createFaultQueue(initial: readonly Fault[]): FaultQueue {
  let set: { readonly fault: Fault; readonly random: Random; seen: number; struck: number }[] = [];
  const queue: FaultQueue = {
    hit(subject) {
      let hit: Fault | undefined;
      for (const entry of set) {
        const { fault } = entry;
        if (!faultConcerns(fault, subject)) continue;
        entry.seen++;
        if (entry.seen <= (fault.skip ?? 0)) continue;
        // Drawn even if an earlier fault has hit, so that faults do not change each other's random choices.
        const lucky = fault.rate === undefined || entry.random.next() < fault.rate;
        if (!lucky || hit !== undefined || entry.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
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
