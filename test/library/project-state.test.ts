import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fileState,
  type LoadedCampaign,
  loadCampaign,
  plan,
  type RunEvent,
  type RunState,
  readContacts,
  readHistory,
  readJobs,
  report,
  run,
  storeState,
} from '../../src/index.ts';
import { wallAt } from '../../src/time/local-time.ts';
import { dateOf, dayMs } from '../../src/time/wall-clock.ts';
import { type CampaignRig, campaignText, createCampaignRig, membersText, people } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const [ada, bo] = people(2) as [string, string];
const pepper = 'a pepper that all machines of the team know';

/** A campaign in a folder of its own, as on another machine. */
async function campaignIn(rig: CampaignRig, name: string, head = ''): Promise<string> {
  const folder = join(rig.folder, name);
  await mkdir(folder);
  const step = 'code: { uses: otp.send, forEach: members, purpose: marketing, with: { templateId: 31 } }';
  const text = campaignText(step, head).replace(/^campaign: .*$/m, `campaign: ${name}`);
  await writeFile(join(folder, 'campaign.yaml'), text);
  await writeFile(join(folder, 'members.csv'), membersText([ada, bo]));
  await writeFile(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: rolling 30d }]\n');
  return join(folder, 'campaign.yaml');
}

async function load(path: string, state?: RunState): Promise<LoadedCampaign> {
  const { value, diagnostics } = await loadCampaign({ path, ...(state === undefined ? {} : { state }) });
  expect(diagnostics).toEqual([]);
  return value!;
}

const serviceOf = (rig: CampaignRig) => ({
  baseUrl: rig.sandbox.url,
  apiKey: 'sandbox-key',
  apiSecret: 'sandbox-secret',
});

test('with a store the library leaves out who was forgotten elsewhere, and counts contacts of other machines', async () => {
  vi.stubEnv('CALLSHEET_CONTACTS_PEPPER', pepper);
  onTestFinished(() => void vi.unstubAllEnvs());
  await using rig = await createCampaignRig();
  const url = await newDatabase();
  const env = { CALLSHEET_STORE: url, CALLSHEET_CONTACTS_PEPPER: pepper };
  const here = await campaignIn(rig, 'here');
  const there = await campaignIn(rig, 'there');
  await rig.callsheet(['store', 'migrate'], env).ended;
  const state = storeState({ url });
  const service = serviceOf(rig);

  const before = await load(there, state);
  expect(await rig.callsheet(['forget', `+${bo}`, 'here'], env).ended).toMatchObject({ code: 0 });
  expect(await run({ loaded: before, state, service })).toEqual({ ended: 'refused', refused: { kind: 'forgotten' } });
  expect(await run({ loaded: await load(there), state, service })).toEqual({
    ended: 'refused',
    refused: { kind: 'forgotten' },
  });
  expect(await rig.callsheet(['run', here, '--yes'], env).ended).toMatchObject({ code: 0 });
  expect(rig.effects('otp.send')).toEqual({ [ada]: 1 });

  const loaded = await load(there, state);
  const contacts = (await readContacts({ loaded, state }))!;
  expect(plan({ loaded, contactFacts: contacts.factsOf }).steps[0]?.jobs).toMatchObject({
    toSend: 1,
    deferred: { cap: 1 },
  });
  await contacts.close();
  const soon = AbortSignal.timeout(1_000);
  expect(await run({ loaded, state, service, signal: soon })).toMatchObject({ summary: { accepted: 0, pending: 1 } });
  expect(rig.effects('otp.send')).toEqual({ [ada]: 1 });
});

test('with a store another campaign leaves room for one of the library that has priority, while that is under way', async () => {
  vi.stubEnv('CALLSHEET_CONTACTS_PEPPER', pepper);
  onTestFinished(() => void vi.unstubAllEnvs());
  await using rig = await createCampaignRig();
  const url = await newDatabase();
  const env = { CALLSHEET_STORE: url, CALLSHEET_CONTACTS_PEPPER: pepper };
  const today = dateOf(Math.floor(wallAt(Date.now(), noonZone()) / dayMs));
  const here = await campaignIn(rig, 'here', `ends: ${today} 16:30`);
  const there = await campaignIn(rig, 'there', `starts: ${today} 16:00\ncontacts: { priority: 5 }`);
  await rig.callsheet(['store', 'migrate'], env).ended;
  const state = storeState({ url });
  const skipped = async () =>
    (await rig.callsheet(['plan', here, '--jobs'], env).ended).stdout.match(/"reason":"capped:[^"]*"/g);

  const stop = new AbortController();
  const options = { loaded: await load(there, state), state, service: serviceOf(rig), signal: stop.signal };
  let running: ReturnType<typeof run> | undefined;
  await new Promise<void>((resolve) => {
    running = run({ ...options, onEvent: ({ event }) => event === 'started' && resolve() });
    void running.finally(resolve);
  });
  expect(await skipped()).toHaveLength(2);
  stop.abort();
  expect(await running).toMatchObject({ ended: 'stopped', summary: { pending: 2 } });
  expect(await skipped()).toBeNull();
});

test('with a state folder elsewhere the library leaves out who was forgotten there', async () => {
  await using rig = await createCampaignRig();
  const path = await campaignIn(rig, 'here');
  const folder = join(rig.folder, 'state');
  await rm(join(rig.folder, 'here/contacts.yaml'));
  expect(await rig.callsheet(['forget', `+${bo}`, 'here', '--state', folder]).ended).toMatchObject({ code: 0 });
  const state = fileState({ folder });
  const service = serviceOf(rig);
  const refused = { kind: 'forgotten' };
  expect(await run({ loaded: await load(path), state, service })).toEqual({ ended: 'refused', refused });
  expect((await load(path, state)).rosters.get('members')?.size).toBe(1);
  await rm(join(folder, 'contacts.key'));
  const damaged = await loadCampaign({ path, state });
  expect(damaged.diagnostics.map(({ code }) => code)).toEqual(['CS6022']);
  const away = await loadCampaign({ path, state: storeState({ url: 'postgres://nobody@127.0.0.1:1/nothing' }) });
  expect([away.value, away.diagnostics.map(({ code }) => code)]).toEqual([undefined, ['CS6022']]);
});

test('whom an edit leaves in doubt is in the events of the library, and contacted for its ledger', async () => {
  await using rig = await createCampaignRig();
  const path = await campaignIn(rig, 'here', 'limits: { concurrency: 1 }');
  const list = join(rig.folder, 'here/members.csv');
  await rig.fault({ kind: 'reset-after', recipient: ada, times: 1 });
  await rig.fault({ kind: 'status', status: '-10', recipient: bo });
  expect((await rig.callsheet(['run', path, '--yes']).ended).code).toBe(4);
  await rig.noFaults();
  await writeFile(list, membersText([bo]));
  const state = fileState({ folder: join(rig.folder, 'here/.callsheet') });
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => void events.push(event);
  await run({ loaded: await load(path, state), state, service: serviceOf(rig), onEvent });
  expect(events.slice(0, 2)).toMatchObject([{ event: 'started' }, { event: 'recovered', again: 0, inDoubt: 1 }]);
  await writeFile(list, membersText([ada, bo]));
  const contacts = (await readContacts({ loaded: await load(path, state), state }))!;
  const touches = [ada, bo].map((key) => contacts.factsOf(key).touches.map(({ isReserved }) => isReserved));
  expect(touches).toEqual([[undefined], [undefined]]);
  await contacts.close();
});

test('a state that cannot be read says why', async () => {
  await using rig = await createCampaignRig();
  const loaded = await load(await campaignIn(rig, 'here'));
  const state = storeState({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const words = 'the state cannot be read: connect ECONNREFUSED 127.0.0.1:1';
  for (const read of [readJobs, report, readHistory]) await expect(read({ loaded, state })).rejects.toThrow(words);
});
