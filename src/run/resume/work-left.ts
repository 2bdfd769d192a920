import type { Part } from '../../campaign/audiences/part.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import type { KnownContacts } from '../../contacts/known-contacts.ts';
import { type WhatNext, whatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Summary } from '../event.ts';
import type { EditsInput } from './edits.ts';
import { effectiveHistory } from './effective-history.ts';

/** What the next process of a run would do. `status` says it, and a run asks it before it says that nothing is left. */
export async function workLeft(
  input: EditsInput & {
    readonly contacts: KnownContacts | undefined;
    /** The recipients that the process would be limited to; all where there is none. */
    readonly part: Part | undefined;
    readonly now: Instant;
  },
): Promise<WhatNext & Pick<Awaited<ReturnType<typeof effectiveHistory>>, 'edited'>> {
  const { loaded, run, contacts, part, now } = input;
  const { campaign, rosters } = loaded;
  const { history, edited } = await effectiveHistory(input, historyDetail(campaign));
  return { ...whatNext({ campaign, run, rosters, history, contacts, part, now }), edited };
}

/** Where nothing depends on when jobs were started, a large state is read in a fraction of the time. */
export function historyDetail({ limits, steps }: Campaign): 'times' | 'states' {
  return limits.perRecipient !== undefined || steps.some(({ delayMs }) => delayMs > 0) ? 'times' : 'states';
}

/** A run whose process ended is not finished where work is left, as after a decision. Every view asks here. */
export function endedAs<S extends string>(state: S, isWorkLeft: boolean): S | 'stopped' {
  return state === 'finished' && isWorkLeft ? 'stopped' : state;
}

/** The next run judges jobs again that were skipped or expired: a decision or a corrected list may have made room for them. */
export function isDoneForGood({ pending, skipped, expired }: Summary): boolean {
  return pending + skipped + expired === 0;
}
