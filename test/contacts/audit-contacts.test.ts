import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { startCommand } from '../rig/command.ts';

const [ada, ben, cem] = ['2348000000101', '2348000000102', '2348000000103'] as const;
const begins = Date.parse('2026-11-23T08:00:00Z');
const hour = 3_600_000;
let folder = '';

const campaign = (name: string, more = ''): string => `campaign: ${name}
timezone: Africa/Lagos
starts: 2026-11-23T09:00:00
ends: 2026-11-26T20:00:00
limits: { rate: 1/s }
account: { appId: sandbox-app }
${more}audiences:
  members: { file: members.csv, key: phone }
steps:
  code:
    uses: otp.send
    purpose: service
    forEach: members
    with: { templateId: 31 }
`;
const rules = (text: string): void => writeFileSync(join(folder, 'contacts.yaml'), `project: shop\n${text}\n`);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-audit-contacts-'));
  rules('caps: [{ max: 1, per: day }, { max: 2, per: rolling 3d }]\natLeastApart: 4h');
  writeFileSync(join(folder, 'spring.yaml'), campaign('spring'));
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn'));
  writeFileSync(join(folder, 'members.csv'), `phone\n${[ada, ben, cem].join('\n')}\n`);
  const { code, stderr } = await callsheet('run', 'spring.yaml', '--sandbox', '--yes');
  if (code !== 0) throw new Error(stderr);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
const audited = async (name = 'spring') => {
  const { code, stdout } = await callsheet('audit', `${name}.yaml`, '--sandbox', '--format', 'json');
  const { findings, contacts, checked } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly rule: string; readonly key?: string; readonly message: string }[];
    readonly contacts?: object;
    readonly checked: readonly string[];
  };
  const said = findings.map(({ rule, key, message }) => `${rule} ${key}: ${message}`);
  return { code, said, contacts, checked: checked.filter((rule) => rule === 'contacts' || rule === 'caps') };
};
const sound = { code: 0, said: [], contacts: { jobs: 3, forgotten: 0 }, checked: ['contacts', 'caps'] };

const paths = () => contactPaths({ folder: join(folder, '.callsheet'), sandbox: true });

async function inLedger(work: (ledger: LedgerFile) => Promise<void>): Promise<void> {
  const ledger = openContactLedger({ paths: paths(), project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(`refused: ${ledger.kind}`);
  await work(ledger);
  ledger.close();
}

/** A contact that no rule was asked about. */
const add = (key: string, at: number, run: string) =>
  inLedger((ledger) =>
    ledger.add([{ campaign: 'autumn', run, step: 'code', key, at, channel: 'otp', purpose: 'service' }]),
  );

test('the audit finds nothing in the contacts that two campaigns made', async () => {
  expect(await audited()).toEqual(sound);
  expect(await callsheet('run', 'autumn.yaml', '--sandbox', '--yes')).toMatchObject({ code: 0 });
  expect([await audited(), await audited('autumn')]).toEqual([sound, sound]);
});

test('the audit finds a contact that the ledger has lost', async () => {
  const database = openDatabase(paths().database, { existing: true });
  database.exec(`DELETE FROM contact WHERE at = (SELECT max(at) FROM contact)`);
  database.close();
  expect(await audited()).toEqual({
    ...sound,
    code: 1,
    said: [`contacts ${cem}: has no contact in the contact ledger`],
  });
  const { stdout } = await callsheet('audit', 'spring.yaml', '--sandbox');
  expect(stdout.replace(/09:00:\d\d/, '09:00:…')).toContain(
    '  every contact in the contact ledger                   1 violation\n' +
      '      Mon 23 Nov 09:00:…  code[234…0103]: has no contact in the contact ledger\n' +
      '  nobody contacted more often than a cap allows         ok\n\n' +
      'Hours of members: by Africa/Lagos, the campaign’s zone\n' +
      'Jobs from before there were contact rules, or since the ledger was backed up, have none until the campaign is run again.\n',
  );
});

test('the audit finds contacts that are more than the caps allow, with those of other campaigns', async () => {
  await add(ada, begins + 8 * hour, '1');
  await add(ben, begins + 24 * hour, '1');
  expect(await audited()).toEqual({
    ...sound,
    code: 1,
    said: [`caps ${ada}: 2 contacts on 2026-11-23 in Africa/Lagos, also of \`autumn\`; \`1/day\` allows 1`],
  });
  await add(ben, begins - 40 * hour, '2');
  await add(cem, begins + 3_000 + 3 * hour, '1');
  expect((await audited()).said).toEqual([
    expect.stringContaining(`caps ${ada}: 2 contacts on`),
    expect.stringMatching(new RegExp(`^caps ${ben}: 3 contacts in \\d+ ms, also of .autumn.; .2/3d. allows 2$`)),
    expect.stringContaining(`caps ${cem}: 2 contacts on 2026-11-23 in Africa/Lagos`),
    expect.stringMatching(new RegExp(`^caps ${cem}: 2 contacts in \\d+ ms, also of .autumn.; .apart/4h. allows 1$`)),
  ]);
  const { stdout } = await callsheet('audit', 'spring.yaml', '--sandbox');
  expect(stdout).toContain('\nCaps are those that `contacts.yaml` and the campaign file have now.\n');
});

test('the audit finds a contact that is in the ledger for a later time than that of its job', async () => {
  const database = openDatabase(paths().database, { existing: true });
  database.exec('UPDATE contact SET at = at + 2001 WHERE at = (SELECT max(at) FROM contact)');
  database.close();
  expect((await audited()).said).toEqual([`contacts ${cem}: has its contact 2001 ms after its start`]);
});

test('the audit misses contacts from before there were rules, until the campaign is run again', async () => {
  const database = openDatabase(paths().database, { existing: true });
  for (const table of ['project', 'contact']) database.exec(`DELETE FROM ${table}`);
  database.close();
  rmSync(paths().key);
  expect((await audited()).said).toEqual(
    [ada, ben, cem].map((key) => `contacts ${key}: has no contact in the contact ledger`),
  );
  expect(await callsheet('run', 'spring.yaml', '--sandbox', '--yes')).toMatchObject({ code: 0 });
  expect(await audited()).toEqual(sound);
});

test('exactly the time of a cap after another contact breaks nothing', async () => {
  rules('atLeastApart: 4h');
  let at = 0;
  await inLedger(async (ledger) => void (at = ledger.factsOf(ada).touches[0]!.at));
  await add(ada, at + 4 * hour, '1');
  expect(await audited()).toEqual(sound);
  await add(ada, at - 4 * hour + 1, '2');
  expect((await audited()).said).toEqual([
    `caps ${ada}: 2 contacts in ${4 * hour - 1} ms, also of \`autumn\`; \`apart/4h\` allows 1`,
  ]);
});

test('a cap of the campaign itself holds no contact of another one', async () => {
  rules('caps: [{ max: 9, per: day }]');
  writeFileSync(join(folder, 'spring.yaml'), campaign('spring', 'contacts: { caps: [{ max: 1, per: rolling 2d }] }\n'));
  await add(ada, begins + 24 * hour, '1');
  await add(ben, begins - 24 * hour, '1');
  expect((await audited()).said).toEqual([
    expect.stringMatching(new RegExp(`^caps ${ben}: 2 contacts in .*; .1/2d. allows 1$`)),
  ]);
});

test('a contact of a step that the file does not have any more hides no cap that it exceeds', async () => {
  const removed = { campaign: 'spring', run: '2026-11-23', step: 'removed', key: ada } as const;
  await inLedger((ledger) => ledger.add([{ ...removed, at: begins + 5 * hour, channel: 'otp', purpose: 'service' }]));
  expect((await audited()).said).toEqual([`caps ${ada}: 2 contacts on 2026-11-23 in Africa/Lagos; \`1/day\` allows 1`]);
});

test('contacts of people who were forgotten are counted, and not judged', async () => {
  await inLedger((ledger) => ledger.forget(ada, begins + hour));
  expect(await audited()).toEqual({ ...sound, contacts: { jobs: 3, forgotten: 1 } });
  const { stdout } = await callsheet('audit', 'spring.yaml', '--sandbox');
  expect(stdout).toContain(
    '\nJobs of forgotten people: 1. Their time zones, sessions and contacts are no longer known.\n',
  );
});

test('without contact rules the audit says nothing of contacts', async () => {
  rmSync(join(folder, 'contacts.yaml'));
  expect(await audited()).toEqual({ code: 0, said: [], contacts: undefined, checked: [] });
});
