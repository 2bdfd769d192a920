import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runToEnd } from '../../src/cli/run/run-to-end.ts';
import { startMonitor } from '../../src/metrics/monitor.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { commandHost } from '../rig/command-host.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { scrape, shownAt } from '../rig/scrape.ts';

const members = people(12);
const refused = people(1, 20)[0]!;
const labels = 'campaign="trial",run="1"';

/** The second step waits for an hour. */
const twoSteps = `${whatsappStep}
later:
  uses: otp.send
  forEach: members
  needs: hello
  runs: always
  delay: 1h
  with: { templateId: 31 }
`;

test('a rest that the service asked for is shown as what the next job waits for, as in the status', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': '600' } });
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes', '--format', 'json', '--metrics-port', '0']);
  const url = await shownAt(run);
  const [resting] = await run.line(/"event":"resting".*/);
  const until = Date.parse(/"until":"([^"]*)"/.exec(resting)![1]!) / 1000;
  const sample = `callsheet_waiting_until_timestamp_seconds{${labels},step="",held_by="rest"}`;
  await expect.poll(async () => (await scrape(url)).get(sample)).toBeCloseTo(until, 1);
  run.kill('SIGTERM');
  await run.ended;
});

test('what a run shows while it goes on is what the service has received', async () => {
  await using rig = await createCampaignRig();
  await rig.members([...members, refused]);
  await rig.fault({ kind: 'status', operation: 'whatsapp.send', recipient: refused, status: '-69' });
  await rig.campaign(twoSteps, 'limits: { concurrency: 4, rate: 600/m, budget: 50 }\ncosts: { whatsapp.send: 0.5 }');
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes', '--format', 'json', '--metrics-port', '0']);
  const url = await shownAt(run);
  await run.line(/"event":"waiting"/);
  const shown = await scrape(url);
  const of = (name: string): Record<string, number> =>
    Object.fromEntries(
      [...shown].filter(([sample]) => sample.startsWith(`${name}{`)).map(([sample, value]) => [sample, value]),
    );
  const documented = await readFile('docs/metrics.md', 'utf8');
  const ofRuns = documented.slice(0, documented.indexOf('| metric of a worker |'));
  const names = [...ofRuns.matchAll(/^\| `(callsheet_\w+)` \|/gm)].map(([, name]) => name!);
  const own = [...shown.keys()].filter((sample) => sample.startsWith('callsheet_'));
  const shownNames = own.map((sample) => sample.split('{')[0]!.replace(/_seconds_(bucket|sum|count)$/, '_seconds'));
  // There is no lease without a store, and nothing has stopped the run.
  const absent = ['callsheet_lease_left_seconds', 'callsheet_run_stops_total'];
  expect([...new Set(shownNames), ...absent].sort()).toEqual([...names].sort());
  const accepted = rig.requests().filter(({ facts }) => (facts?.length ?? 0) > 0).length;
  const rejected = rig.requests().length - accepted;
  expect([accepted, rejected]).toEqual([12, 1]);
  expect(of('callsheet_requests_total')).toEqual({
    [`callsheet_requests_total{${labels},operation="whatsapp.send",outcome="accepted"}`]: accepted,
    [`callsheet_requests_total{${labels},operation="whatsapp.send",outcome="rejected"}`]: rejected,
  });
  const jobs = (step: string, counts: Record<string, number>): Record<string, number> => {
    const none = { pending: 0, sending: 0, accepted: 0, rejected: 0, inDoubt: 0, skipped: 0, expired: 0, cancelled: 0 };
    return Object.fromEntries(
      Object.entries({ ...none, ...counts }).map(([state, count]) => [
        `callsheet_jobs{${labels},step="${step}",state="${state}"}`,
        count,
      ]),
    );
  };
  expect(of('callsheet_jobs')).toEqual({ ...jobs('hello', { accepted, rejected }), ...jobs('later', { pending: 13 }) });
  expect(shown.get(`callsheet_request_duration_seconds_count{${labels},operation="whatsapp.send"}`)).toBe(13);
  const [waiting] = Object.entries(of('callsheet_waiting_until_timestamp_seconds'));
  expect(waiting?.[0]).toContain('step="later",held_by="delay"');
  expect((waiting?.[1] ?? 0) * 1000).toBeGreaterThan(Date.now() + 3_500_000);
  const value = (name: string): number | undefined => shown.get(`callsheet_${name}{${labels}}`);
  expect({
    inFlight: value('jobs_in_flight'),
    slots: value('jobs_in_flight_limit'),
    rate: value('rate_limit_per_second'),
    doubts: value('doubts'),
    doubtsLimit: value('doubts_limit'),
    spent: value('budget_spent_currency_units'),
    budget: value('budget_limit_currency_units'),
    lease: value('lease_left_seconds'),
  }).toEqual({ inFlight: 0, slots: 4, rate: 10, doubts: 0, doubtsLimit: 4, spent: 6, budget: 50, lease: undefined });
  // An intent and an outcome for each request, the start of the run, and with which files it begins.
  expect(value('commit_duration_seconds_count')).toBe(28);
  const text = [...shown.keys()].join('\n');
  for (const secret of [...members, 'sandbox-key', 'sandbox-secret', 'Ada']) expect(text).not.toContain(secret);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'ready', runs: [{ campaign: 'trial', run: '1', role: 'leading', stateAnswers: true }] },
  ]);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  run.kill('SIGINT');
  expect((await run.ended).code).toBe(4);
});

test('a run on a store says how old its lease is, and is not ready while the database does not answer', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(twoSteps);
  const store = `${wire.url}?lease=600`;
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes', '--metrics-port', '0', '--store', store]);
  const url = await shownAt(run);
  await run.line(/hello finished/);
  const ready = await fetch(`${url}/healthz`);
  expect(ready.status).toBe(200);
  const { runs } = (await ready.json()) as { readonly runs: readonly Record<string, unknown>[] };
  const { leaseAgeSeconds, leaseLeftSeconds } = runs[0] ?? {};
  expect(Number(leaseAgeSeconds) + Number(leaseLeftSeconds)).toBeCloseTo(600, 1);
  expect((await scrape(url)).get(`callsheet_lease_left_seconds{${labels}}`)).toBeGreaterThan(500);
  wire.cut();
  const cut = await fetch(`${url}/healthz`);
  expect([cut.status, await cut.json()]).toMatchObject([
    503,
    { status: 'notReady', runs: [{ campaign: 'trial', run: '1', role: 'leading', stateAnswers: false }] },
  ]);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  wire.restore();
  run.kill('SIGINT');
  expect((await run.ended).code).toBe(4);
});

test('a port that is taken, and an address without a port, stop a run before anything is sent', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep);
  const port = new URL(rig.sandbox.url).port;
  const taken = await rig.run('--metrics-port', port);
  expect([taken.code, taken.stderr]).toEqual([
    2,
    `--metrics-port ${port}: 127.0.0.1:${port} is in use by another program. Nothing was sent.\n`,
  ]);
  const noPort = await rig.run('--metrics-host', '0.0.0.0');
  expect([noPort.code, noPort.stderr]).toEqual([
    2,
    'error: --metrics-host needs --metrics-port\n(callsheet run --help shows an example)\n',
  ]);
  expect(rig.requests()).toEqual([]);
});

test('health is about the campaigns that a process still works for', async () => {
  const monitor = await startMonitor({ port: 0, host: '127.0.0.1', version: '1' });
  const worker = (campaign: string, answers: boolean) =>
    monitor.addWorker(campaign, () => ({
      campaign,
      role: 'sending',
      term: undefined,
      ask: () => (answers ? Promise.resolve() : Promise.reject(new Error('refused'))),
    }));
  const refused = worker('first', false);
  worker('second', true);
  const health = async () => (await fetch(`http://127.0.0.1:${monitor.port}/healthz`)).json();
  expect(await health()).toMatchObject({ status: 'notReady', runs: [{ campaign: 'first' }, { campaign: 'second' }] });
  refused.end();
  expect(await health()).toMatchObject({ status: 'ready', runs: [{ campaign: 'second' }] });
  await monitor.close();
});

test('a run that has ended is shown until its notices are delivered, its lease and its health no longer; its stops stay', async () => {
  const monitor = await startMonitor({ port: 0, host: '127.0.0.1', version: '1' });
  const limits = { concurrency: 4, doubts: 4, guardMs: 0 };
  const ask = (): Promise<void> => Promise.resolve();
  const term = { mayStart: () => true, signal: () => new AbortController().signal, leaseMs: 60, ageMs: () => 10 };
  const run = monitor.add({ campaign: 'trial', run: '1', limits, role: 'leading', term, ask });
  const address = `http://127.0.0.1:${monitor.port}`;
  const shown = async () => {
    const values = await scrape(address);
    return ['doubts_limit', 'lease_left_seconds'].map((name) => values.get(`callsheet_${name}{${labels}}`));
  };
  run.countStop({ kind: 'handOver', signal: 'SIGTERM' });
  expect(await shown()).toEqual([4, 0.05]);
  run.giveUp();
  expect(await shown()).toEqual([4, undefined]);
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'starting', runs: [] });
  run.hide();
  expect(await shown()).toEqual([undefined, undefined]);
  expect((await scrape(address)).get(`callsheet_run_stops_total{${labels},reason="handOver"}`)).toBe(1);
  await monitor.close();
});

test('a run that stops as its state file is gone is counted, too', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep, 'limits: { rate: 120/m, concurrency: 1 }');
  const monitor = await startMonitor({ port: 0, host: '127.0.0.1', version: '1' });
  const { host, err } = commandHost({ now: 0, env: rig.env });
  const no = { sandbox: false, realTime: false, late: false, adopt: false, acceptEdits: false, allowCommands: false };
  const options = { file: rig.file, input: [], format: 'text', yes: true, showNumbers: false, ...no } as const;
  const beside = { monitor, stop: new AbortController().signal };
  const ended = runToEnd(options, { ...host, clock: createRealClock() }, beside);
  await rig.answered(1);
  const state = join(rig.folder, '.callsheet');
  await rename(join(state, 'ledger.db'), join(state, 'elsewhere.db'));
  expect([await ended, err()]).toEqual([2, expect.stringContaining('was moved')]);
  const shown = await scrape(`http://127.0.0.1:${monitor.port}`);
  expect(shown.get(`callsheet_run_stops_total{${labels},reason="stateFile"}`)).toBe(1);
  await monitor.close();
});
