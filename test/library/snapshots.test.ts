import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fileState, loadCampaign, type RunState, run, storeState } from '../../src/index.ts';
import { type CampaignRig, campaignText, createCampaignRig, membersText, people, sumsOf } from '../rig/campaign-rig.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const [ada, bo, chi] = people(3) as [string, string, string];

/** A campaign in two folders: the command line reads its source in one, the library uses the other. */
async function twoFolders(rig: CampaignRig, env: Readonly<Record<string, string>>) {
  const source = 'command: [cat, members.csv], columns: { phone: text, first_name: text }, key: phone';
  const text = campaignText(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    `audiences:\n  members: { ${source} }`,
  );
  for (const name of ['here', 'there']) {
    await mkdir(join(rig.folder, name));
    await writeFile(join(rig.folder, name, 'campaign.yaml'), text);
  }
  const service = { baseUrl: rig.sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const path = join(rig.folder, 'there/campaign.yaml');
  return {
    path,
    async read(...numbers: readonly string[]) {
      await writeFile(join(rig.folder, 'here/members.csv'), membersText(numbers));
      return rig.callsheet(['snapshot', 'here/campaign.yaml', '--allow-commands'], env).ended;
    },
    status: () => rig.callsheet(['status', 'here/campaign.yaml'], env).ended,
    load: (state: RunState) => loadCampaign({ path, state }),
    async run(state: RunState) {
      const { value, diagnostics } = await loadCampaign({ path, state });
      expect(diagnostics).toEqual([]);
      return run({ loaded: value!, service, state });
    },
  };
}

test('the library runs with the snapshots of a store, and the run keeps them', async () => {
  await using rig = await createCampaignRig();
  const url = await newDatabase();
  const both = await twoFolders(rig, { CALLSHEET_STORE: url });
  await rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended;
  const state = storeState({ url });
  const unread = await both.load(state);
  expect([unread.value, unread.diagnostics.map(({ code }) => code)]).toEqual([undefined, ['CS6032']]);
  await both.read(ada, bo);
  expect(await both.run(state)).toEqual(expect.objectContaining({ ended: 'finished' }));
  await both.read(ada, bo, chi);
  await rm(join(rig.folder, 'there/.callsheet'), { recursive: true });
  expect(await both.run(state)).toEqual(expect.objectContaining({ ended: 'finished' }));
  expect(sumsOf(await both.status())['code']).toBe('2 · · · · ·');
  expect(rig.effects('otp.send')).toEqual({ [ada]: 1, [bo]: 1 });
});

test('rows that are damaged in the store are not used', async () => {
  await using rig = await createCampaignRig();
  const url = await newDatabase();
  const both = await twoFolders(rig, { CALLSHEET_STORE: url });
  await rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended;
  await both.read(ada);
  const other = gzipSync(`{"phone":"${bo}","first_name":null}\n`).toString('hex');
  await query(url, `UPDATE callsheet.snapshot_part SET bytes = decode('${other}', 'hex')`);
  const { value, diagnostics } = await both.load(storeState({ url }));
  expect([
    value,
    diagnostics.map(({ code, message }) => `${code} ${message.replace(/ in .* is/, ' in … is')}`),
  ]).toEqual([undefined, ['CS6032 A snapshot of `members` in … is damaged']]);
});

test('the library takes newcomers in where an audience tracks its source, and drops who left before they were reached', async () => {
  await using rig = await createCampaignRig();
  const source =
    'command: [cat, members.csv], columns: { phone: text, first_name: text }, key: phone, refresh: tracking';
  const text = campaignText(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    `audiences:\n  members: { ${source} }`,
  );
  const path = join(rig.folder, 'campaign.yaml');
  await writeFile(path, text);
  const state = fileState({ folder: join(rig.folder, '.callsheet') });
  const service = { baseUrl: rig.sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const read = async (...numbers: readonly string[]): Promise<void> => {
    await rig.members(numbers);
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
  };
  const send = async (some: { readonly first?: number } = {}) => {
    const { value } = await loadCampaign({ path, state });
    return run({ loaded: value!, service, state, ...some });
  };
  await read(ada, bo);
  expect(await send({ first: 1 })).toMatchObject({ summary: { accepted: 1, pending: 1 } });
  await read(chi);
  const alone = await loadCampaign({ path });
  expect(alone.diagnostics).toMatchObject([
    {
      code: 'CS6032',
      message: '`members` was read again since run 1 began, and who has left but was reached is not known here',
      hint: 'give `loadCampaign` the `state` of the run',
    },
  ]);
  expect(await send()).toMatchObject({ ended: 'finished', summary: { accepted: 2, pending: 0 } });
  expect(rig.effects('otp.send')).toEqual({ [ada]: 1, [chi]: 1 });
  // Who has left is kept, and the run is the command line's own.
  expect(sumsOf(await rig.callsheet(['status', 'campaign.yaml']).ended)['code']).toBe('2 · · · · ·');
});

test('a run that cannot begin keeps no snapshots: the next one is sent to whom was read since', async () => {
  await using rig = await createCampaignRig();
  const source = 'command: [cat, members.csv], columns: { phone: text, first_name: text }, key: phone';
  const text = campaignText(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    `audiences:\n  members: { ${source} }`,
  );
  const path = join(rig.folder, 'campaign.yaml');
  await writeFile(path, text);
  const state = fileState({ folder: join(rig.folder, '.callsheet') });
  const send = async (baseUrl: string) => {
    const { value } = await loadCampaign({ path, state });
    return run({ loaded: value!, service: { baseUrl, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' }, state });
  };
  const read = async (...numbers: readonly string[]): Promise<void> => {
    await rig.members(numbers);
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
  };
  await read(ada);
  await expect(send('ftp://service.example')).rejects.toThrow('https');
  await writeFile(
    join(rig.folder, 'contacts.yaml'),
    'project: shop\nsuppression: [{ list: do-not-call, maxAge: 31d }]\n',
  );
  expect(await send(rig.sandbox.url)).toMatchObject({ ended: 'refused', refused: { kind: 'staleList' } });
  await rm(join(rig.folder, 'contacts.yaml'));
  await read(ada, bo);
  expect(await send(rig.sandbox.url)).toMatchObject({ ended: 'finished' });
  expect(rig.effects('otp.send')).toEqual({ [ada]: 1, [bo]: 1 });
});
