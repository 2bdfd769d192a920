import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { reachedKeys } from '../../src/run/resume/reached-keys.ts';
import { drop, intend, settle } from '../rig/lease.ts';
import { about, leaseOf, stateRig } from '../rig/state-rig.ts';

test('everybody who may have got something is reached, with outputs or without; who was rejected or skipped is not', async () => {
  using rig = stateRig();
  const lease = leaseOf(await rig.open());
  const job = (key: string) => ({ step: 'code', key, attempt: 1, at: 1_000 });
  const outcomes = [
    { ...job('1'), state: 'accepted' },
    { ...job('2'), state: 'accepted', outputs: { verificationId: 'v-2' } },
    { ...job('3'), state: 'rejected', code: '-18' },
    { ...job('4'), state: 'inDoubt' },
  ] as const;
  for (const to of outcomes) {
    await intend(lease, { ...job(to.key), requestHash: 'aa' });
    await settle(lease, to);
  }
  await intend(lease, { ...job('5'), requestHash: 'aa' });
  await drop(lease, { step: 'code', key: '6' }, 'skipped', 'no zone', 1_000);
  await lease.close();
  const campaign = {
    id: about.campaign,
    steps: [{ id: 'code', forEach: { audience: 'members' } }],
  } as unknown as Campaign;
  const isReached = await reachedKeys('members', campaign, about.run, createFileBackend({ paths: rig.paths }));
  expect([1, 2, 3, 4, 5, 6, 7].map(isReached)).toEqual([true, true, false, true, true, false, false]);
});
