import type { Instant } from '../platform/ports.ts';

/**
 * What a job waits for. `retry` is a back-off, `every` a gate that is checked again, `cap` a contact rule, `wave` the wave before, `rest` a
 * pause for which the service asked.
 */
export type HeldBy =
  | 'starts'
  | 'at'
  | 'window'
  | 'rate'
  | 'perRecipient'
  | 'needs'
  | 'delay'
  | 'retry'
  | 'every'
  | 'cap'
  | 'wave'
  | 'rest';

/** One rule that held a job, and until when. */
export interface Hold {
  readonly rule: HeldBy;
  /** The first instant that the rule allows. */
  readonly until: Instant;
  /** The path of the key in the campaign file that says so; undefined where it is a default, or a retry. */
  readonly place: readonly string[] | undefined;
  /** Of `needs`: the step that ended then. */
  readonly need?: string;
}

/** What held a job whose step opened at `opensAt`, and was held by `opening`, in order of time: each rule allows a later instant than the one before it. */
export function createTrace(opening: readonly Hold[], opensAt: Instant) {
  const own: Hold[] = [];
  let latest = opensAt;
  return {
    /** Adds a rule if it allows a later instant than those before it, and says whether it does. */
    add(rule: HeldBy, until: Instant, place?: readonly string[]): boolean {
      if (until <= latest) return false;
      latest = until;
      // A rate that held a job for days is one hold.
      if (own.at(-1)?.rule === rule) own.pop();
      own.push({ rule, until, place });
      return true;
    },
    /**
     * The rule that held it the longest since its step opened; where it starts as soon as that, the rule that its step waited for last.
     * Undefined where nothing held it.
     */
    heldBy(): HeldBy | undefined {
      const heldFor = new Map<HeldBy, number>();
      let longest = opening.at(-1)?.rule;
      let from = opensAt;
      for (const [index, { rule, until }] of own.entries()) {
        // A cap that ends outside the hours holds until they open.
        const cause = rule === 'window' && own[index - 1]?.rule === 'cap' ? 'cap' : rule;
        heldFor.set(cause, (heldFor.get(cause) ?? 0) + until - from);
        from = until;
      }
      let most = 0;
      for (const [rule, ms] of heldFor) if (ms > most) [longest, most] = [rule, ms];
      return longest;
    },
    holds: (): readonly Hold[] => [...opening, ...own],
  };
}

export type Trace = Pick<ReturnType<typeof createTrace>, 'heldBy' | 'holds'>;
