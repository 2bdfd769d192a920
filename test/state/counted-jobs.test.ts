import { expect, test } from 'vitest';
import type { Decided } from '../../src/state/change.ts';
import { intend, settle } from '../rig/lease.ts';
import { about, accepted, ada, ben, fileBackend, intent, leaseOf } from '../rig/state-backends.ts';

const jobs = { kind: 'counted', text: '{"jobs":[2]}' } as const;

test.each<[string, Pick<Decided, 'step' | 'key' | 'state'>]>([
  ['a job in doubt', { ...ada, state: 'pending' }],
  ['a job that was rejected', { ...ben, state: 'pending' }],
])('jobs that were counted before a person had %s sent again are not recorded after it', async (_, decided) => {
  const backend = fileBackend();
  const lease = await leaseOf(backend);
  await intend(lease, intent);
  await settle(lease, { ...accepted, state: 'inDoubt' });
  await intend(lease, { ...intent, ...ben });
  await settle(lease, { ...accepted, ...ben, state: 'rejected' });
  await lease.apply([jobs]);
  expect((await lease.status()).counted).toBe(jobs.text);
  expect(await backend.decide(about, [{ ...decided, attempts: 1, at: 2_000 }])).toBeUndefined();
  await lease.apply([{ kind: 'ended', exitCode: 0, at: 3_000 }, jobs]);
  expect((await lease.status()).counted).toBeUndefined();
  await lease.close();
  const next = await leaseOf(backend);
  await next.apply([jobs]);
  expect((await next.status()).counted).toBe(jobs.text);
  await next.close();
});

test('jobs that were counted are counted on when a person has accepted one beside the process', async () => {
  const backend = fileBackend();
  const lease = await leaseOf(backend);
  await lease.apply([jobs]);
  await intend(lease, intent);
  await settle(lease, { ...accepted, state: 'inDoubt' });
  expect(await backend.decide(about, [{ ...ada, state: 'accepted', attempts: 1, at: 2_000 }])).toBeUndefined();
  const later = { ...jobs, text: '{"jobs":[3]}' };
  await lease.apply([later]);
  expect((await lease.status()).counted).toBe(later.text);
  await lease.close();
});
