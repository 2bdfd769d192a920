import { expect, test } from 'vitest';
import type { PersonEntry } from '../../src/plan/person.ts';
import type { WhyStep } from '../../src/plan/why.ts';
import { detailOf } from '../../src/report/plan/person.ts';

const timezone = 'Etc/UTC';
const at = Date.parse('2026-11-23T09:00:00Z');
const about = { at, campaign: 'spring', run: '1', step: 'hello' };

test('of a job that was in doubt, one line has what the attempt came to and what somebody decided', () => {
  const happened: WhyStep['happened'] = {
    step: 'hello',
    state: 'accepted',
    attempts: 1,
    at,
    settledAt: at + 60_000,
    reason: 'connection reset (ECONNRESET)',
    decisions: [{ at: at + 60_000, by: 'ada', state: 'accepted', comment: 'they answered' }],
  };
  const step = { ...about, rules: [], happened } as unknown as WhyStep;
  expect(detailOf({ ...about, what: { kind: 'happened', step } }, { timezone })).toBe(
    'accepted, sent Mon 23 Nov 09:00:00, settled Mon 23 Nov 09:01:00, 1 attempt, connection reset (ECONNRESET); decided: accepted by ada, Mon 23 Nov 09:01:00: they answered',
  );
});

test('a contact that is only reserved is not called made', () => {
  const detail = (more: object) => {
    const touch = { ...about, channel: 'otp', purpose: 'service', ...more } as const;
    return detailOf({ ...about, what: { kind: 'touch', touch } } satisfies PersonEntry, { timezone });
  };
  expect(detail({})).toBe('contacted (otp, service), by the contact ledger');
  expect(detail({ isReserved: true })).toBe('in flight (otp, service), by the contact ledger');
});
