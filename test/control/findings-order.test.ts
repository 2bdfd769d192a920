import { expect, test } from 'vitest';
import { createKnownPlans } from '../../src/cli/control/control-room.ts';
import { type KnownPlan, readPlan, withWarnings } from '../../src/control/shown/known-plan.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';
import type { ShownFinding } from '../../src/control/shown/views.ts';
import { createRealClock } from '../../src/platform/clocks.ts';

const warning = (code: string, place: string): ShownFinding => ({ code, severity: 'warning', message: code, place });

test('a warning that the plan has, too, comes before those about rows that are left out, and once', () => {
  const known: KnownPlan = {
    plan: undefined,
    findings: [warning('CS5102', 'a.yaml:1'), warning('CS6047', 'a.yaml:9')],
    trouble: undefined,
  };
  const warnings = [warning('CS6006', 'people.csv:4'), warning('CS6047', 'people.csv:49')];
  expect(withWarnings(known, warnings).findings.map(({ code, place }) => `${code} ${place}`)).toEqual([
    'CS5102 a.yaml:1',
    'CS6047 people.csv:49',
    'CS6006 people.csv:4',
  ]);
});

test('findings mask numbers, as every text of the pages does', () => {
  const message = 'No row of `members.csv` has `2348030000001` in `phone`';
  const finding = { code: 'CS6021', severity: 'warning', message, file: 'a.yaml', range: { start: { line: 9 } } };
  const known = readPlan(1, JSON.stringify({ diagnostics: [finding] }), '');
  expect(known.findings.map((one) => one.message)).toEqual(['No row of `members.csv` has `234…0001` in `phone`']);
  expect(readPlan(2, '', '+234 803 000 0001 is unknown\n').trouble).toBe('+234…0001 is unknown');
});

test('as long as `check` has not answered, there may be more findings than those of the plan', async () => {
  const finding = {
    code: 'CS6005',
    severity: 'warning',
    message: 'twice',
    file: 'people.csv',
    range: { start: { line: 3 } },
  };
  const printed = (value: object) => ({ code: 0, out: JSON.stringify(value), err: '' });
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const plan = printed({ inputs: {}, totals: {}, diagnostics: [] });
  const commands = { about: async () => plan, check: () => held.then(() => printed({ diagnostics: [finding] })) };
  const plans = createKnownPlans(commands, { clock: createRealClock(), cwd: '/' });
  const known = (): unknown => {
    const found = plans.of('a.yaml', { state: 'new', counts: new Map() } as unknown as RunLook);
    return found && [found.isChecking, found.findings.map(({ code }) => code)];
  };
  expect(known()).toBeUndefined();
  await expect.poll(known, { timeout: 30_000 }).toEqual([true, []]);
  answer();
  await expect.poll(known, { timeout: 30_000 }).toEqual([false, ['CS6005']]);
});
