import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { recover } from '../../src/run/resume/recover.ts';
import { hasBegun } from '../../src/run/summary.ts';
import { campaignOf, stepOf } from '../rig/campaign.ts';
import { intend, settle } from '../rig/lease.ts';
import { about, ada, ben, intent } from '../rig/state-backends.ts';

const campaign = campaignOf({ steps: [stepOf({ id: 'hello', uses: 'otp.send' })] });

test('a run has begun whose only answer was lost, also after a second crash', async () => {
  const backend = createMemoryBackend();
  const first = backend.openLease({ about });
  expect(await hasBegun(campaign, first)).toBe(false);
  await intend(first, intent);
  expect(await hasBegun(campaign, first)).toBe(true);
  first.die(() => 0);
  const second = backend.openLease({ about });
  expect(await recover(campaign, second, 2_000)).toEqual({ again: 1, edited: 0, inDoubt: 0 });
  second.die(() => 0);
  const third = backend.openLease({ about });
  expect(await third.job(ada)).toMatchObject({ state: 'pending', doubtful: true });
  expect(await hasBegun(campaign, third)).toBe(true);
});

test('a run has begun with an attempt that may have left, and not with one that did not', async () => {
  const lease = createMemoryBackend().openLease({ about });
  const pending = { attempt: 1, at: 1_500, state: 'pending', attempted: false } as const;
  await intend(lease, intent);
  await settle(lease, { ...ada, ...pending, maybeSent: false });
  expect(await hasBegun(campaign, lease)).toBe(false);
  await intend(lease, { ...intent, ...ben });
  await settle(lease, { ...ben, ...pending, maybeSent: true });
  expect(await hasBegun(campaign, lease)).toBe(true);
});
