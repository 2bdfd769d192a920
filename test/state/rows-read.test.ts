import { expect, test } from 'vitest';
import type { RunLease } from '../../src/ledger/backend.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, leaseOf } from '../rig/state-backends.ts';

/** The planner has no statistics of a table until the server has analyzed it: until then all of its indexes seem equally good. */
const jobsInGroup = 20;

type WriteGroup = (keys: readonly string[]) => Promise<void>;

const keysOf = (group: number): readonly string[] =>
  Array.from({ length: jobsInGroup }, (_, job) => `234803${String(group * jobsInGroup + job).padStart(7, '0')}`);
const intend = (key: string) =>
  ({ kind: 'intend', to: { step: 'hello', key, attempt: 1, at: 1_000, requestHash: 'aa' } }) as const;
const settle = (key: string) =>
  ({ kind: 'settle', to: { step: 'hello', key, attempt: 1, at: 1_500, state: 'accepted', code: '0' } }) as const;

/** Rows of jobs that are read to write so many groups. `use` writes them with a leader, and closes what else it has opened. */
async function rowsRead(
  groups: number,
  use: (
    ledger: { readonly url: string; readonly leader: RunLease },
    write: (group: WriteGroup) => Promise<void>,
  ) => Promise<void>,
): Promise<number> {
  const url = await newDatabase();
  const leader = await leaseOf(createStoreBackend({ url }));
  await query(url, 'ALTER TABLE callsheet.job SET (autovacuum_enabled = false)');
  await use({ url, leader }, async (writeGroup) => {
    for (let group = 0; group < groups; group++) await writeGroup(keysOf(group));
  });
  await leader.close();
  // A connection adds what it has read to the statistics when it ends, at the latest.
  const others = `SELECT count(*) AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  while (Number((await query(url, others))[0]?.['others']) > 0);
  const [row] = await query(
    url,
    `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE schemaname = 'callsheet' AND relname = 'job'`,
  );
  return Number(row?.['rows']);
}

/** For each job that is written when there are many; a table that fills a page or two is rightly read as a whole. */
async function readForEach(use: Parameters<typeof rowsRead>[1]): Promise<number> {
  const [few, many] = [40, 120];
  return ((await rowsRead(many, use)) - (await rowsRead(few, use))) / ((many - few) * jobsInGroup);
}

test('to write a group of jobs a leader reads these jobs, and not all that a run has', async () => {
  const rows = await readForEach(({ leader }, write) =>
    write(async (keys) => {
      await leader.apply(keys.map(intend));
      await leader.apply(keys.map(settle));
    }),
  );
  expect(rows).toBeLessThan(10);
});

test('of a step that has just been filled, a leader reads the few jobs that it writes', async () => {
  const [jobs, groups, jobsEach] = [15_000, 10, 4];
  const readWith = (written: number) =>
    rowsRead(written, ({ url, leader }, write) =>
      write(async (keys) => {
        if (keys.includes(keysOf(0)[0]!)) {
          await leader.apply([intend('1')]);
          await query(
            url,
            `INSERT INTO callsheet.job (run, step, key, state, attempts, doubtful, maybe_sent)
             SELECT run, step, number::text, 'accepted', 1, 0, 0 FROM callsheet.job, generate_series(2, ${jobs}) AS number`,
          );
        }
        await leader.apply(keys.slice(0, jobsEach).map(intend));
      }),
    );
  const rows = ((await readWith(groups + 1)) - (await readWith(1))) / (groups * jobsEach);
  expect(rows).toBeLessThan(10);
});

test('to write a group of outcomes a worker reads these jobs, and not all that a run has', async () => {
  const rows = await readForEach(async ({ url, leader }, write) => {
    const worker = await createStoreBackend({ url }).openForSending!({ ...about, pid: 7, host: 'there', most: 16 });
    if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
    await leader.handOut!.open({ version: '1', digest: 'aa', service: about.service, credentials: 'k' }, true);
    const chunk = '00000000-0000-4000-8000-000000000001';
    await leader.handOut!.give([{ id: chunk, body: {} }]);
    const { lead } = await worker.look(0);
    const claims = worker.claims(lead!);
    await write(async (keys) => {
      await Promise.all(keys.map((key) => claims.claim({ chunk, change: intend(key), isNew: true })));
      await Promise.all(keys.map((key) => claims.settle(settle(key), { body: {}, isAlarm: false })));
    });
    await worker.close();
  });
  expect(rows).toBeLessThan(10);
});
