import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CampaignRig, campaignText, createCampaignRig, membersText, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

const hello = `
  hello:
    uses: otp.send
    forEach: members
    with: { templateId: 31 }
`;
const news = `
  news:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "News for {{ recipient.first_name }}" } }
`;
/** As it is written no country has it, and the list has it: its owner can leave all the same. */
const someone = '212999999999';
const others = people(8).slice(1);

const first = [someone, ...others.slice(0, 3)];
/** A folder whose name might be a number. */
const dated = '20261122';
const head = 'limits: { rate: 1/s, concurrency: 1 }';

let rig: CampaignRig;
let [origin, token] = ['', ''];

beforeAll(async () => {
  rig = await createCampaignRig();
  await rig.members(first);
  await rig.campaign(hello, head);
  await rig.write('doubts.yaml', campaignText(news).replace('campaign: trial', 'campaign: doubtful'));
  await rig.write('contacts.yaml', 'project: shop\n');
  await mkdir(join(rig.folder, dated));
  await rig.write(`${dated}/campaign.yaml`, campaignText(news).replace('campaign: trial', 'campaign: dated'));
  await rig.write(`${dated}/members.csv`, membersText(first));
  await rig.write(`${dated}/contacts.yaml`, 'project: dated\n');
  await setService(rig.sandbox.url);
  const given = [
    'open',
    rig.file,
    'doubts.yaml',
    `${dated}/campaign.yaml`,
    '--allow-actions',
    '--env-file',
    'service.env',
  ];
  const [address = ''] = await rig.callsheet(given, { CALLSHEET_BASE_URL: undefined }).line(/^http:.*$/);
  [origin = '', token = ''] = address.split('/#');
});

afterAll(() => rig?.[Symbol.asyncDispose]());

const setService = (url: string): Promise<void> => rig.write('service.env', `CALLSHEET_BASE_URL=${url}\n`);
const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const query = (file: string): string => `?file=${encodeURIComponent(file)}`;

async function get(path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${origin}${path}`, { headers: headers() })).json()) as Record<string, unknown>;
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: headers(), body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

/** A plan that was made for a start, and is shown before it is confirmed. */
async function prepared(): Promise<unknown> {
  const { plan, words } = await post('/api/prepare-start', { file: rig.file });
  expect(words).toBe(`Sends 4 requests to ${rig.sandbox.url}.`);
  return plan;
}

/** Without what differs from run to run. */
function plain(answer: Record<string, unknown>): unknown {
  return { ...answer, refused: String(answer['refused']).replaceAll(/`[^`]*`/g, 'COMMAND') };
}

describe('a start', () => {
  const start = (plan: unknown) => post('/api/start', { file: rig.file, plan });
  const text = () => campaignText(hello, head);

  test.each([
    ['texts', () => rig.write('campaign.yaml', text().replace('31', '32')), 'campaign.yaml has changed'],
    ['people', () => rig.members(others.slice(3, 7)), 'members.csv has changed'],
    [
      'hours',
      () => rig.write('campaign.yaml', campaignText(hello, `${head}\nwindow: { open: "09:00", close: "19:00" }`)),
      'campaign.yaml has changed',
    ],
  ])('does not send other %s than were shown', async (_, change, words) => {
    const plan = await prepared();
    try {
      await change();
      expect(plain(await start(plan))).toEqual({
        refused: `The plan is stale: ${words}. Make a new one with COMMAND, and approve it with COMMAND. Nothing was sent.`,
      });
    } finally {
      await rig.members(first);
      await rig.campaign(hello, head);
    }
  });

  test('does not send to another service than was shown', async () => {
    const plan = await prepared();
    await setService('http://127.0.0.1:9');
    const refused = await start(plan);
    await setService(rig.sandbox.url);
    expect(refused).toEqual({
      refused: 'The service has changed since the plan was shown: look at it again. Nothing was sent.',
    });
    expect(rig.requests()).toEqual([]);
  });

  test('sends what was shown, and once', async () => {
    const notKept = { refused: 'The plan that was shown is not kept any more: look at it again. Nothing was sent.' };
    expect(await start(undefined)).toEqual(notKept);
    const plan = await prepared();
    const another = await prepared();
    const both = await Promise.all([start(plan), start(another)]);
    // Its log is where the run's state is: it outlives the control room.
    expect(both).toContainEqual({ words: 'Started.' });
    const state = join(rig.folder, '.callsheet');
    const folders = (await readdir(state)).filter((name) => /^trial\.start-\w{6}$/.test(name));
    const kept = await Promise.all(folders.map(async (name) => (await readdir(join(state, name))).sort()));
    expect(kept).toContainEqual(['plan.json', 'run.log']);
    expect(both).toContainEqual({ refused: 'Somebody is starting this run already. Nothing was sent.' });
    expect(await start(plan)).toEqual({ refused: 'It is running already. Nothing was sent.' });
    await rig.answered(4);
    expect(Object.keys(rig.effects('otp.send')).sort()).toEqual([...first].sort());
    await expect.poll(() => start(plan)).toEqual(notKept);
  });
});

test('a start that fails after it was said to have started is shown as failed', async () => {
  const file = 'slow/campaign.yaml';
  await mkdir(join(rig.folder, 'slow'));
  await rig.write('slow/members.csv', membersText(first));
  await rig.write(file, campaignText(hello, head).replace('campaign: trial', 'campaign: slow'));
  const room = await openControlRoom(rig, [file, '--allow-actions']);
  const { plan } = await room.post('/api/prepare-start', { file });
  expect(await room.post('/api/start', { file, plan })).toEqual({
    words: 'Started.',
  });
  await rm(join(rig.folder, 'slow/.callsheet/ledger.db'));
  const { failedStart } = await room.follow(`/api/overview?file=${file}`, (view) => view['failedStart'] !== undefined);
  expect(failedStart).toMatch(/^The run that was started here has ended: [^]*ledger\.db/);
  // Until another process has come to its end.
  await rig.callsheet(['run', file, '--yes', '--adopt']).ended;
  const later = await room.follow(`/api/overview?file=${file}`, ({ state }) => state === 'finished');
  expect(later['failedStart']).toBeUndefined();
});

describe('a decision about all', () => {
  test('is about those that were shown, and no others', async () => {
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 1 });
    await rig.callsheet(['run', 'doubts.yaml', '--yes']).ended;
    const { found, listDigest } = await get(`/api/doubts${query('doubts.yaml')}`);
    expect(found).toBe(1);
    const decide = (digest: unknown) =>
      post('/api/decide', { file: 'doubts.yaml', decision: 'drop', step: '', listDigest: digest, by: 'Ada' });
    const changed = { refused: 'The list has changed: look at it again. Nothing was decided.' };
    expect(await decide(undefined)).toEqual(changed);
    expect(await decide('another')).toEqual(changed);
    expect(await decide(listDigest)).toMatchObject({ words: expect.stringMatching(/^1 of 1 decided/) });
    expect(await decide(listDigest)).toEqual(changed);
  });
});

test('doubts are filtered by what happened, and a decision about all of a filter leaves the others', async () => {
  await rig.write(
    'reasons.yaml',
    campaignText(news, 'limits: { concurrency: 1, doubts: 9 }').replace('trial', 'reasons'),
  );
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 2 });
  await rig.fault({ kind: 'garbage', operation: 'whatsapp.send', skip: 2, times: 1 });
  await rig.callsheet(['run', 'reasons.yaml', '--yes']).ended;
  await rig.noFaults();
  const room = await openControlRoom(rig, ['reasons.yaml', '--allow-actions']);
  interface Listed {
    readonly found: number;
    readonly reasons: readonly { readonly id: string; readonly words: string; readonly jobs: number }[];
    readonly listDigest: string;
    readonly doubts: readonly { readonly happened: string }[];
  }
  const list = async (why = '') => (await room.get(`/api/doubts?file=reasons.yaml&why=${why}`)) as unknown as Listed;
  const all = await list();
  expect([all.found, all.reasons.map(({ jobs }) => jobs)]).toEqual([3, [2, 1]]);
  const [resets, rest] = all.reasons;
  const { found, listDigest, doubts } = await list(resets?.id);
  expect([found, doubts.map(({ happened }) => happened)]).toEqual([2, [resets?.words, resets?.words]]);
  const decision = { file: 'reasons.yaml', decision: 'accept', step: '', why: resets?.id, by: 'Ada' };
  expect(await room.post('/api/decide', { ...decision, listDigest: all.listDigest })).toEqual({
    refused: 'The list has changed: look at it again. Nothing was decided.',
  });
  expect(await room.post('/api/decide', { ...decision, decision: 'resend', listDigest })).toEqual({
    refused: expect.stringMatching(
      /^0 of 2 decided\.\n2 may still arrive: resend them after \w+ \d+ \w+ [\d:]+\.$/,
    ) as unknown,
  });
  expect(await room.post('/api/decide', { ...decision, listDigest })).toEqual({
    words: '2 of 2 decided: 2 accepted.',
  });
  expect(await list()).toMatchObject({ found: 1, reasons: [rest] });
});

describe('a person', () => {
  test('is suppressed where the campaign is named by its whole path, and their number is masked', async () => {
    const { people: found } = (await post('/api/people', { text: someone })) as {
      people: readonly { readonly handle: string }[];
    };
    const handle = found[0]?.handle;
    const { suppressions, folders } = await post('/api/person', { handle });
    expect(suppressions).toMatchObject([{ project: rig.folder }, { project: dated }, { project: '.' }]);
    expect(folders).toEqual([rig.folder, dated, '.']);
    for (const [project, reason] of [
      [rig.folder, 'asked to'],
      [dated, `asked to, from ${someone}`],
    ]) {
      const answer = await post('/api/suppress', { handle, project, reason });
      expect(Object.keys(answer)).toEqual(['words']);
      expect(JSON.stringify(answer)).not.toContain(someone);
    }
    // A command refuses it, and names it.
    await rig.write('contacts.yaml', `project: [${someone}]\n`);
    const refusal = await post('/api/suppress', { handle, project: rig.folder, reason: 'asked to' });
    expect(Object.keys(refusal)).toEqual(['refused']);
    expect(JSON.stringify(refusal)).not.toContain(someone);
  });
});

test('a run that begins and soon stops has started: the page says why it stopped', async () => {
  const file = 'halted/campaign.yaml';
  await mkdir(join(rig.folder, 'halted'));
  await rig.write('halted/members.csv', membersText(first));
  const text = campaignText(hello, 'limits: { stopAfter: { failures: 1 }, concurrency: 1 }');
  await rig.write(file, text.replace('campaign: trial', 'campaign: halted'));
  await rig.fault({ kind: 'status', status: '-35', operation: 'otp.send', times: 1 });
  const room = await openControlRoom(rig, [file, '--allow-actions']);
  const { plan } = await room.post('/api/prepare-start', { file });
  expect(await room.post('/api/start', { file, plan })).toEqual({ words: 'Started and stopped.' });
  await rig.noFaults();
  const { sentence } = await room.follow(`/api/overview?file=${file}`, ({ state }) => state === 'stopped');
  expect((sentence as readonly unknown[]).at(-1)).toBe(
    ': 1 of the last 1 jobs was rejected (limits.stopAfter), with -35: failed.',
  );
});
