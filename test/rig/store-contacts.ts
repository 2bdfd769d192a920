import type { ContactRules } from '../../src/campaign/contact-rules.ts';
import type { JobChange, Settled } from '../../src/ledger/change.ts';
import type { ContactLedger, TouchRequest } from '../../src/ledger/contacts/ledger.ts';
import { createStoreJudge } from '../../src/ledger/contacts/store/judge-in-store.ts';
import { openSession, type Session } from '../../src/ledger/postgres/session.ts';
import { parseStoreAddress } from '../../src/ledger/store-address.ts';
import { intentOf, onceADay, outcomeOf } from './contacts.ts';

/** Judges and records contacts in a store as the lease of a run does with its jobs; `reserve` and `settle` as in `contacts.ts`. */
export interface StoreRecorder extends AsyncDisposable {
  reserve(
    ledger: Pick<ContactLedger, 'place'>,
    rules: ContactRules,
    requests: readonly TouchRequest[],
  ): Promise<readonly boolean[]>;
  settle(
    ledger: Pick<ContactLedger, 'place'>,
    request: TouchRequest,
    state: Settled['state'],
    more?: Partial<Settled>,
  ): Promise<void>;
}

export async function storeRecorder(url: string): Promise<StoreRecorder> {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new Error(address.fault);
  const session: Session = await openSession(address);
  const record = (
    { place }: Pick<ContactLedger, 'place'>,
    rules: ContactRules,
    { campaign, run }: TouchRequest,
    change: JobChange,
  ): Promise<boolean> => {
    if (place.kind !== 'store') throw new Error('these contacts are in a file');
    return createStoreJudge(session, { ...place, rules }).transaction([change], { campaign, run }, async (_, judge) => {
      const judgement = (await judge)();
      const isAllowed = judgement.allows(change);
      if (isAllowed) judgement.recorded(change);
      await judgement.write();
      return isAllowed;
    });
  };
  return {
    async reserve(ledger, rules, requests) {
      const allowed: boolean[] = [];
      for (const request of requests) allowed.push(await record(ledger, rules, request, intentOf(request)));
      return allowed;
    },
    async settle(ledger, request, state, more) {
      await record(ledger, onceADay, request, outcomeOf(request, state, more));
    },
    [Symbol.asyncDispose]: () => session.close(),
  };
}
