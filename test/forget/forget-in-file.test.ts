import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forgetKey } from '../../src/ledger/file-backend.ts';
import { databaseTrouble, openDatabase } from '../../src/platform/sql/sqlite.ts';
import { intend, settle } from '../rig/lease.ts';
import { leaseOf, type StateRig, stateRig } from '../rig/state-rig.ts';

const me = '2348030000002';
const forgotten = {
  key: me,
  token: '01234567890123456789',
  clean: (text: string) => text.replaceAll(me, '01234567890123456789'),
};

const hasNumber = ({ paths }: StateRig): boolean =>
  [paths.database, `${paths.database}-wal`].some(
    (path) => existsSync(path) && readFileSync(path, 'latin1').includes(me),
  );

test('the texts that a person has confirmed have the number no more', async () => {
  using rig = stateRig();
  const lease = leaseOf(await rig.open());
  await lease.apply([
    { kind: 'confirmed', text: `{"where":"phone != ${me}"}` },
    { kind: 'confirmedPeople', part: 0, text: `{"${me}":1}` },
  ]);
  await lease.close();
  expect(hasNumber(rig)).toBe(true);
  forgetKey(rig.paths.database, forgotten);
  expect(hasNumber(rig)).toBe(false);
});

test('a number that the answer about somebody else has as a number, and not as a text, is taken out, too', async () => {
  using rig = stateRig();
  const lease = leaseOf(await rig.open());
  const job = { step: 'bindings', key: undefined, attempt: 1, at: 1_000 };
  await intend(lease, { ...job, requestHash: 'aa' });
  const outputs = { total: 1, records: [{ telA: Number(me), telB: me, '1': 2.5 }] };
  await settle(lease, { ...job, state: 'accepted', outputs });
  await lease.close();
  forgetKey(rig.paths.database, forgotten);
  const after = leaseOf(await rig.open());
  const { token } = forgotten;
  expect((await after.job(job))?.outputs).toEqual({ total: 1, records: [{ telA: token, telB: token, '1': 2.5 }] });
  await after.close();
});

test('a file that somebody reads is not said to be without the number, which its old pages have; it is done again', async () => {
  using rig = stateRig();
  const lease = leaseOf(await rig.open());
  await intend(lease, { step: 'hello', key: me, attempt: 1, at: 1_000, requestHash: 'aa' });
  await lease.close();
  const reader = openDatabase(rig.paths.database);
  reader.exec('BEGIN');
  expect(reader.prepare('SELECT key FROM job').get()).toEqual({ key: me });
  const error = ((): unknown => {
    try {
      return forgetKey(rig.paths.database, forgotten);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(databaseTrouble(error)).toBe('busy');
  expect(hasNumber(rig)).toBe(true);
  reader.exec('COMMIT');
  forgetKey(rig.paths.database, forgotten);
  expect(hasNumber(rig)).toBe(false);
  reader.close();
});
