import { expect, test } from 'vitest';
import { auditView } from '../../src/control/shown/audit-view.ts';

test('an audit says of each rule what the command says, counts all breaches, and lists the first ten with their times', () => {
  const findings = Array.from({ length: 105 }, (_, index) => ({
    rule: 'rate' as const,
    at: '2026-11-23T09:00:00.000Z',
    message: `too fast, ${index}`,
  }));
  const { starts, rules, note } = auditView(
    { starts: 200, checked: ['rate', 'once', 'hours'], checkedOn: { rate: 200, once: 0 }, findings },
    'Africa/Lagos',
  );
  expect([
    starts,
    rules.map(({ rule, checkedStarts, found, verdict }) => [rule, checkedStarts, found, verdict]),
  ]).toEqual([
    200,
    [
      ['rate', 200, 105, '105 violations'],
      ['once', 0, 0, 'nothing to check'],
      ['hours', 200, 0, 'ok'],
    ],
  ]);
  const first = Array.from({ length: 10 }, (_, index) => `Mon 23 Nov 10:00:00  too fast, ${index}`);
  expect(rules.map(({ breaches }) => breaches)).toEqual([[...first, 'and 95 more'], [], []]);
  expect(note).toMatch(/^All starts are judged by what the campaign file says now\. A start from before an edit /);
});

test('what no edit can have changed has no note', () => {
  const findings = [{ rule: 'once' as const, message: 'started twice' }];
  expect(auditView({ starts: 2, checked: ['once'], checkedOn: {}, findings }, 'UTC').note).toBe('');
});

test('of a redial only the request is checked, and the page says so as the command does', () => {
  const { note } = auditView({ starts: 1, checked: ['hours'], checkedOn: {}, findings: [], redials: ['again'] }, 'UTC');
  expect(note).toBe(
    'Of `again` the request is judged: the service calls people by itself, within `allowSendTime`, and does not say when.',
  );
});
