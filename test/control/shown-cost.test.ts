import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { shownCost } from '../../src/control/shown/campaign-now.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';

const campaign = { steps: [{ id: 'code', uses: 'otp.send' }], costs: { 'otp.send': 0.5 } } as unknown as Campaign;
const none = { accepted: 0, rejected: 0, skipped: 0, expired: 0, cancelled: 0, inDoubt: 0, sending: 0 };
/** Of a minute ago, when nothing had been sent. */
const plan = { totals: { cost: 3, currency: 'EUR' }, money: [{ of: 'budget', amount: 25, spent: 0 }] };
const known = { plan } as unknown as KnownPlan;

test('the cost is that of the counts beside it, however old the plan is', () => {
  const counts = { ...none, accepted: 3, rejected: 1, sending: 1, pending: 1 };
  expect(shownCost(campaign, known, [{ id: 'code', counts }])).toEqual({
    spent: '2.00 EUR',
    isAtMost: false,
    toCome: '0.50 EUR',
    budget: '25.00 EUR',
  });
});

test('what jobs in doubt may have cost is the most that was spent, not what was', () => {
  const counts = { ...none, accepted: 2, inDoubt: 2, pending: 0 };
  const cost = { spent: '2.00 EUR', isAtMost: true, toCome: undefined, budget: '25.00 EUR' };
  expect(shownCost(campaign, known, [{ id: 'code', counts }])).toEqual(cost);
});

test('without a budget it is what was spent, and what is to come; nothing where nothing has a price', () => {
  const free = { plan: { ...plan, money: undefined } } as unknown as KnownPlan;
  const costOf = (counts: { readonly accepted?: number; readonly pending: number }, of = campaign) =>
    shownCost(of, free, [{ id: 'code', counts: { ...none, ...counts } }]);
  expect(costOf({ pending: 4 })).toMatchObject({ spent: undefined, toCome: '2.00 EUR', budget: undefined });
  expect(costOf({ accepted: 2, pending: 4 })).toMatchObject({ spent: '1.00 EUR', toCome: '2.00 EUR' });
  expect(costOf({ accepted: 6, pending: 0 })).toMatchObject({ spent: '3.00 EUR', toCome: undefined });
  expect(costOf({ accepted: 6, pending: 0 }, { ...campaign, costs: {} })).toBeUndefined();
});
