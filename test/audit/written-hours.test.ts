import { describe, expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import { hoursOf } from '../../src/audit/hours.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import { everyDay } from '../rig/campaign.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const balance = 'uses: sms.balance, expect: { available: { atLeast: 1 } }';
const campaign = `campaign: hours
timezone: UTC
window: { open: "10:00", close: "18:00", days: [mon, tue, wed], except: [2026-12-08] }
steps:
  plain: { ${balance} }
  narrow: { ${balance}, window: { open: "12:00", days: [tue, wed], except: [2026-12-09] } }
  early: { ${balance}, window: { close: "15:00" } }
  night: { ${balance}, purpose: transactional, window: { open: "21:00", close: "06:00" } }
  always: { ${balance}, purpose: transactional, window: always }
`;

async function load(text: string) {
  const files = memoryFiles({ 'c.yaml': text });
  const { value, diagnostics } = await loadCampaign({
    path: 'c.yaml',
    cwd: '/work',
    files,
    env: {},
    inputs: {},
    depth: 'text',
  });
  if (value === undefined) throw new Error(diagnostics.map((one) => one.message).join('\n'));
  return value;
}

describe('the auditor reads the windows as they are written', () => {
  test('and comes to the same hours as the planner by its own code', async () => {
    const { campaign: lowered, windows } = await load(campaign);
    for (const step of lowered.steps) {
      const { span: _, ...hours } = step.window === 'always' ? { always: true } : step.window;
      const own = hoursOf(step, windows);
      expect([step.id, own === 'always' ? { always: true } : own]).toEqual([step.id, hours]);
    }
  });

  test('without any window too', async () => {
    const { campaign: lowered, windows } = await load(`campaign: c\ntimezone: UTC\nsteps:\n  one: { ${balance} }\n`);
    expect(hoursOf(lowered.steps[0]!, windows)).toEqual(everyDay);
  });

  test('so that a start at an hour that was lowered wrongly is found', async () => {
    const { campaign: right, windows } = await load(campaign);
    const wrong = { ...right, steps: right.steps.map((step) => ({ ...step, window: everyDay })) };
    const starts = [{ steps: ['narrow'], at: Date.parse('2026-12-01T11:00:00Z') }];
    const given = { campaign: wrong, rosters: new Map(), starts, uninterrupted: false, jitterMs: 0 };
    expect(auditStarts({ ...given, windows }).findings.map(({ message }) => message)).toEqual([
      'at 11:00:00 in UTC, outside 12:00–18:00',
    ]);
    expect(auditStarts(given).findings).toEqual([]);
  });
});
