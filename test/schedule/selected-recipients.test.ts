import { expect, test } from 'vitest';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

const forEach = { audience: 'members', where: {} };
const members = audienceOf({ name: 'members' });

test('recipients may be those with one of several outcomes of an earlier step', () => {
  const reads = { columns: ['name'], cells: ['name'], steps: [], optionalSteps: [] };
  const onlyIf = { step: 'hello', outcomes: ['rejected', 'skipped'] as const };
  const steps = [
    stepOf({ id: 'hello', uses: 'otp.send', forEach, reads }),
    stepOf({ id: 'call', uses: 'otp.send', forEach: { ...forEach, onlyIf } }),
  ];
  const turned = turn({
    campaign: campaignOf({ audiences: [members], steps }),
    rosters: [
      rosterOf('members', [
        { key: '1', name: 'Ada' },
        { key: '2', name: '' },
        { key: '3', name: 'Obi' },
      ]),
    ],
    now: '2026-11-23T10:00:00',
    settle: ({ step, key }) => ({
      kind: 'settled',
      state: step.id === 'hello' && key === '3' ? 'rejected' : 'accepted',
    }),
  });
  expect(lines(turned).slice(3)).toEqual([
    '2026-11-23 10:00:00 call[1] skipped onlyIf:hello',
    '2026-11-23 10:00:00 call[2]',
    '2026-11-23 10:00:00 call[3]',
  ]);
});

test('recipients that `where` does not select have no job', () => {
  const step = stepOf({
    id: 'hello',
    uses: 'otp.send',
    forEach: { audience: 'members', where: { tier: [{ kind: 'oneOf', values: ['gold', '2'] }] } },
  });
  const rows = [{ key: '1', tier: 'gold' }, { key: '2', tier: 'tin' }, { key: '3', tier: 2 }, { key: '4' }];
  const campaign = campaignOf({ audiences: [members], steps: [step] });
  expect(lines(turn({ campaign, rosters: [rosterOf('members', rows)], now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 hello[1]',
    '2026-11-23 10:00:00 hello[3]',
  ]);
});
