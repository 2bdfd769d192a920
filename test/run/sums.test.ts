import { expect, test } from 'vitest';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { RunReader } from '../../src/ledger/backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { summarise } from '../../src/run/summary.ts';
import { audienceOf, campaignOf, everyDay, stepOf } from '../rig/campaign.ts';
import { drop, intend, settle } from '../rig/lease.ts';
import { rosterOf } from '../rig/roster.ts';
import { about, ada, ben, intent } from '../rig/state-backends.ts';

const forEach = { audience: 'members', where: {} };
const campaign = campaignOf({
  audiences: [audienceOf({ name: 'members' })],
  steps: [stepOf({ id: ada.step, uses: 'otp.send', window: everyDay, forEach })],
});
const keys = [ada.key, ben.key, '2348000000003', '2348000000004'];
const rosters = new Map([
  [
    'members',
    rosterOf(
      'members',
      keys.map((key) => ({ key })),
    ),
  ],
]);
const loaded = { campaign, rosters } as unknown as LoadedCampaign;

test('beside a process that sends, the sums are of one moment, and everybody is in one of them', async () => {
  const lease = createMemoryBackend().openLease({ about });
  await intend(lease, intent);
  await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'accepted' });
  // It was removed from the list since.
  await drop(lease, { ...ada, key: '2348000000099' }, 'skipped', 'removed', 1_500);
  const beside: Pick<RunReader, 'counts' | 'stepHistories'> = {
    counts: () => lease.counts(),
    async stepHistories(detail) {
      await intend(lease, { ...intent, ...ben });
      return lease.stepHistories(detail);
    },
  };
  const { summary } = await summarise(loaded, beside);
  expect(summary).toMatchObject({ accepted: 1, skipped: 1, inDoubt: 0, pending: 3 });
  expect((await summarise(loaded, lease)).summary).toMatchObject({ accepted: 1, skipped: 1, inDoubt: 1, pending: 2 });
});
