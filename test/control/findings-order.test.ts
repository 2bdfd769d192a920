import { expect, test } from 'vitest';
import { type KnownPlan, withWarnings } from '../../src/control/shown/known-plan.ts';
import type { ShownFinding } from '../../src/control/shown/views.ts';

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
