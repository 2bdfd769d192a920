import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { filesWith } from '../rig/files-with.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const [first, me] = people(2) as [string, string];
/** `0803 000 0002` */
const national = `0${me.slice(3, 6)} ${me.slice(6, 9)} ${me.slice(9)}`;
const noStore = async (): Promise<string> => '';

test.each([
  ['a file', noStore],
  ['a store', newDatabase],
])('what an import says of a person who was forgotten is not recorded in %s, and counted', async (_, place) => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  const url = await place();
  const callsheet = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await rig.callsheet(args, { CALLSHEET_STORE: url }).ended;
    return [code, stdout + stderr];
  };
  const agreed = [first, me].map((one) => `${one},survey,form,2026-11-01 00:00,mail of ${one}\n`).join('');
  await rig.write('agreed.csv', `phone,purpose,basis,at,evidence\n${agreed}`);
  expect(await callsheet('consent', 'agreed.csv')).toEqual([0, '2 consents recorded; the ledger has 2\n']);
  await callsheet('forget', me);
  const consents = ['consent', 'agreed.csv'];
  expect(await callsheet(...consents, '--dry-run')).toEqual([0, '1 consent would be recorded, 1 forgotten\n']);
  expect(await callsheet(...consents)).toEqual([0, '1 consent recorded, 1 forgotten; the ledger has 1\n']);
  expect(await callsheet(...consents, '--format', 'json')).toEqual([
    0,
    '{"dryRun":false,"rows":2,"forgotten":1,"recorded":1,"older":0}\n',
  ]);
  const list = ['suppress', '--import', 'agreed.csv', '--list', 'dnc'];
  expect(await callsheet(...list, '--dry-run')).toEqual([
    0,
    'dnc: 1 person would be added, 0 kept, 0 removed, 1 forgotten\n',
  ]);
  expect(await callsheet(...list)).toEqual([0, 'dnc: 1 person added, 0 kept, 0 removed, 1 forgotten\n']);
  expect(await callsheet(...list, '--format', 'json')).toEqual([
    0,
    '{"dryRun":false,"list":"dnc","rows":2,"forgotten":1,"added":0,"kept":1,"removed":0}\n',
  ]);
  await rig.write('gone.csv', `phone\n${me}\n`);
  const emptied = ['suppress', '--import', 'gone.csv', '--list', 'dnc', '--replace'];
  expect(await callsheet(...emptied)).toEqual([
    2,
    expect.stringMatching(/^gone\.csv has no people, 1 forgotten: with --replace, nobody would be on dnc any more/),
  ]);
  await rig.write('gone.csv', '');
  const hasNumber =
    '--reason has the number of a person who asked to be forgotten: write it without the number. Nothing was changed.\n';
  expect(await callsheet(...list, '--reason', `mail of ${me}`)).toEqual([2, hasNumber]);
  expect(await callsheet('suppress', first, me, '--reason', `call of ${national}`)).toEqual([2, hasNumber]);
  expect(await callsheet('suppress', me, '--reason', 'asked')).toEqual([
    0,
    expect.stringMatching(/^234…0002 is suppressed for everything since .*: asked\n$/),
  ]);
  expect(filesWith(rig.folder, me)).toEqual(['agreed.csv']);
  const inStore = url === '' ? [] : await query(url, 'SELECT evidence FROM callsheet_contacts.consent');
  expect(inStore).toEqual(url === '' ? [] : [{ evidence: `mail of ${first}` }]);
});

test('nothing is recorded while it is not known who was forgotten', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  await rig.callsheet(['forget', me]).ended;
  rmSync(join(rig.folder, '.callsheet', 'contacts.key'));
  await rig.write('agreed.csv', `phone,purpose,basis,at,evidence\n${me},survey,form,2026-11-01 00:00,mail of ${me}\n`);
  const unknown = expect.stringMatching(/^\S+contacts\.key is missing or damaged: .* Nothing was changed\.\n$/);
  for (const args of [
    ['consent', 'agreed.csv'],
    ['suppress', '--import', 'agreed.csv', '--list', 'dnc'],
    ['suppress', me, '--reason', 'asked'],
  ]) {
    const { code, stdout, stderr } = await rig.callsheet(args).ended;
    expect([code, stdout, stderr]).toEqual([2, '', unknown]);
  }
});

test('a report says that the reason of a forgotten person is not kept, and names nobody', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  await rig.members([first, me]);
  await rig.campaign(otpStep);
  await rig.callsheet(['suppress', me, '--reason', 'refused']).ended;
  expect((await rig.run()).code).toBe(0);
  await rig.callsheet(['forget', me]).ended;
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(stdout).toMatch(/1 {2}code skipped: the person was forgotten \(`callsheet forget`\), and no reason is kept\n/);
});
