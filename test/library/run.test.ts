import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createSkippingClock,
  fileState,
  formatDiagnostics,
  formatPlan,
  type LoadedCampaign,
  loadCampaign,
  memoryState,
  plan,
  type RunEvent,
  type RunOptions,
  readContacts,
  readHistory,
  readJobs,
  rehearse,
  report,
  run,
  storeState,
} from '../../src/index.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const start = Date.parse('2026-11-23T09:00:00+01:00');
const folder = mkdtempSync(join(tmpdir(), 'callsheet-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let clock = createSkippingClock(start);
let sandbox: Sandbox;
beforeEach(async () => {
  clock = createSkippingClock(start);
  sandbox = await startSandbox({ clock });
});
afterEach(() => sandbox.close());

const [ada, ben] = ['2348030000001', '2348030000002'];

async function campaignFor(...phones: readonly string[]): Promise<LoadedCampaign> {
  return campaignWith('members', phones);
}

async function campaignWith(forEach: string, phones: readonly string[]): Promise<LoadedCampaign> {
  writeFileSync(join(folder, 'members.csv'), ['phone', ...phones, ''].join('\n'));
  const path = join(folder, 'hello.yaml');
  writeFileSync(
    path,
    `campaign: hello
timezone: Africa/Lagos
starts: 2026-11-23 09:00
account: { appId: sandbox-app, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone } }
steps:
  code: { uses: otp.send, forEach: ${forEach}, with: { templateId: 31 } }
`,
  );
  const { value, diagnostics } = await loadCampaign({ path });
  expect(diagnostics).toEqual([]);
  return value as LoadedCampaign;
}

function optionsFor(loaded: LoadedCampaign, state = memoryState()): RunOptions {
  const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  return { loaded, state, service, clock };
}

test('a second run of the same campaign sends nothing, a third sends to whom was added', async () => {
  const options = optionsFor(await campaignFor(ada), fileState({ folder: join(folder, 'state'), sandbox: true }));
  expect(await run(options)).toMatchObject({ ended: 'finished', summary: { accepted: 1, pending: 0 } });
  expect(await run(options)).toMatchObject({ ended: 'finished', summary: { accepted: 1, pending: 0 } });
  expect(sandbox.account.journal.count).toBe(1);

  const grown = await campaignFor(ada, ben);
  const left = plan({ loaded: grown, ...(await readHistory({ ...options, loaded: grown })), now: clock.now() });
  expect(left.totals).toMatchObject({ toSend: 1, done: 1 });
  expect(await run({ ...options, loaded: grown })).toMatchObject({ summary: { accepted: 2, pending: 0 } });
  expect(sandbox.account.journal.count).toBe(2);
});

test('one state carries out a run once at a time', async () => {
  const options = optionsFor(await campaignFor(ada));
  const [first, second] = await Promise.all([run(options), run(options)]);
  expect(first.ended).toBe('finished');
  expect(second).toEqual({ ended: 'refused', refused: { kind: 'locked', holder: undefined } });
  expect(sandbox.account.journal.count).toBe(1);
});

test('a run whose start is long past is refused until it is allowed', async () => {
  clock = createSkippingClock(start + 3_600_000);
  const options = { ...optionsFor(await campaignFor(ada)), clock };
  const refused = await run(options);
  expect(refused).toEqual({ ended: 'refused', refused: { kind: 'overdue', byMs: expect.any(Number) } });
  expect(await run({ ...options, late: true })).toMatchObject({ ended: 'finished' });
});

test('an aborted run starts nothing and says why it stopped', async () => {
  const events: RunEvent[] = [];
  const signal = AbortSignal.abort();
  const result = await run({ ...optionsFor(await campaignFor(ada)), signal, onEvent: (event) => events.push(event) });
  expect(result).toMatchObject({ ended: 'stopped', reason: { kind: 'aborted' }, summary: { accepted: 0, pending: 1 } });
  expect(events.map(({ event }) => event)).toEqual(['started', 'finished']);
  expect(sandbox.account.journal.count).toBe(0);
});

test('a report has a row for each job, before a run too', async () => {
  const options = optionsFor(await campaignFor(ada));
  const header =
    'address,step,key,state,code,reason,attempts,firstAt,at,settledAt,naturalKey,outputs,leftAt,decidedBy,decidedAt,comment';
  expect(await report({ ...options, format: 'csv' })).toBe(
    `${header}\r\ncode[${ada}],code,${ada},pending,,,0,,,,,,,,,\r\n`,
  );
  await run(options);
  expect(await report({ ...options, format: 'json' })).toMatch(/^\[\n.*"state":"accepted".*\n\]\n$/);
});

test('a rehearsal sends to everybody and leaves no trace', async () => {
  const loaded = await campaignFor(ada, ben);
  expect(await rehearse({ loaded })).toEqual({
    ended: 'finished',
    endedAt: start + 100,
    kept: [],
    requests: 2,
    summary: { accepted: 2, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 },
    steps: [{ id: 'code', summary: { accepted: 2, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 } }],
  });
  await expect(rehearse({ loaded, world: { timezone: 'Nowhere' } })).rejects.toThrow(
    'The world has findings:\n  timezone: ',
  );
});

test('a pause that is requested while the run is prepared holds before its first job', async () => {
  const options = optionsFor(await campaignFor(ada, ben));
  const { state } = options;
  const about = { campaign: 'hello', run: '2026-11-23', service: '' };
  const backend = state.place.inMemory!(about);
  const openForRunning: typeof backend.openForRunning = async (request) => {
    const opened = await backend.openForRunning(request);
    if ('refused' in opened) return opened;
    const { lease } = opened;
    const apply: typeof lease.apply = async (changes) => {
      await lease.apply(changes);
      if (changes.some(({ kind }) => kind === 'begun')) await backend.requestControl(about, 'pause');
    };
    return { ...opened, lease: { ...lease, apply } };
  };
  const pausing: RunOptions['state'] = {
    place: { ...state.place, inMemory: () => ({ ...backend, openForRunning }) },
  };
  const sentAtPause: number[] = [];
  const onEvent = ({ event }: RunEvent): void => {
    if (event !== 'paused') return;
    sentAtPause.push(sandbox.account.journal.count);
    void backend.requestControl(about, 'run');
  };
  expect(await run({ ...options, state: pausing, onEvent })).toMatchObject({ summary: { accepted: 2 } });
  expect(sentAtPause).toEqual([0]);
});

test('an option that run does not have is refused before anybody is contacted', async () => {
  const options = optionsFor(await campaignFor(ada, ben));
  await expect(run(Object.assign(options, { firts: 1 }))).rejects.toThrow(
    'run has no option firts; did you mean first?',
  );
  expect(sandbox.account.journal.count).toBe(0);
});

test('an async listener that rejects stops the run as one that throws, and nobody is contacted after it', async () => {
  const onEvent = async ({ event }: RunEvent): Promise<void> => {
    if (event === 'started') throw new Error('the database of the listener');
  };
  const options = { ...optionsFor(await campaignFor(ada, ben)), onEvent };
  await expect(run(options)).rejects.toThrow('the database of the listener');
  expect(sandbox.account.journal.count).toBe(0);
  const late = async (): Promise<void> => {
    await Promise.resolve();
    throw new Error('too late');
  };
  await expect(rehearse({ ...options, onEvent: late })).rejects.toThrow('too late');
  expect(await run({ ...options, onEvent: undefined })).toMatchObject({ ended: 'finished', summary: { accepted: 2 } });
});

test('a base URL that cannot be right leaves nothing running', async () => {
  const options = optionsFor(await campaignFor(ada));
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await expect(run({ ...options, service: { ...options.service, baseUrl: 'nowhere' } })).rejects.toThrow(/nowhere|URL/);
  expect(timers()).toBe(before);
});

test('a run that began with a store is continued with it, and refused by a machine that used another one', async () => {
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'home'));
  const url = await newDatabase();
  expect(await run(optionsFor(await campaignFor(ada), storeState({ url })))).toMatchObject({ ended: 'finished' });
  const added = await campaignFor(ada, ben);
  expect(await run(optionsFor(added, storeState({ url })))).toMatchObject({ ended: 'finished' });
  expect(await report({ loaded: added, state: storeState({ url }) })).toContain('2 of 2 jobs accepted by the service;');
  expect(await run(optionsFor(added, storeState({ url: await newDatabase() })))).toMatchObject({
    ended: 'refused',
    refused: { kind: 'missing', isThere: true },
  });
  vi.unstubAllEnvs();
});

test('a run of some recipients leaves the others for a later run', async () => {
  const options = optionsFor(await campaignFor(ada, ben));
  expect(await run({ ...options, only: ['2348039999999'] })).toEqual({
    ended: 'refused',
    refused: { kind: 'unknownRecipient', number: '2348039999999' },
  });
  expect(await run({ ...options, only: [`+${ben}`] })).toMatchObject({ summary: { accepted: 1, pending: 1 } });
  expect(await run({ ...options, first: 1 })).toMatchObject({ summary: { accepted: 2, pending: 0 } });
});

test('an empty list of recipients is nobody, and what does not say who is meant is not run', async () => {
  const options = optionsFor(await campaignFor(ada, ben));
  expect(await run({ ...options, only: [] })).toMatchObject({ summary: { accepted: 0, pending: 2 } });
  for (const unclear of [{ only: [ben], first: 1 }, { first: 0 }, { first: 1.5 }, { run: '' }, { run: '../other' }])
    await expect(run({ ...options, ...unclear })).rejects.toThrow(/^(only and first|first|run): /);
  expect(await run(options)).toMatchObject({ summary: { accepted: 2, pending: 0 } });
});

test('a time that Date.parse could not read is refused: nothing would ever be due', async () => {
  const loaded = await campaignFor(ada);
  const unread = Date.parse('23 Nov, nine');
  expect(() => createSkippingClock(unread)).toThrow('start: give milliseconds since 1970, not NaN');
  const notATime = 'give milliseconds since 1970, not NaN';
  expect(() => plan({ loaded, now: unread })).toThrow(`now: ${notATime}`);
  await expect(rehearse({ loaded, at: unread })).rejects.toThrow(`at: ${notATime}`);
  await expect(report({ ...optionsFor(loaded), now: unread })).rejects.toThrow(`now: ${notATime}`);
});

test('what is undefined is not given, but for the service, without which nothing is recorded', async () => {
  const loaded = await campaignFor(ada);
  const unset: object = { now: undefined, history: undefined };
  expect(plan({ loaded, ...unset }).totals).toEqual(plan({ loaded }).totals);
  const noInputs: object = { inputs: undefined, files: undefined, depth: undefined };
  expect(await loadCampaign({ path: join(folder, 'hello.yaml'), ...noInputs })).toMatchObject({ diagnostics: [] });
  const { apiKey, apiSecret } = optionsFor(loaded).service;
  const service = { baseUrl: process.env['NO_SUCH_VARIABLE']!, apiKey, apiSecret };
  await expect(run({ ...optionsFor(loaded), service })).rejects.toThrow('The base URL is not a URL');
});

test('a state without its place is refused: one that knows nothing of the run is never taken instead', async () => {
  const options = optionsFor(await campaignFor(ada));
  const unset = process.env['NO_SUCH_VARIABLE']!;
  expect(() => storeState({ url: unset })).toThrow('url: give a text, not undefined');
  expect(() => fileState({ folder: unset })).toThrow('folder: give a text, not undefined');
  expect(() => storeState({ url: '' })).toThrow('url: give a text, not ""');
  for (const state of ['.callsheet', undefined, { folder: '.callsheet' }]) {
    const wrong: object = { state };
    const message = 'state: give memoryState(), fileState(…) or storeState(…)';
    await expect(run({ ...options, ...wrong })).rejects.toThrow(message);
    await expect(readJobs({ ...options, ...wrong })).rejects.toThrow(message);
  }
  expect(sandbox.account.journal.count).toBe(0);
});

test('what plain JavaScript gives wrongly is named', async () => {
  const options = optionsFor(await campaignFor(ada));
  const { loaded } = options;
  const all: object = { loaded: await loadCampaign({ path: join(folder, 'hello.yaml') }) };
  const message = 'loaded: give the `value` that loadCampaign returns; it is undefined when there are errors';
  expect(() => plan({ loaded, ...all })).toThrow(message);
  for (const wrong of [all, { loaded: undefined } as object])
    for (const call of [run, readJobs, report, readHistory, readContacts, rehearse])
      await expect(call({ ...options, ...wrong })).rejects.toThrow(message);

  const xml: object = { format: 'xml' };
  await expect(report({ ...options, ...xml })).rejects.toThrow('format: give one of text, json, csv, junit, not xml');
  expect(() => formatPlan(plan({ loaded }), xml)).toThrow('format: give one of text, markdown, html, json, not xml');
  expect(() => formatDiagnostics([], xml)).toThrow('format: give one of pretty, json, github, sarif, not xml');

  for (const only of [ada, [Number(ada)], null]) {
    const wrong: object = { only };
    await expect(run({ ...options, ...wrong })).rejects.toThrow('only: give a list of numbers, each as text');
  }
  const [noService, numbered]: readonly object[] = [{ service: undefined }, { run: 5 }];
  await expect(run({ ...options, ...noService })).rejects.toThrow('service: give baseUrl, apiKey and apiSecret');
  await expect(run({ ...options, ...numbered })).rejects.toThrow('run: Use up to 64 letters');
  expect(sandbox.account.journal.count).toBe(0);
});

test('with a skipping clock, the next wave begins as if somebody had promoted it', async () => {
  const loaded = await campaignWith('{ audience: members, waves: [1, rest], between: { promote: person } }', [
    ada,
    ben,
  ]);
  expect(await run(optionsFor(loaded))).toMatchObject({ ended: 'finished' });
  expect(sandbox.codes()).toHaveLength(2);
});

test('with a skipping clock, a wave that breaks `haltIf` halts', async () => {
  const between = '{ promote: person, haltIf: { rejected: 1 } }';
  const loaded = await campaignWith(`{ audience: members, waves: [1, rest], between: ${between} }`, [ada, ben]);
  await sandbox.close();
  sandbox = await startSandbox({ clock, world: { faults: [{ kind: 'status', status: '-22' }] } });
  const options = optionsFor(loaded);
  expect(await run(options)).toMatchObject({ ended: 'stopped' });
  expect(await readJobs({ loaded, state: options.state, now: clock.now() })).toMatchObject([
    { state: 'rejected' },
    { state: 'pending' },
  ]);
});

test('where there are neither findings nor names of files, no count of files is said', () => {
  expect(formatDiagnostics([])).toBe('✓ no problems\n');
  expect(formatDiagnostics([], { files: ['a.yaml', 'b.yaml'] })).toBe('✓ 2 files: no problems\n');
});
