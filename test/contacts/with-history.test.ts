import { expect, test } from 'vitest';
import { type ContactFacts, noFacts } from '../../src/ledger/contacts/facts.ts';
import { withHistory } from '../../src/ledger/contacts/open-ledger.ts';
import { hourMs, noon, onceADay, request, reserve, settle } from '../rig/contacts.ts';

const scope = { channel: undefined, purpose: 'marketing' } as const;
const consent = { ...scope, basis: 'explicit', at: noon - hourMs, evidence: 'form 7', expires: undefined };
const autumn = { campaign: 'autumn', run: '1', step: 'hello' };
const earlier = { ...autumn, at: noon - hourMs, channel: 'whatsapp', purpose: 'marketing' } as const;
const histories: Readonly<Record<string, ContactFacts>> = {
  '2341': { ...noFacts, consents: [{ ...consent, expires: noon + hourMs }] },
  '2342': { ...noFacts, consents: [consent], touches: [earlier] },
};
const opened = () => withHistory((key) => histories[key] ?? noFacts);
const rules = { ...onceADay, consent: [{ channel: undefined, purposes: ['marketing'] as const }] };

test('a contact is judged with the history of its recipient', () => {
  const ledger = opened();
  expect(reserve(ledger, rules, [request('2341'), request('2342'), request('2343')])).toEqual([true, false, false]);
  expect(['2341', '2342', '2343'].map((key) => ledger.factsOf(key).touches.length)).toEqual([1, 1, 0]);
  settle(ledger, request('2341'), 'pending');
  expect(reserve(ledger, rules, [request('2341', { at: noon + hourMs })])).toEqual([false]);
});

test('what a run does counts beside the history, which stays as it is', () => {
  const ledger = opened();
  const twiceADay = { ...rules, caps: [{ ...onceADay.caps[0]!, name: '2/day', max: 2 }] };
  const requests = ['hello', 'again'].map((step) => request('2342', { step }));
  expect(reserve(ledger, twiceADay, requests)).toEqual([true, false]);
  const made = { campaign: 'spring', at: noon, isReserved: true };
  expect([ledger.factsOf('2342').touches, ledger.peek('2342').touches]).toMatchObject([
    [earlier, made],
    [earlier, made],
  ]);
  expect(opened().factsOf('2342').touches).toEqual([earlier]);
});
