import { describe, expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { intend, settle } from '../rig/lease.ts';
import { rosterOf } from '../rig/roster.ts';
import { readRecords } from './recorded.ts';

const [a, b] = people(2) as [string, string];
const slot = Date.parse('2026-11-23T19:59:50Z');
const minuteMs = 60_000;

/** What the auditor finds in a state file where the request of `a` left so long after its slot. */
function audited(lateMs: number, more: Parameters<typeof campaignOf>[0] = {}) {
  const forEach = { audience: 'members', where: {} };
  const campaign = campaignOf({
    timezone: 'UTC',
    audiences: [audienceOf({ name: 'members', timezone: { zone: 'UTC' }, lastInbound: { column: 'last' } })],
    steps: [stepOf({ id: 'hello', uses: 'whatsapp.send', forEach })],
    ...more,
  });
  const rosters = new Map([['members', rosterOf('members', [{ key: a, last: '2026-11-22T20:00:00Z' }])]]);
  const times = { attempts: 1, firstAt: slot, at: slot, leftAt: slot + lateMs, settledAt: slot + lateMs + 200 };
  const records = [{ step: 'hello', key: a, state: 'accepted', ...times } as const];
  const findings = auditStarts({ campaign, rosters, ...readRecords(campaign, records) }).findings;
  return findings.map(({ rule, at, message }) => [rule, new Date(at ?? 0).toISOString().slice(11, 19), message]);
}

describe('the audit judges by the instant at which a request left', () => {
  test('the hours and the session', () => {
    expect(audited(9_999)).toEqual([]);
    expect(audited(10_000)).toEqual([
      ['hours', '20:00:00', 'at 20:00:00 in UTC, outside 09:00–20:00 (it left 10000 ms after its slot)'],
      ['session', '20:00:00', 'more than 24 hours after the last message (it left 10000 ms after its slot)'],
    ]);
  });

  test('the dates of the campaign, also of a step that is no longer in the file', () => {
    const ends = '2026-11-23T19:59:55';
    const late = ['dates', '19:59:56', `at or after ${ends} (it left 6000 ms after its slot)`];
    expect(audited(4_000, { ends })).toEqual([]);
    expect(audited(6_000, { ends })).toEqual([late]);
    expect(audited(6_000, { ends, steps: [] })).toEqual([late]);
  });

  test('but rates by the slots', () => {
    const rate = { count: 1, perMs: minuteMs };
    const campaign = campaignOf({
      timezone: 'UTC',
      limits: { rate },
      steps: [stepOf({ id: 'x', uses: 'sms.balance' })],
    });
    const start = (at: number, leftAt: number) => ({ steps: ['x'], at, leftAt, repeat: true });
    const starts = [start(slot - minuteMs, slot - 1_000), start(slot, slot)];
    expect(auditStarts({ campaign, rosters: new Map(), starts, uninterrupted: false, jitterMs: 0 }).findings).toEqual(
      [],
    );
  });
});

test('a departure after hours in the state file is a violation for `audit`, and is in the report', async () => {
  await using rig = await createCampaignRig();
  await rig.members([a, b]);
  await rig.campaign(otpStep, 'timezone: UTC');
  const paths = statePaths({ folder: `${rig.folder}/.callsheet`, campaign: 'trial', sandbox: false });
  const opened = await createFileBackend({ paths }).openForRunning({
    about: { campaign: 'trial', run: '1', service: rig.sandbox.url },
    me: { pid: 1, host: 'here', since: 0 },
    adopt: false,
  });
  if ('refused' in opened) throw new Error(opened.refused.kind);
  for (const [key, leftAt] of [
    [a, slot + 3],
    [b, slot + 10_003],
  ] as const) {
    await intend(opened.lease, { step: 'code', key, attempt: 1, at: slot, requestHash: 'aa' });
    await settle(opened.lease, {
      step: 'code',
      key,
      attempt: 1,
      at: slot + 10_500,
      state: 'accepted',
      code: '0',
      leftAt,
    });
  }
  await opened.lease.close();

  const audited = await rig.callsheet(['audit', 'campaign.yaml', '--show-numbers']).ended;
  expect(audited.code).toBe(1);
  expect(audited.stdout).toContain('1 violation');
  expect(audited.stdout).toContain(
    `Mon 23 Nov 20:00:00  code[${b}]: at 20:00:00 in UTC, outside 09:00–20:00 (it left 10003 ms after its slot)`,
  );
  const rows = JSON.parse(
    await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended.then(({ stdout }) => stdout),
  );
  expect(rows).toMatchObject([
    { leftAt: '2026-11-23T19:59:50.003+00:00' },
    { leftAt: '2026-11-23T20:00:00.003+00:00' },
  ]);
});
