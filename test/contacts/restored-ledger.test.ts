import { copyFileSync, cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { openContactLedger, readContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, once, people } from '../rig/campaign-rig.ts';
import { onceADay, request, reserve, settle } from '../rig/contacts.ts';

const [ada, bola] = people(2) as [string, string];
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'callsheet-restored-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inputOf = (name: string, sandbox = false) => ({
  paths: contactPaths({ folder: join(folder, name), sandbox }),
  project: 'shop',
  pepper: undefined,
  guard: join(folder, 'guard'),
});
async function suppress(key: string, input: ReturnType<typeof inputOf> & { readonly adopt?: boolean }): Promise<void> {
  const ledger = openContactLedger(input);
  if ('kind' in ledger) throw new Error(`refused: ${ledger.kind}`);
  const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
  await ledger.suppress([{ ...always, key, reason: 'asked to stop', source: '' }]);
  ledger.close();
}
const closed = (opened: LedgerFile | object | undefined): unknown => {
  if (opened === undefined || !('close' in opened)) return opened;
  opened.close();
  return 'opened';
};

test('a ledger that was restored from an older copy is refused for reading and writing until it is adopted', async () => {
  const here = inputOf('here');
  const { database } = here.paths;
  await suppress(ada, here);
  copyFileSync(database, join(folder, 'old.db'));
  const ledger = openContactLedger(here) as LedgerFile;
  expect(reserve(ledger, onceADay, [request(bola)])).toEqual([true]);
  settle(ledger, request(bola), 'accepted');
  ledger.close();
  copyFileSync(database, join(folder, 'new.db'));
  copyFileSync(join(folder, 'old.db'), database);
  for (const open of [openContactLedger, readContactLedger])
    expect(open(here)).toEqual({ kind: 'behind', seq: 1, known: expect.any(Number) });
  copyFileSync(join(folder, 'new.db'), database);
  expect(closed(openContactLedger(here))).toBe('opened');
  copyFileSync(join(folder, 'old.db'), database);
  await suppress(bola, { ...here, adopt: true });
  for (const open of [openContactLedger, readContactLedger]) expect(closed(open(here))).toBe('opened');
  // What was left behind is older from then on.
  copyFileSync(join(folder, 'new.db'), database);
  expect(openContactLedger(here)).toMatchObject({ kind: 'behind' });
});

test('a ledger that was moved is used, a copy beside it only while it knows as much, and that of a sandbox always', async () => {
  const [here, there, copy] = [inputOf('here'), inputOf('there'), inputOf('copy')];
  await suppress(ada, here);
  cpSync(join(folder, 'here'), join(folder, 'copy'), { recursive: true });
  // What is tried with a copy makes the original no older.
  for (const key of [ada, bola]) await suppress(key, copy);
  expect(closed(openContactLedger(here))).toBe('opened');
  for (const key of people(9)) await suppress(key, here);
  expect(openContactLedger(copy)).toMatchObject({ kind: 'behind', seq: 3 });
  renameSync(join(folder, 'here'), join(folder, 'there'));
  await suppress(bola, there);
  cpSync(join(folder, 'there'), join(folder, 'here'), { recursive: true });
  await suppress(bola, there);
  expect(openContactLedger(here)).toMatchObject({ kind: 'behind' });
  const sandbox = inputOf('here', true);
  await suppress(ada, sandbox);
  copyFileSync(sandbox.paths.database, join(folder, 'old.db'));
  await suppress(bola, sandbox);
  copyFileSync(join(folder, 'old.db'), sandbox.paths.database);
  expect(closed(openContactLedger(sandbox))).toBe('opened');
});

test('a run with a restored ledger contacts nobody, and goes on with its suppressions once they were recorded again', async () => {
  await using rig = await createCampaignRig();
  await rig.members([ada, bola]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign('hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }');
  const callsheet = (...args: readonly string[]) =>
    rig.callsheet(args, { XDG_STATE_HOME: join(rig.folder, 'home') }).ended;
  const database = join(rig.folder, '.callsheet', 'ledger.db');
  await callsheet('suppress', '2348000000999', '--reason', 'asked to stop');
  copyFileSync(database, join(rig.folder, 'old.db'));
  await callsheet('suppress', bola, '--reason', 'asked to stop');
  copyFileSync(join(rig.folder, 'old.db'), database);
  for (const command of [
    ['run', 'campaign.yaml', '--yes'],
    ['plan', 'campaign.yaml'],
    ['forget', ada],
  ]) {
    const { code, stderr } = await callsheet(...command);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/ledger\.db is out of date: it ends at (?:change|revision) \d+, /),
    ]);
  }
  expect(rig.requests()).toEqual([]);
  const again = await callsheet('suppress', bola, '--reason', 'asked to stop', '--adopt');
  expect([again.code, again.stderr]).toEqual([0, '']);
  copyFileSync(database, join(rig.folder, 'old.db'));
  expect((await callsheet('run', 'campaign.yaml', '--yes')).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once([ada]));
  copyFileSync(join(rig.folder, 'old.db'), database);
  const audited = await callsheet('audit', 'campaign.yaml');
  expect([audited.code, audited.stderr]).toEqual([2, expect.stringContaining('ledger.db is out of date')]);
});

test('a run whose clock is behind the last contact contacts nobody: what was sent then would not count today', async () => {
  await using rig = await createCampaignRig();
  await rig.members([ada]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign('hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }');
  expect((await rig.run()).code).toBe(0);
  const database = openDatabase(join(rig.folder, '.callsheet', 'ledger.db'));
  database.exec('UPDATE contact SET at = at + 86400000');
  database.close();
  const late = await rig.run('--run', 'another');
  expect([late.code, late.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The last contact of this project was made at 2.*Z, and this machine’s clock says .* Nothing was sent\.\n$/,
    ),
  ]);
  expect(rig.effects('whatsapp.send')).toEqual(once([ada]));
});
