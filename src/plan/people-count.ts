import type { Roster } from '../audience/roster.ts';
import type { RecipientKey } from '../job/address.ts';
import type { ScheduledJob } from '../schedule/scheduler.ts';
import { operations } from '../service/operations/operations.ts';

/** How many people get something, each once, however many steps and audiences have them. */
export function createPeopleCount(rosters: ReadonlyMap<string, Roster>) {
  /** By audience: 1 for each recipient who gets something. */
  const marks = new Map<string, Uint8Array>();
  return {
    note({ step, recipient }: ScheduledJob): void {
      const audience = step.forEach?.audience;
      if (audience === undefined || recipient === undefined || operations[step.uses].channel === undefined) return;
      let marked = marks.get(audience);
      if (marked === undefined) marks.set(audience, (marked = new Uint8Array(rosters.get(audience)!.size)));
      marked[recipient] = 1;
    },
    count(): number {
      const [first, ...others] = marks;
      if (first === undefined) return 0;
      if (others.length === 0) return first[1].reduce((sum, one) => sum + one, 0);
      const people = new Set<RecipientKey>();
      for (const [audience, marked] of marks)
        for (const [index, one] of marked.entries()) if (one === 1) people.add(rosters.get(audience)!.key(index));
      return people.size;
    },
  };
}
