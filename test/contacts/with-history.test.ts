import { expect, test } from 'vitest';
import { type ContactFacts, noFacts } from '../../src/contacts/facts.ts';
import { openMemoryLedger } from '../../src/contacts/open-ledger.ts';
import { withHistory } from '../../src/contacts/with-history.ts';
import { hourMs, noon, onceADay, request } from '../rig/contacts.ts';

const suppression = { reason: 'refused', source: '', channel: undefined, purpose: undefined, until: undefined };
const histories: Readonly<Record<string, ContactFacts>> = {
  '2341': { ...noFacts, suppressions: [{ ...suppression, from: noon + hourMs }] },
};

test('a contact that is reserved ahead is judged at both ends of the time in which it may be made', () => {
  const ledger = withHistory(openMemoryLedger(), (key) => histories[key] ?? noFacts);
  const ahead = (key: string, until: number) => request(key, { until });
  expect(
    ledger.reserve(onceADay, [
      ahead('2341', noon + hourMs - 1),
      ahead('2342', noon + hourMs),
      request('2342', { step: 'other' }),
    ]),
  ).toEqual([true, true, false]);
  ledger.settle([{ ...request('2341'), outcome: 'released' }]);
  expect(ledger.reserve(onceADay, [ahead('2341', noon + hourMs)])).toEqual([false]);
  expect(ledger.factsOf('2342').touches.map(({ at }) => at)).toEqual([noon + hourMs]);
});
