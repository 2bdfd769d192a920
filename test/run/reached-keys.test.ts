import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { reachedKeys } from '../../src/run/resume/effective-history.ts';
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
  // After HTTP 503 nobody knows whether the message went out, though the attempt does not count.
  await intend(lease, { ...job('8'), requestHash: 'aa' });
  await settle(lease, { ...job('8'), state: 'pending', attempted: false, doubtful: true });
  await intend(lease, { ...job('9'), requestHash: 'aa' });
  await settle(lease, { ...job('9'), state: 'pending', code: '-1' });
  await drop(lease, { step: 'code', key: '6' }, 'skipped', 'no zone', 1_000);
  await lease.close();
  const campaign = {
    id: about.campaign,
    steps: [{ id: 'code', forEach: { audience: 'members' } }],
  } as unknown as Campaign;
  const isReached = await reachedKeys('members', campaign, about.run, createFileBackend({ paths: rig.paths }));
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter(isReached)).toEqual([1, 2, 4, 5, 8]);
});
