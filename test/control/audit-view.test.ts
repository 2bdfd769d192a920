import { expect, test } from 'vitest';
import { auditView } from '../../src/control/shown/audit-view.ts';

test('an audit counts all breaches, and lists the first ten', () => {
  const findings = Array.from({ length: 105 }, (_, index) => ({
    rule: 'rate' as const,
    message: `too fast, ${index}`,
  }));
  const { starts, rules } = auditView({ starts: 200, checked: ['rate', 'once'], findings });
  expect([starts, rules.map(({ rule, found }) => [rule, found])]).toEqual([
    200,
    [
      ['rate', 105],
      ['once', 0],
    ],
  ]);
  const first = Array.from({ length: 10 }, (_, index) => `too fast, ${index}`);
  expect(rules.map(({ breaches }) => breaches)).toEqual([[...first, 'And 95 more.'], []]);
});
