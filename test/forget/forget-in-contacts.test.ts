import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';
import { filesWith } from '../rig/files-with.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const [first, me] = people(2) as [string, string];
/** `0803 000 0002` */
const national = `0${me.slice(3, 6)} ${me.slice(6, 9)} ${me.slice(9)}`;

test('a number that somebody else has in a reason or a consent is replaced in the contact ledger', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  const callsheet = async (...args: readonly string[]) => (await rig.callsheet(args).ended).stdout;
  await callsheet('suppress', first, '--reason', `husband of ${national}`);
  await rig.write('agreed.csv', `phone,purpose,basis,at,evidence\n${first},survey,for ${me},2026-11-01 00:00,+${me}\n`);
  await callsheet('consent', 'agreed.csv');
  await rig.write('agreed.csv', '');
  expect(await callsheet('forget', me, '--dry-run')).toContain('  .callsheet/ledger.db  would be rewritten\n');
  expect(await callsheet('forget', me)).not.toContain('ledger.db');
  expect(filesWith(rig.folder, me)).toEqual([]);
  expect(await callsheet('suppress', first, '--show-numbers')).toMatch(/: husband of 0\d{18,19}\n$/);
  expect(await callsheet('consent', first, '--format', 'json')).toMatch(/for 0\d{18,19}.*\+0\d{18,19}/);
});

test('contacts that went to a store leave nobody in the file from which they came', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  const store = { CALLSHEET_STORE: await newDatabase() };
  const agreed = [first, me].map((one) => `${one},survey,form,2026-11-01 00:00,mail of ${one}\n`).join('');
  await rig.write('agreed.csv', `phone,purpose,basis,at,evidence\n${agreed}`);
  await rig.callsheet(['consent', 'agreed.csv']).ended;
  await rig.write('agreed.csv', '');
  expect((await rig.callsheet(['store', 'copy', 'contacts.yaml'], store).ended).code).toBe(0);
  expect(filesWith(rig.folder, me)).toEqual([]);
  const forgotten = await rig.callsheet(['forget', me], store).ended;
  expect([forgotten.code, forgotten.stdout]).toEqual([0, expect.not.stringContaining('still have the number')]);
});

test.each(['file', 'store'])(
  'a number in the reason of somebody else is replaced in their job, in a %s',
  async (kind) => {
    await using rig = await createCampaignRig();
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.members([first, me]);
    await rig.campaign('code: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
    const env = kind === 'file' ? {} : { CALLSHEET_STORE: await newDatabase() };
    const callsheet = (...args: readonly string[]) => rig.callsheet(args, env).ended;
    await callsheet('suppress', first, '--reason', `husband of ${national}`);
    await callsheet('plan', 'campaign.yaml', '--out', 'plan.json');
    await callsheet('approve', 'campaign.yaml', '--plan', 'plan.json', '--comment', `read to ${national}`);
    expect(await rig.process(['run', 'campaign.yaml', '--plan', 'plan.json'], env).ended).toMatchObject({ code: 0 });
    const before = await callsheet('report', 'campaign.yaml', '--format', 'csv');
    expect(before.stdout).toContain(`suppressed:husband of ${national}`);
    const found = await callsheet('forget', me, '--dry-run');
    const places =
      kind === 'file' ? [/\.callsheet\/ledger\.db/] : [/2 rows of callsheet\.job/, /1 row of callsheet\.run/];
    for (const place of places)
      expect(found.stdout).toMatch(new RegExp(`^ {2}${place.source}.* {2}would be rewritten$`, 'm'));
    const { code, stdout, stderr } = await callsheet('forget', me);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('ledger.db')]);
    expect(stderr.includes('Rewritten: .callsheet/ledger.db\n')).toBe(kind === 'file');
    const after = await callsheet('report', 'campaign.yaml', '--format', 'csv');
    expect(after.stdout).toMatch(/suppressed:husband of 0\d{18,19},/);
    const { approvals } = JSON.parse((await callsheet('approve', 'campaign.yaml', '--format', 'json')).stdout);
    expect(approvals).toMatchObject([{ comment: expect.stringMatching(/^read to 0\d{18,19}$/) }]);
    expect(await callsheet('audit', 'campaign.yaml')).toMatchObject({ code: 0 });
  },
);
