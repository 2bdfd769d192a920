import { expect } from 'vitest';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { Settled } from '../../src/ledger/change.ts';
import { type Claims, type Lead, type WorkerLease, whyNotClaimed } from '../../src/ledger/hand-out.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { newDatabase } from './postgres/database.ts';
import { about, ada, intent, leaseOf } from './state-backends.ts';

export const sentWith = { version: '1', digest: 'aa', service: about.service, credentials: 'k' };
export const quiet = { body: {}, isAlarm: false };
export const chunkId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const outcome = (to: Pick<Settled, 'key' | 'state'>): { readonly kind: 'settle'; readonly to: Settled } => ({
  kind: 'settle',
  to: { step: 'hello', attempt: 1, at: 1_500, code: '0', ...to },
});

/** A leader with one chunk, which a worker has fetched. */
export interface Crew extends AsyncDisposable {
  readonly url: string;
  readonly leader: RunLease;
  readonly worker: WorkerLease;
  readonly claims: Claims;
  readonly chunk: string;
  newWorker(leaseSeconds?: number): Promise<WorkerLease>;
}

export async function crew(
  input: { readonly leaseSeconds?: number | undefined; readonly rollbackGuard?: string } = {},
): Promise<Crew> {
  const url = await newDatabase();
  const { leaseSeconds = 60, rollbackGuard } = input;
  const leader = await leaseOf(createStoreBackend({ url, rollbackGuard }));
  const opened: WorkerLease[] = [];
  const newWorker: Crew['newWorker'] = async (seconds = leaseSeconds) => {
    const backend = createStoreBackend({ url: `${url}?lease=${seconds}` });
    const worker = await backend.openForSending?.({ campaign: about.campaign, pid: 7, host: 'there', most: 16 });
    if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
    opened.push(worker);
    return worker;
  };
  const worker = await newWorker();
  await leader.handOut!.open(sentWith, true);
  const chunk = chunkId(1);
  await leader.handOut!.give([{ id: chunk, body: { jobs: ['some'] } }]);
  const { epoch } = await leadOf(worker);
  const ageMs = expect.any(Number) as number;
  expect(await worker.fetch()).toEqual({ id: chunk, epoch, body: { jobs: ['some'] }, ageMs });
  return {
    url,
    leader,
    worker,
    claims: worker.claims(await leadOf(worker)),
    chunk,
    newWorker,
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await leader.close();
    },
  };
}

export async function leadOf(worker: WorkerLease): Promise<Lead> {
  const { lead } = await worker.look(0);
  if (lead === undefined) throw new Error('nobody leads');
  return lead;
}

export const claim = (claims: Claims, chunk: string, key: string | undefined = ada.key): Promise<string> =>
  claims.claim({ chunk, change: { kind: 'intend', to: { ...intent, key } }, isNew: true }).then(
    () => 'claimed',
    (error: unknown) => whyNotClaimed(error) ?? String(error),
  );
