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

/** What held a job, in order of time: each rule allows a later instant than the rule before it. */
export interface Trace {
  /**
   * The rule that held it the longest since its step opened; where it starts as soon as that, the rule that its step waited for last.
   * Undefined where nothing held it.
   */
  heldBy(): HeldBy | undefined;
  holds(): readonly Hold[];
}

/** Traces one start after another without a new object for any of them. */
export interface Tracer extends Trace {
  /** Begins the trace of a job whose step opened at `opensAt`, held by `opening`. */
  begin(opening: readonly Hold[], opensAt: Instant): void;
  /** Adds a rule if it allows a later instant than those before it, and says whether it does. */
  add(rule: HeldBy, until: Instant, place: readonly string[] | undefined): boolean;
}

/** The wave before, the window, a rest, a cap, `perRecipient` and a retry, the window again after each of these, and the rate. */
const mostHolds = 11;

export function createTracer(): Tracer {
  const own = Array.from({ length: mostHolds }, (): { -readonly [key in keyof Hold]: Hold[key] } => ({
    rule: 'window',
    until: 0,
    place: undefined,
  }));
  let opening: readonly Hold[] = [];
  let count = 0;
  let opensAt = 0;
  let latest = 0;

  /** A cap that ends outside the hours holds until they open. */
  const causeOf = (index: number): HeldBy => {
    const { rule } = own[index]!;
    return rule === 'window' && index > 0 && own[index - 1]!.rule === 'cap' ? 'cap' : rule;
  };
  /** How long its own holds of this rule took, from the `first` of them on. */
  const heldFor = (rule: HeldBy, first: number): number => {
    let total = 0;
    for (let index = first; index < count; index++)
      if (causeOf(index) === rule) total += own[index]!.until - (index === 0 ? opensAt : own[index - 1]!.until);
    return total;
  };
  return {
    begin(holds, at) {
      opening = holds;
      count = 0;
      opensAt = at;
      latest = at;
    },
    add(rule, until, place) {
      if (until <= latest) return false;
      latest = until;
      // A rate that held a job for days is one hold.
      if (count === 0 || own[count - 1]!.rule !== rule) count++;
      const hold = own[count - 1]!;
      hold.rule = rule;
      hold.until = until;
      hold.place = place;
      return true;
    },
    heldBy() {
      let longest = opening.at(-1)?.rule;
      let most = 0;
      for (let index = 0; index < count; index++) {
        const rule = causeOf(index);
        const total = heldFor(rule, index);
        if (total > most) [longest, most] = [rule, total];
      }
      return longest;
    },
    holds: () => [...opening, ...own.slice(0, count).map((hold) => ({ ...hold }))],
  };
}
