import { expect, test } from 'vitest';
import { shownCost } from '../../src/control/shown/overview-view.ts';

test('what jobs in doubt may have cost is the most that was spent, not what was', () => {
  const counts = { accepted: 2, rejected: 0, skipped: 0, expired: 0, cancelled: 0, inDoubt: 0, sending: 0 };
  const plan = { totals: { cost: 0.5, currency: 'EUR' }, money: [{ of: 'budget', amount: 25, spent: 2 }] };
  const known = { plan } as unknown as Parameters<typeof shownCost>[0];
  expect(shownCost(known, { ...counts, pending: 3 })).toEqual({
    spent: '2.00 EUR',
    isAtMost: false,
    toCome: '0.50 EUR',
    budget: '25.00 EUR',
  });
  expect(shownCost(known, { ...counts, inDoubt: 1, pending: 3 })).toMatchObject({ spent: '2.00 EUR', isAtMost: true });
});
