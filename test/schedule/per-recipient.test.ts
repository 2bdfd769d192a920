import { expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

const named = (...keys: readonly string[]) => [
  rosterOf(
    'members',
    keys.map((key) => ({ key })),
  ),
];
const forEach = { audience: 'members', where: {} };
const members = audienceOf({ name: 'members' });
const record = (parts: Pick<JobRecord, 'step' | 'state' | 'key' | 'at'>): JobRecord => ({ attempts: 1, ...parts });
const at = (local: string) => instantOf(local, 'Africa/Lagos');

test('nobody is contacted for `perRecipient` between messages of two steps', () => {
  const steps = [stepOf({ id: 'a', uses: 'otp.send', forEach }), stepOf({ id: 'b', uses: 'whatsapp.send', forEach })];
  const campaign = campaignOf({ audiences: [members], steps, limits: { perRecipient: { count: 1, perMs: 6000 } } });
  const history = historyOf([record({ step: 'a', key: '2', state: 'accepted', at: at('2026-11-23T09:59:58') })]);
  expect(lines(turn({ campaign, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 a[1]',
    '2026-11-23 10:00:04 b[2] perRecipient',
    '2026-11-23 10:00:06 b[1] perRecipient',
  ]);
});

test('nobody is contacted for `perRecipient` across steps and audiences', () => {
  const gold = audienceOf({ name: 'gold' });
  const steps = [
    stepOf({ id: 'a', uses: 'otp.send', forEach }),
    stepOf({ id: 'b', uses: 'whatsapp.send', forEach: { audience: 'gold', where: {} } }),
  ];
  const campaign = campaignOf({
    audiences: [members, gold],
    steps,
    limits: { perRecipient: { count: 1, perMs: 6000 } },
  });
  const history = historyOf([record({ step: 'a', key: '2', state: 'accepted', at: at('2026-11-23T09:59:58') })]);
  const rosters = [
    rosterOf('members', [{ key: '1' }, { key: '2' }]),
    rosterOf('gold', [{ key: '3' }, { key: '2' }, { key: '1' }]),
  ];
  expect(lines(turn({ campaign, rosters, history, now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 a[1]',
    '2026-11-23 10:00:00 b[3]',
    '2026-11-23 10:00:04 b[2] perRecipient',
    '2026-11-23 10:00:06 b[1] perRecipient',
  ]);
});

test('who may be contacted again only after the end is dropped at the end', () => {
  const steps = [stepOf({ id: 'a', uses: 'otp.send', forEach }), stepOf({ id: 'b', uses: 'otp.send', forEach })];
  const limits = { perRecipient: { count: 1, perMs: 3 * 86_400_000 } };
  const campaign = campaignOf({ audiences: [members], steps, limits, ends: '2026-11-23T12:00:00' });
  expect(lines(turn({ campaign, rosters: named('1'), now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 a[1]',
    '2026-11-23 12:00:00 b[1] expired ends',
  ]);
});

test('nobody is contacted for `perRecipient` after a message of a step that was removed from the file', () => {
  const step = stepOf({ id: 'b', uses: 'whatsapp.send', forEach });
  const campaign = campaignOf({
    audiences: [members],
    steps: [step],
    limits: { perRecipient: { count: 1, perMs: 6000 } },
  });
  const jobs = [record({ step: 'gone', key: '2', state: 'accepted', at: at('2026-11-23T09:59:58') })];
  const history = historyOf(jobs);
  expect(lines(turn({ campaign, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 b[1]',
    '2026-11-23 10:00:04 b[2] perRecipient',
  ]);
});

test.each<[string, Partial<JobRecord>, string]>([
  ['never left', { attempts: 0 }, '2026-11-23 10:00:00'],
  ['was refused, and is to be sent again', { attempts: 1 }, '2026-11-23 10:00:04'],
  ['was throttled', { attempts: 0, maybeSent: true }, '2026-11-23 10:00:04'],
])('a message that %s keeps the same person from others for `perRecipient` only where it has left', (_, more, from) => {
  const limits = { perRecipient: { count: 1, perMs: 6000 } };
  const gone = record({ step: 'gone', key: '1', state: 'pending', at: at('2026-11-23T09:59:58') });
  const history = historyOf([{ ...gone, ...more }]);
  const other = audienceOf({ name: 'other' });
  const steps = [stepOf({ id: 'b', uses: 'otp.send', forEach })];
  for (const audiences of [[members], [members, other]]) {
    const campaign = campaignOf({ audiences, steps, limits });
    const rosters = [...named('1'), rosterOf('other', [])];
    const first = turn({ campaign, rosters, history, now: '2026-11-23T10:00:00' });
    expect(lines(first)[0]).toMatch(new RegExp(`^${from} b\\[1\\]`));
  }
});

test('a message that never left is sent at once when the run goes on, however long the gap is', () => {
  const campaign = campaignOf({
    audiences: [members],
    steps: [stepOf({ id: 'a', uses: 'otp.send', forEach })],
    limits: { perRecipient: { count: 1, perMs: 86_400_000 } },
  });
  const unsent = { ...record({ step: 'a', key: '1', state: 'pending', at: at('2026-11-23T09:59:58') }), attempts: 0 };
  const turned = turn({ campaign, rosters: named('1'), history: historyOf([unsent]), now: '2026-11-23T10:00:00' });
  expect(lines(turned)).toEqual(['2026-11-23 10:00:00 a[1]']);
});
