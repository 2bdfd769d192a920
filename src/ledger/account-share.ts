/** An account of the service, whose limits several campaigns share. */
export interface SharedAccount {
  /** Tells accounts of one service apart; not its name, which may come from a secret. */
  readonly key: string;
  /** Undefined where the campaign sets none. */
  readonly limits: SharedLimits | undefined;
}

export interface SharedLimits {
  readonly rate?: { readonly count: number; readonly perMs: number };
  readonly concurrency?: number;
  readonly doubts?: number;
}

/** This process's part of what its account allows; other processes have the rest. */
export interface AccountShare {
  /** Exchanges what this process does for what it may do next. One call at a time. */
  ask(need: AccountNeed): Promise<AccountPart>;
}

export interface AccountNeed {
  /** Starts that it could use soon; 0 where nothing is ready to start. */
  readonly starts: number;
  /** Its part of the account's concurrency must not become smaller than this: so many jobs are in flight, or may be soon. */
  readonly keep: number;
  /** Jobs that this process has left in doubt. */
  readonly doubts: number;
  /** A pause for which the service has asked this process since the last time. */
  readonly rest: AccountRest | undefined;
}

/** Nothing of the account starts for so long. */
export interface AccountRest {
  readonly ms: number;
  /** A visible line for people, without their numbers. */
  readonly reason: string;
}

export interface AccountPart {
  /** Slots of the account's rate, for this process alone; undefined without a rate. */
  readonly slots: readonly StartSlot[] | undefined;
  /** Where there are no slots: the first moment, by `performance.now()`, at which there may be one. */
  readonly nextSlot: number;
  /** Jobs that this process may have in flight at once. */
  readonly inFlight: number;
  /** Jobs that it should have in flight at most, so that others get their part. */
  readonly fair: number;
  /** Jobs in doubt over all running campaigns of the account. */
  readonly doubts: number;
  /** The pause for which the service has asked one of its campaigns, until it is over. */
  readonly rest: AccountRest | undefined;
}

/** One start, not before and not at or after these moments of `performance.now()`. */
export interface StartSlot {
  readonly from: number;
  readonly until: number;
}

/**
 * How late a slot may be used. Slots are so far apart that a rate holds in every interval however late each of its starts is, so a
 * campaign that shares a rate reaches a little less than the rate: 5 % less for one of a second, 0.8 % less for one of a minute.
 */
export function slotLatenessMs({ perMs }: { readonly perMs: number }): number {
  return Math.min(500, Math.max(20, perMs / 20));
}

/** From one slot of the account to the next. */
export function slotGapMs(rate: { readonly count: number; readonly perMs: number }): number {
  return (rate.perMs + slotLatenessMs(rate)) / rate.count;
}
