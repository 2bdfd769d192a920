import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { usedUp } from '../../src/plan/budget.ts';
import { historyOf } from '../rig/campaign.ts';

const [a, b, c, d] = ['2348030000001', '2348030000002', '2348030000003', '2348030000004'];
const campaign = (budget: number): Campaign =>
  ({
    limits: { budget },
    costs: { 'otp.send': 0.1, 'whatsapp.send': 0.7 },
    currency: 'EUR',
    steps: [
      { id: 'code', was: 'otp', uses: 'otp.send' },
      { id: 'balance', uses: 'sms.balance' },
    ],
  }) as unknown as Campaign;
const job = { step: 'code', attempts: 1 };
const history = historyOf([
  { ...job, step: 'otp', key: a, state: 'accepted' },
  { ...job, key: b, state: 'inDoubt' },
  { ...job, key: c, state: 'pending', doubtful: true },
  { ...job, key: d, state: 'rejected' },
  { step: 'gone', key: a, state: 'accepted', attempts: 1 },
]);

test('a budget pays for a job unless its price is more than what is left of it', () => {
  expect(usedUp(campaign(0.4), history, { step: 'code', key: d })).toBeUndefined();
  expect(usedUp(campaign(0.39), history, { step: 'code', key: d })).toEqual({
    budget: 0.39,
    spent: 0.3,
    currency: 'EUR',
  });
});

test('a retry of what may have been paid for, and what has no price, cost nothing more', () => {
  expect(usedUp(campaign(0.1), history, { step: 'code', key: c })).toBeUndefined();
  expect(usedUp(campaign(0.1), history, { step: 'balance', key: undefined })).toBeUndefined();
});
