import { expect, test } from 'vitest';
import { type ContactCap, type ContactRules, unaskedPurposes } from '../../src/campaign/contact-rules.ts';
import { type Claim, type ContactFacts, noFacts, type Touch } from '../../src/ledger/contacts/facts.ts';
import { type ContactQuestion, capUse, judgeContact, mayContact } from '../../src/ledger/contacts/judge-contact.ts';
import { formatCapUse } from '../../src/report/plan/person.ts';
import { dayMs, hourMs, noon, onceADay, request } from '../rig/contacts.ts';

const source = { campaign: 'spring', run: '1', step: 'hello' };
const everything = { channel: undefined, purposes: unaskedPurposes };
const cap = (max: number, per: ContactCap['per'], scope: Partial<ContactCap> = {}): ContactCap => ({
  name: `${max}/${per}`,
  max,
  per,
  ...everything,
  ...scope,
});
const rulesOf = (...caps: ContactCap[]): ContactRules => ({ ...onceADay, caps });
const touch = (at: number, more: Partial<Touch> = {}): Touch => ({
  ...source,
  step: 'other',
  at,
  channel: 'whatsapp',
  purpose: 'marketing',
  ...more,
});
const judge = (touches: readonly Touch[], more: Partial<ContactQuestion>) =>
  judgeContact({
    rules: onceADay,
    source,
    channel: 'whatsapp',
    purpose: 'marketing',
    facts: { ...noFacts, touches },
    at: noon,
    zone: 'Europe/London',
    ...more,
  });
const iso = (verdict: ReturnType<typeof judge>) =>
  verdict.kind === 'held' ? [new Date(verdict.until).toISOString(), verdict.cap] : verdict.kind;

test('a day is one of the recipient’s calendar: it ends at their midnight, also on a day of 25 hours', () => {
  expect(iso(judge([touch(noon - 11 * hourMs)], {}))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
  expect(iso(judge([touch(noon - 13 * hourMs)], {}))).toBe('free');
  expect(iso(judge([touch(noon - 13 * hourMs)], { zone: 'Africa/Lagos' }))).toEqual(['2026-11-23T23:00:00.000Z', 0]);
  const fallBack = Date.parse('2026-10-25T00:30:00+01:00');
  const at = fallBack + 24 * hourMs;
  expect(iso(judge([touch(fallBack)], { at }))).toEqual(['2026-10-26T00:00:00.000Z', 0]);
  expect(iso(judge([touch(fallBack)], { at: at + hourMs }))).toBe('free');
});

test('a day in a country of several zones is a day in any of them', () => {
  // 19:00 of 22 November in New York, 14:00 in Honolulu, and 12 hours later.
  const first = Date.parse('2026-11-23T00:00:00Z');
  // Until midnight in Honolulu, though in New York another day has begun.
  expect(iso(judge([touch(first)], { zone: 'US', at: first + 8 * hourMs }))).toEqual(['2026-11-23T10:00:00.000Z', 0]);
  expect(iso(judge([touch(first)], { zone: 'US', at: first + 10 * hourMs }))).toBe('free');
  expect(iso(judge([touch(first)], { zone: 'America/New_York', at: first + 8 * hourMs }))).toBe('free');
});

test('a rolling cap allows a contact to the millisecond when the oldest of its contacts is out of its time', () => {
  const rules = rulesOf(cap(2, 30 * dayMs));
  const touches = [touch(noon - 29 * dayMs), touch(noon - dayMs)];
  expect(iso(judge(touches, { rules }))).toEqual([new Date(noon + dayMs).toISOString(), 0]);
  expect(iso(judge(touches, { rules, at: noon + dayMs - 1 }))).toEqual([new Date(noon + dayMs).toISOString(), 0]);
  expect(iso(judge(touches, { rules, at: noon + dayMs }))).toBe('free');
  expect(iso(judge(touches.slice(1), { rules }))).toBe('free');
});

test('of several caps the one that holds longest is named', () => {
  const rules = rulesOf(cap(1, 'day'), cap(1, 4 * hourMs), cap(3, 30 * dayMs));
  expect(iso(judge([touch(noon - hourMs)], { rules }))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
});

test('a cap counts and holds the same contacts: those of its channel and its purposes', () => {
  const rules = rulesOf(cap(1, 'day', { channel: 'otp' }), cap(1, 'day', { purposes: ['survey'] }));
  const touches = [touch(noon - hourMs, { channel: 'otp' }), touch(noon - hourMs, { purpose: 'transactional' })];
  expect(iso(judge(touches, { rules }))).toBe('free');
  expect(iso(judge(touches, { rules, channel: 'otp' }))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
  expect(iso(judge([touch(noon - hourMs, { purpose: 'survey' })], { rules, purpose: 'survey' }))).toEqual([
    '2026-11-24T00:00:00.000Z',
    1,
  ]);
});

test('what the recipient has just asked for is neither counted nor held, unless a rule names it', () => {
  const code = touch(noon - hourMs, { purpose: 'transactional' });
  expect(iso(judge([code], {}))).toBe('free');
  expect(iso(judge([touch(noon - hourMs)], { purpose: 'transactional' }))).toBe('free');
  const rules = rulesOf(cap(1, 'day', { purposes: ['transactional'] }));
  expect(iso(judge([code], { rules, purpose: 'transactional' }))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
});

test('the contact of the job itself does not hold its retry', () => {
  expect(iso(judge([touch(noon - hourMs, source)], {}))).toBe('free');
  expect(iso(judge([touch(noon - hourMs, { ...source, run: '2' })], {}))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
});

test('a contact with a later date holds, too: its clock was ahead', () => {
  expect(iso(judge([touch(noon + hourMs)], {}))).toEqual(['2026-11-24T00:00:00.000Z', 0]);
});

test('a consent is needed where a rule says so, and counts from its instant until it expires', () => {
  const rules: ContactRules = { ...onceADay, consent: [{ channel: 'whatsapp', purposes: ['marketing'] }] };
  const consent = {
    purpose: 'marketing',
    channel: undefined,
    basis: 'explicit',
    at: noon,
    evidence: 'form 7',
  } as const;
  const asked = (more: Partial<ContactQuestion>, expires?: number) =>
    judgeContact({
      rules,
      source,
      channel: 'whatsapp',
      purpose: 'marketing',
      at: noon,
      zone: 'Europe/London',
      facts: { ...noFacts, consents: [{ ...consent, expires }] },
      ...more,
    });
  const missing = { kind: 'refused', by: { word: 'noConsent', detail: 'marketing' } };
  expect(asked({ facts: noFacts })).toEqual(missing);
  expect(asked({})).toEqual({ kind: 'free' });
  expect(asked({ at: noon - 1 })).toEqual(missing);
  expect(asked({}, noon)).toEqual(missing);
  expect(asked({ at: noon + 1 }, noon + 1)).toEqual(missing);
  expect(asked({}, noon + 1)).toEqual({ kind: 'free' });
  expect(asked({ facts: noFacts, purpose: 'service' })).toEqual({ kind: 'free' });
  expect(asked({ facts: noFacts, channel: 'otp' })).toEqual({ kind: 'free' });
});

test('before a contact that is planned for later there is room, too', () => {
  const rules = rulesOf(cap(1, 4 * hourMs));
  const later = [touch(noon + 6 * hourMs)];
  expect(iso(judge(later, { rules }))).toBe('free');
  expect(iso(judge(later, { rules, at: noon + 2 * hourMs }))).toBe('free');
  expect(iso(judge(later, { rules, at: noon + 2 * hourMs + 1 }))).toEqual([
    new Date(noon + 10 * hourMs).toISOString(),
    0,
  ]);
  expect(iso(judge([touch(noon + 24 * hourMs)], {}))).toBe('free');
  expect(iso(judge([touch(noon - hourMs), touch(noon + 24 * hourMs)], {}))).toEqual(['2026-11-25T00:00:00.000Z', 0]);
});

test('what one cap allows may be too near to a later contact for another: both hold', () => {
  const rules = rulesOf(cap(1, 4 * hourMs), cap(1, 'day', { channel: 'whatsapp' }));
  const touches = [touch(noon - hourMs, { channel: 'otp' }), touch(noon + 26 * hourMs)];
  expect(iso(judge(touches, { rules }))).toEqual([new Date(noon + 3 * hourMs).toISOString(), 0]);
  const night = [touch(noon - hourMs), touch(Date.parse('2026-11-24T02:00:00Z'), { channel: 'otp' })];
  expect(iso(judge(night, { rules }))).toEqual(['2026-11-24T06:00:00.000Z', 0]);
});

test('a claim holds campaigns of a lower priority, from its instant or from now on, for an hour', () => {
  const claim = { ...touch(noon + hourMs, { campaign: 'autumn' }), priority: 5 };
  const judged = (claims: readonly Claim[], priority: number, more: Partial<ContactFacts> = {}, at = noon) =>
    iso(
      judgeContact({
        rules: { ...rulesOf(cap(1, 4 * hourMs)), priority },
        source,
        channel: 'whatsapp',
        purpose: 'marketing',
        facts: { ...noFacts, ...more, claims },
        at,
        zone: 'Europe/London',
      }),
    );
  const until = (at: number) => [new Date(at).toISOString(), 0];
  expect(judged([claim], 0)).toEqual(until(noon + 5 * hourMs));
  expect(judged([claim], 0, {}, noon + 1.5 * hourMs)).toEqual(until(noon + 5.5 * hourMs));
  expect(judged([claim], 0, {}, noon + 2 * hourMs)).toBe('free');
  expect(judged([claim], 5)).toBe('free');
  expect(judged([{ ...claim, campaign: 'spring' }], 0)).toBe('free');
  expect(judged([{ ...claim, channel: 'otp', purpose: 'transactional' }], 0)).toBe('free');
  expect(judged([claim], 0, { touches: [touch(noon - 4 * hourMs, { campaign: 'autumn' })] })).toBe('free');
});

test('who is claimed is looked at every five seconds, and at the instant at which the last claim ends', () => {
  const claim = { ...touch(noon - hourMs / 2, { campaign: 'autumn' }), priority: 5 };
  const claimedUntil = noon + hourMs / 2;
  const judged = (at: number) => judge([], { facts: { ...noFacts, claims: [claim] }, at });
  const held = { kind: 'held', until: Date.parse('2026-11-24T00:00:00Z'), cap: 0, by: [{ ...claim, at: noon }] };
  expect(judged(noon)).toEqual({ ...held, askAgain: noon + 5_000, claimedUntil });
  const before = claimedUntil - 3_000;
  expect(judged(before)).toEqual({ ...held, by: [{ ...claim, at: before }], askAgain: claimedUntil, claimedUntil });
  expect(judged(claimedUntil)).toEqual({ kind: 'free' });
});

test('a contact may be made where its cap leaves room, however short that is, and the person need not be known', () => {
  const other = { ...noFacts, touches: [touch(noon + 1_000)] };
  const rules = rulesOf(cap(1, 500));
  const may = (at: number, facts: ContactFacts = other) => mayContact(rules, request('2341', { at }), facts);
  expect([noon, noon + 1_000, noon + 1_500].map((at) => may(at))).toEqual([true, false, true]);
  expect(may(noon + 1_000, noFacts)).toBe(true);
  const consent = [{ channel: undefined, purposes: unaskedPurposes }];
  expect(mayContact({ ...rules, consent }, request('2341'), noFacts)).toBe(false);
});

test('a contact that is under way counts in what is used of a cap, also where its clock is ahead', () => {
  const later = touch(noon + 1500, { isReserved: true });
  for (const per of ['day', hourMs] as const) {
    expect(capUse(cap(1, per), { touches: [later], claims: [] }, noon, 'Europe/London')).toMatchObject({ used: 1 });
    expect(capUse(cap(1, per), { touches: [touch(noon + 1500)], claims: [] }, noon, 'Europe/London')).toMatchObject({
      used: 0,
    });
  }
});

test('a cap that planned contacts of a campaign with priority fill has no room for another one', () => {
  const claims = [{ ...touch(noon + hourMs), priority: 5 }];
  const use = capUse(cap(1, 'day'), { touches: [], claims }, noon, 'Europe/London');
  expect(use).toMatchObject({ used: 0, planned: 1 });
  const person = { now: noon, timezone: 'Europe/London', isForgotten: false, contacts: undefined };
  expect(formatCapUse(use, person as never)).toMatch(/: 0 of 1, 1 more is planned by a campaign with priority/);
});
