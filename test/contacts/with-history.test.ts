import { expect, test } from 'vitest';
import { type ContactFacts, noFacts } from '../../src/ledger/contacts/facts.ts';
import { openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { withHistory } from '../../src/ledger/contacts/with-history.ts';
import { hourMs, noon, onceADay, request } from '../rig/contacts.ts';

const scope = { channel: undefined, purpose: 'marketing' } as const;
const consent = { ...scope, basis: 'explicit', at: noon - hourMs, evidence: 'form 7', expires: undefined };
const histories: Readonly<Record<string, ContactFacts>> = {
  '2341': { ...noFacts, consents: [{ ...consent, expires: noon + hourMs }] },
  '2342': { ...noFacts, consents: [consent] },
};
const rules = { ...onceADay, consent: [{ channel: undefined, purposes: ['marketing'] as const }] };

test('a contact that is reserved ahead is judged at both ends of the time in which it may be made', () => {
  const ledger = withHistory(openMemoryLedger(), (key) => histories[key] ?? noFacts);
  const ahead = (key: string, until: number) => request(key, { until });
  expect(
    ledger.reserve(rules, [
      ahead('2341', noon + hourMs - 1),
      ahead('2342', noon + hourMs),
      request('2342', { step: 'other' }),
    ]),
  ).toEqual([true, true, false]);
  ledger.settle([{ ...request('2341'), outcome: 'released' }]);
  expect(ledger.reserve(rules, [ahead('2341', noon + hourMs)])).toEqual([false]);
  expect(ledger.factsOf('2342').touches.map(({ at }) => at)).toEqual([noon + hourMs]);
});
