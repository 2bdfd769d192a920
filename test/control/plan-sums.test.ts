import { expect, test } from 'vitest';
import { personStory } from '../../src/control/shown/person-story.ts';
import { planSums } from '../../src/control/shown/plan-sums.ts';
import type { PlanJson } from '../../src/report/plan/json.ts';

test('what depends on the results of others is not called skipped, as on the overview', () => {
  const sums = (toSend: number): readonly string[] => {
    const jobs = {
      toSend,
      done: 0,
      inDoubt: 0,
      pending: 4,
      skipped: { noSession: 22, 'onlyIf:code': 5, 'depends:code': 150 },
    };
    const totals = { toSend, people: toSend === 0 ? 0 : 150, skipped: 177, cost: 0 };
    return planSums({ totals, steps: [{ jobs }] } as unknown as PlanJson, 'UTC');
  };
  expect(sums(162)).toEqual(['162 requests to 150 people', 'up to 154 more, depending on the results', '27 skipped']);
  // Nothing is sent any more, so nothing opens a step that is blocked.
  expect(sums(0)).toEqual(['0 requests', 'up to 150 more, depending on the results', '27 skipped']);
});

test('a plan that ends in the hour that comes twice says which of the two', () => {
  const totals = { toSend: 3, people: 3, skipped: 0, cost: 0 };
  const when = (starts: string, ends: string) =>
    planSums({ totals, steps: [], starts, ends } as unknown as PlanJson, 'Europe/Berlin')[1];
  expect(when('2026-10-25T00:10:00Z', '2026-10-25T01:10:00Z')).toBe('Sun 25 Oct 02:10 (+02:00) to 02:10 (+01:00)');
  expect(when('2026-10-25T00:10:00Z', '2026-10-25T07:00:00Z')).toBe('Sun 25 Oct 02:10 (+02:00) to 08:00');
  expect(when('2026-10-25T07:00:00Z', '2026-10-26T07:00:00Z')).toBe('Sun 25 Oct 08:00 to Mon 26 Oct 08:00');
});

test('a person who waits for a decision about another step is not said to get nothing', () => {
  const step = { step: 'code', rules: [] };
  const steps = [
    { ...step, reason: 'undecided:hello' },
    { ...step, reason: 'depends:hello' },
    { ...step, reason: 'noSession' },
    { ...step, happened: { state: 'inDoubt', attempts: 1 } as const },
  ];
  const input = { now: 0, isUnderWay: false, doubtOf: (...about: readonly unknown[]) => about.join(' ') };
  const story = personStory({ timezone: 'UTC', audiences: [], leftOut: [], steps }, input);
  expect(story.steps.map(({ state, tone, doubt }) => [state, tone, doubt])).toEqual([
    ['Waits for a decision', 'plain', undefined],
    ['Only as needed', 'plain', undefined],
    ['Will not be sent', 'plain', undefined],
    // It leads to where it is decided.
    ['In doubt: it may have arrived', 'ask', { handle: 'code 1' }],
  ]);
});
