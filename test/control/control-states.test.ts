import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetInPlan } from '../../src/plan/saved/saved-plan.ts';
import { createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { controlRoomOf, openControlRoom } from '../rig/control-room.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { isLong } from '../rig/sample-of.ts';

const now = '/api/overview?file=campaign.yaml';
const whatever = (): boolean => true;

test.runIf(isLong)('pause is obeyed while large views are still being made', { timeout: 180_000 }, async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(8_000));
  await rig.campaign(otpStep, 'limits: { rate: 20/s, concurrency: 2 }');
  void rig.run();
  await rig.answered(5);
  const room = await controlRoomOf(rig.process(['open', 'campaign.yaml', '--allow-actions']));
  const made: number[] = [];
  const views = Array.from({ length: 3 }, async (_, view) => {
    const answer = await room.get(`/api/plan?file=campaign.yaml&view=${view}`);
    made.push(view);
    return Object.keys(answer);
  });
  const { words } = await room.post('/api/control', { file: 'campaign.yaml', control: 'pause' });
  expect(words).toMatch(/^Paused: the running process stops starting jobs within a second\./);
  const paused = await room.follow(now, ({ state, obeying }) => state === 'paused' && obeying === false);
  const sent = rig.requests().length;
  expect(paused['sentence']).toMatch(/^Paused: nothing new starts/);
  expect(made.length).toBeLessThan(views.length);
  expect(await Promise.all(views)).toEqual(views.map(() => ['view', 'approves', 'comparesWithApproved']));
  // Those that were under way may arrive afterwards.
  expect(rig.requests().length).toBeLessThanOrEqual(sent + 2);
});

test('a start is not offered with an approval that does not hold any more, nor without the key of the service', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(whatsappStep);
  const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions', '--require-approval']);
  const shown = async (words: RegExp) => {
    const hasWords = ({ actions }: Readonly<Record<string, unknown>>): boolean =>
      (actions as { name: string; words: string }[]).some((one) => one.name === 'start' && words.test(one.words));
    const { primary } = await room.follow(now, hasWords);
    return primary;
  };
  expect(await shown(/^No approved plan is kept/)).toEqual({ go: '/plan', label: 'Review and approve' });
  const { approves } = (await room.get('/api/plan?file=campaign.yaml')) as { approves: { plan: string } };
  await room.post('/api/approve', { file: 'campaign.yaml', plan: approves.plan, by: 'Ada Obi' });
  expect(await shown(/^Sends 3 requests/)).toEqual({ act: 'start' });
  await rig.campaign(whatsappStep.replace('Hello', 'Good day'));
  const stale = 'The approved plan does not hold any more: campaign.yaml has changed. Approve another one under Plan.';
  expect(await shown(/^The approved plan does not hold/)).toEqual({ go: '/plan', label: 'Review and approve' });
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({ refused: stale });
  const { approves: next } = (await room.get('/api/plan?file=campaign.yaml')) as { approves: { plan: string } };
  await room.post('/api/approve', { file: 'campaign.yaml', plan: next.plan, by: 'Ada Obi' });
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toMatchObject({ plan: next.plan });
  const elsewhere = { CALLSHEET_BASE_URL: 'http://127.0.0.1:9' };
  const other = await openControlRoom(rig, ['campaign.yaml', '--allow-actions', '--require-approval'], elsewhere);
  expect(await other.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: expect.stringContaining(`Ada Obi approved it for ${rig.sandbox.url}`) as string,
  });
  const kept = await readFile(join(rig.folder, '.callsheet/trial.approved.json'), 'utf8');
  await rig.write('.callsheet/trial.approved.json', kept.replace(/(\n {4}\{.*)\d"/, '$1x"'));
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: expect.stringContaining('any more: it was changed after it was made') as string,
  });
  await rig.write('.callsheet/trial.approved.json', forgetInPlan(kept, (text) => text.replace('hello', 'hullo')) ?? '');
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: expect.stringContaining('it was edited after Ada Obi approved it') as string,
  });
  await rig.write('.callsheet/trial.approved.json', '{');
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: expect.stringContaining('it cannot be read') as string,
  });
  expect(await shown(/^The approved plan does not hold any more: it cannot be read/)).toMatchObject({ go: '/plan' });

  const keyless = await openControlRoom(rig, ['campaign.yaml', '--allow-actions'], { CALLSHEET_API_KEY: '' });
  expect(await keyless.follow(now, ({ planning }) => planning === false)).not.toHaveProperty('primary');
  expect(await keyless.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: 'No service is configured: `CALLSHEET_BASE_URL`, its key or its secret is missing or wrong.',
  });
  expect(rig.requests()).toEqual([]);
});

test.runIf(isLong)('a run in a store is shown, started and signed as one in a file', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.campaign(whatsappStep);
  const url = await newDatabase();
  const store = { CALLSHEET_STORE: url };
  expect((await rig.callsheet(['store', 'migrate'], store).ended).code).toBe(0);
  const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions', '--require-approval', '--store', url]);
  expect(await room.follow(now, whatever)).toMatchObject({
    state: 'new',
    sentence: expect.stringMatching(/^Not started/),
  });
  expect(await room.post('/api/prepare-start', { file: 'campaign.yaml' })).toEqual({
    refused: 'No approved plan is kept on this machine: approve one under Plan.',
  });
  const { approves } = (await room.get('/api/plan?file=campaign.yaml')) as { approves: { plan: string } };
  const { plan } = approves;
  const approved = await room.post('/api/approve', { file: 'campaign.yaml', plan, by: 'Ada Obi', comment: 'read' });
  expect(approved).toEqual({ approved: ['Approved by Ada Obi ', { at: expect.any(Number) as number }, ': read'] });
  const prepared = await room.post('/api/prepare-start', { file: 'campaign.yaml' });
  expect(prepared).toEqual({
    plan,
    late: false,
    words: `Sends 3 requests to ${rig.sandbox.url}. This is the approved plan ${plan.slice(0, 12)}. Nothing is sent twice.`,
  });
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 1 });
  const started = await room.post('/api/start', { file: 'campaign.yaml', plan, by: 'Ada Obi' });
  expect(Object.keys(started)).toEqual(['words']);
  expect(await room.follow(now, ({ state }) => state === 'finished')).toMatchObject({
    counts: { accepted: 2, inDoubt: 1 },
  });
  const { listDigest } = await room.get('/api/doubts?file=campaign.yaml');
  const decision = { file: 'campaign.yaml', decision: 'accept', step: '', listDigest, by: 'Ada Obi' };
  expect(await room.post('/api/decide', decision)).toEqual({ words: '1 of 1 decided: 1 accepted.' });
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const { people: found } = (await room.post('/api/people', { text: members[0] })) as {
    people: { handle: string }[];
  };
  expect(await room.post('/api/person', { handle: found[0]?.handle, numbers: 'show' })).toMatchObject({
    campaigns: [{ title: 'trial', steps: [{ title: 'hello', message: [{ text: 'Hello Ada0' }] }] }],
  });
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml'], store).ended;
  expect(stdout).toContain('Started by Ada Obi on ');
  expect(stdout).toContain('Decided by Ada Obi on ');
  expect(stdout).toMatch(/Plan \w{12} was approved by Ada Obi on .*: read/);
});

test.runIf(isLong)('a finished state opens, a copy of it, too, and a damaged one says what is wrong', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(whatsappStep);
  expect((await rig.run()).code).toBe(0);
  const state = join(rig.folder, '.callsheet');
  // SQLite makes it again, and may delete it meanwhile.
  const options = { recursive: true, filter: (path: string) => !path.endsWith('-shm') };
  await cp(state, join(rig.folder, 'copied'), options);
  await cp(state, join(rig.folder, 'damaged'), options);
  const database = join(rig.folder, 'damaged', 'ledger.db');
  // The second half is gone.
  const bytes = await readFile(database);
  await writeFile(database, bytes.subarray(0, bytes.length / 2));
  const shown: unknown[] = [];
  for (const folder of ['.callsheet', 'copied', 'damaged']) {
    const room = await openControlRoom(rig, ['campaign.yaml', '--state', folder]);
    const { state: is, sentence, trouble, counts } = await room.follow(now, whatever);
    const [report, audit] = [
      await room.get('/api/report?file=campaign.yaml'),
      await room.get('/api/audit?file=campaign.yaml'),
    ];
    shown.push([
      is,
      sentence,
      trouble,
      (counts as { accepted: number }).accepted,
      Object.keys(report),
      Object.keys(audit),
    ]);
  }
  const whole = ['finished', 'Finished: 2 accepted.', undefined, 2, ['view'], ['starts', 'timezone', 'rules', 'note']];
  expect(shown).toEqual([
    whole,
    whole,
    [
      'unreadable',
      'The state of this run cannot be read.',
      expect.stringContaining('damaged'),
      0,
      ['refused'],
      ['refused'],
    ],
  ]);
});

test('a person is forgotten only as it was shown, in every campaign of the folder', async () => {
  await using rig = await createCampaignRig();
  const [gone = '', left = ''] = people(2);
  await rig.members([gone, left]);
  await rig.campaign(whatsappStep);
  expect((await rig.run()).code).toBe(0);
  const temporary = await mkdtemp(join(tmpdir(), 'callsheet-'));
  onTestFinished(() => rm(temporary, { recursive: true }));
  // No process has this pid.
  await mkdir(join(temporary, 'callsheet-open-999999999-killed'));
  // Only a process has a temporary folder of its own.
  const open = rig.process(['open', 'campaign.yaml', '--allow-actions'], { TMPDIR: temporary });
  const room = await controlRoomOf(open);
  const shownPlans = async (): Promise<readonly string[]> => {
    const all = await readdir(temporary, { recursive: true });
    return all.filter((path) => path.startsWith('callsheet-open-')).map((path) => path.replace(/-\d+-\w+/, ''));
  };
  expect(await shownPlans()).toEqual([]);
  expect(Object.keys(await room.get('/api/plan?file=campaign.yaml'))).toContain('view');
  expect(await shownPlans()).toEqual(['callsheet-open', 'callsheet-open/plan-1.json']);
  const { people: found } = (await room.post('/api/people', { text: gone })) as { people: { handle: string }[] };
  const whom = { handle: found[0]?.handle, folder: '.' };
  const prepared = await room.post('/api/prepare-forget', whom);
  expect(prepared).toEqual({
    number: '234…0001',
    dryRun: true,
    files: [
      { where: '.callsheet/ledger.db', becomes: 'rewritten', detail: 'would be rewritten' },
      { where: 'members.csv', becomes: 'kept', detail: 'a list of campaign.yaml: remove the row yourself' },
    ],
    inStore: [],
    notReached: [
      'campaigns with another state folder than .callsheet.',
      'the history of git, copies and backups elsewhere, and the service, which keeps its own records.',
    ],
    inUse: [],
    confirms: expect.any(String) as string,
  });
  await rig.write('notes.txt', `call ${gone}\n`);
  const changed = { refused: 'What it would do has changed: look at it again. Nothing was changed.' };
  expect(await room.post('/api/forget', { ...whom, confirms: prepared['confirms'] })).toEqual(changed);
  expect(await room.post('/api/forget', whom)).toEqual(changed);
  expect((await readFile(join(rig.folder, '.callsheet/ledger.db'), 'latin1')).includes(gone)).toBe(true);
  const { confirms } = await room.post('/api/prepare-forget', whom);
  expect(await room.post('/api/forget', { ...whom, confirms })).toMatchObject({
    number: '234…0001',
    dryRun: false,
    files: [{ where: 'members.csv', becomes: 'kept' }, { where: 'notes.txt' }],
  });
  expect((await readFile(join(rig.folder, '.callsheet/ledger.db'), 'latin1')).includes(gone)).toBe(false);
  expect(await shownPlans()).toEqual([]);
  expect(await room.post('/api/forget', { handle: whom.handle, folder: '/etc', confirms })).toEqual({
    refused: 'This person is not known here any more: search again.',
  });
});

test('an env file that is being edited shows no other state than that of its store', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(whatsappStep);
  const setting = 'CALLSHEET_STORE=postgres://runner@127.0.0.1:1/none\n';
  await rig.write('my.env', setting);
  const room = await openControlRoom(rig, ['campaign.yaml', '--env-file', 'my.env']);
  const isUnreadable = ({ rows }: Readonly<Record<string, unknown>>): boolean =>
    (rows as { state: string }[]).every(({ state }) => state === 'unreadable');
  await room.follow('/api/campaigns', isUnreadable);
  await rig.replace('my.env', `${setting}CALLSHEET_STORE=\n`);
  const next = await room.follow('/api/campaigns', () => true);
  expect(next).toSatisfy(isUnreadable);
});
