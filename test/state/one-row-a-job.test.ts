import { describe, expect, test } from 'vitest';
import { listJobs } from '../../src/ledger/backend.ts';
import { jobColumns } from '../../src/ledger/job-rows.ts';
import { type Database, openDatabase } from '../../src/platform/sql/sqlite.ts';
import { collidingKeys } from '../rig/colliding-keys.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { leaseOf, type StateRig, stateRig } from '../rig/state-rig.ts';

const job = (key: string) => ({ step: 'hello', key });
const intent = (key: string, attempt = 1) => ({ ...job(key), attempt, at: 1_000, requestHash: 'aa' });
const accepted = (key: string, attempt = 1) => ({ ...job(key), attempt, at: 1_500, state: 'accepted' }) as const;
const damaged = (message: string) => ({ refused: { kind: 'trouble', trouble: 'damaged', message } });

function edit(rig: StateRig, change: (database: Database) => void): void {
  const database = openDatabase(rig.paths.database);
  change(database);
  database.close();
}

describe('a job has one row', () => {
  test('and is never claimed again once it has an outcome, by any later process', async () => {
    using rig = stateRig();
    const first = leaseOf(await rig.open());
    const keys = Array.from({ length: 300 }, (_, n) => String(2348030000001 + n));
    for (const key of keys) {
      await intend(first, intent(key));
      await settle(first, accepted(key));
    }
    await first.close();
    const second = leaseOf(await rig.open());
    const claims = await Promise.allSettled(keys.map((key) => intend(second, intent(key, 2))));
    expect(new Set(claims.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await second.counts()).toEqual([{ step: 'hello', state: 'accepted', jobs: 300 }]);
    await second.close();
  });

  test('of its own where two keys have one hash', async () => {
    using rig = stateRig();
    const [one, other] = collidingKeys;
    const first = leaseOf(await rig.open());
    await intend(first, intent(one));
    await settle(first, accepted(one));
    await intend(first, intent(other));
    await settle(first, { ...accepted(other), state: 'rejected' });
    await first.close();
    const second = leaseOf(await rig.open());
    expect([(await second.job(job(one)))?.state, (await second.job(job(other)))?.state]).toEqual([
      'accepted',
      'rejected',
    ]);
    await expect(intend(second, intent(one, 2))).rejects.toThrow('could not be claimed');
    await intend(second, intent(other, 2));
    await settle(second, accepted(other, 2));
    expect((await listJobs(second)).map(({ key, attempts }) => [key, attempts])).toEqual([
      [one, 1],
      [other, 2],
    ]);
    await second.close();
  });

  test('which keeps its place whatever becomes of it later', async () => {
    using rig = stateRig();
    const lease = leaseOf(await rig.open());
    for (const key of ['c', 'a', 'b']) {
      await intend(lease, intent(key));
      await settle(lease, { ...accepted(key), state: 'inDoubt' });
    }
    await decide(lease, job('a'), 'pending', 2_000);
    await intend(lease, intent('d'));
    await intend(lease, intent('a', 2));
    const order = async () => (await listJobs(lease)).map(({ key, state }) => `${key} ${state}`);
    expect(await order()).toEqual(['c inDoubt', 'a sending', 'b inDoubt', 'd sending']);
    await settle(lease, accepted('a', 2));
    await drop(lease, job('e'), 'skipped', 'no zone', 2_000);
    expect(await order()).toEqual(['c inDoubt', 'a accepted', 'b inDoubt', 'd sending', 'e skipped']);
    await lease.close();
  });

  test('and a file in which one has two is refused', async () => {
    using rig = stateRig();
    const lease = leaseOf(await rig.open());
    await drop(lease, job('1'), 'skipped', 'no zone', 1_000);
    await lease.close();
    edit(rig, (database) => {
      database.exec(`INSERT INTO job SELECT run, step, 2, ${jobColumns.join(', ')}, sum FROM job`);
    });
    expect(await rig.open()).toEqual(damaged('a job has two rows'));
  });
});

describe('the rows of a step are counted', () => {
  test.each([
    ['a row is missing', 'DELETE FROM job WHERE position = 2'],
    ['a step has lost its rows', 'DELETE FROM job'],
    ['a step has lost its count', 'DELETE FROM step'],
    ['a count is another', `UPDATE step SET counts = replace(counts, '3', '4')`],
    ['a count is of another step', 'UPDATE step SET id = 2'],
  ])('and a file is refused where %s', async (_, change) => {
    using rig = stateRig();
    const lease = leaseOf(await rig.open());
    for (const key of ['1', '2', '3']) await drop(lease, job(key), 'skipped', 'no zone', 1_000);
    await lease.close();
    edit(rig, (database) => database.exec(change));
    expect(await rig.open()).toEqual(damaged('its rows are not as many as were written'));
  });
});
