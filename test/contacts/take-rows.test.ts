import { existsSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { takeRows } from '../../src/contacts/sqlite/take-rows.ts';
import { type ContactsRig, contactsRig, noon, onceADay, request } from '../rig/contacts.ts';

const [ada, bola] = ['2348030000001', '2348030000002'] as const;
const place = 'postgres://db/contacts';
const refused = { kind: 'toStore', place };

function suppression(key: string) {
  return { key, reason: 'asked', source: '', channel: undefined, purpose: undefined, from: noon, until: undefined };
}

function inputOf({ paths }: ContactsRig) {
  return { paths, project: 'shop', pepper: undefined };
}

test('nothing is written to a file whose rows are on their way to a store, and it is known where they are', async () => {
  using rig = contactsRig();
  const open = rig.opened();
  const taken = await takeRows(inputOf(rig), {
    place,
    async put() {
      expect(rig.open()).toEqual(refused);
      expect(() => open.suppress([suppression(ada)])).toThrow(expect.objectContaining({ refusal: refused }));
      expect(() => open.reserve(onceADay, [request(bola)])).toThrow(expect.objectContaining({ refusal: refused }));
    },
  });
  expect(taken).toEqual({ renamed: `${rig.paths.database}.moved` });
  // One that has had it open since before.
  expect(() => open.suppress([suppression(ada)])).toThrow(expect.objectContaining({ refusal: refused }));
  open.close();
  expect(rig.open()).toEqual({ kind: 'inStore', place });
  expect(await takeRows(inputOf(rig), { place, put: async () => {} })).toEqual({ kind: 'inStore', place });
  rmSync(`${rig.paths.database}.moved`);
  expect(rig.open()).toEqual({ kind: 'missing' });
});

test('a file whose rows did not get to the store is used as before', async () => {
  using rig = contactsRig();
  rig.opened().close();
  const failing = takeRows(inputOf(rig), { place, put: () => Promise.reject(new Error('no database')) });
  await expect(failing).rejects.toThrow('no database');
  const ledger = rig.opened();
  ledger.suppress([suppression(ada)]);
  ledger.close();
  const sources: string[] = [];
  const put = async (rows: { readonly suppressions: readonly { readonly source: string }[] }): Promise<void> => {
    sources.push(...rows.suppressions.map(({ source }) => source));
  };
  await takeRows(inputOf(rig), { place, put });
  expect(sources).toEqual(['']);
});

test('a file whose rows may be in a store is not used, and can be moved only there', async () => {
  using rig = contactsRig();
  rig.opened().close();
  const lost = takeRows(inputOf(rig), {
    place,
    put(_rows, mayBeThere) {
      mayBeThere();
      return Promise.reject(new Error('the answer was lost'));
    },
  });
  await expect(lost).rejects.toThrow('the answer was lost');
  expect(rig.open()).toEqual(refused);
  expect(await takeRows(inputOf(rig), { place: 'postgres://other/contacts', put: async () => {} })).toEqual(refused);
  // Another attempt that fails does not know what became of the first one.
  const again = takeRows(inputOf(rig), { place, put: () => Promise.reject(new Error('no database')) });
  await expect(again).rejects.toThrow('no database');
  expect(rig.open()).toEqual(refused);
  expect(existsSync(rig.paths.database)).toBe(true);
  const taken = await takeRows(inputOf(rig), { place: 'postgres://role@db:5432/contacts', put: async () => {} });
  expect(taken).toEqual({ renamed: `${rig.paths.database}.moved` });
});
