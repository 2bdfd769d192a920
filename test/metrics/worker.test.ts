import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { crew, members } from '../rig/crew.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { scrape, shownAt } from '../rig/scrape.ts';

const labels = 'campaign="trial",run="1"';

test('what a worker shows is what the service has received', async () => {
  await using all = await crew('limits: { concurrency: 4 }');
  const worker = all.command('worker', '--metrics-port', '0', '--concurrency', '3');
  const url = await shownAt(worker);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  await worker.line(/waiting for a leader/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const leader = all.lead();
  await worker.line(/sending for run/);
  const waits = worker.nextLine(/waiting for a leader/);
  expect((await leader.ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
  await waits;
  const shown = await scrape(url);
  const documented = await readFile('docs/metrics.md', 'utf8');
  const [, ofRuns = '', ofWorkers = ''] = documented.split(/^\| metric.*$/m);
  const names = [...ofWorkers.matchAll(/^\| `(callsheet_\w+)` \|/gm)].map(([, name]) => name!);
  const runNames = [...ofRuns.matchAll(/^\| `(callsheet_\w+)` \|/gm)].map(([, name]) => name!);
  const own = [...shown.keys()].filter((sample) => sample.startsWith('callsheet_'));
  const shownNames = own.map((sample) => sample.split('{')[0]!.replace(/_seconds_(bucket|sum|count)$/, '_seconds'));
  expect([...new Set(shownNames)].filter((name) => !runNames.includes(name)).sort()).toEqual([...names].sort());
  const value = (name: string): number | undefined => shown.get(`callsheet_${name}`);
  expect(value(`requests_total{${labels},operation="whatsapp.send",outcome="accepted"}`)).toBe(members.length);
  // On a slow machine a request may miss its time to leave: its job is claimed once more.
  const claims = value(`claim_duration_seconds_count{${labels}}`);
  expect(claims).toBeGreaterThanOrEqual(members.length);
  expect(value(`commit_duration_seconds_count{${labels}}`)).toBe(claims);
  expect(value('worker_slots{campaign="trial"}')).toBeLessThanOrEqual(3);
  expect(value('worker_jobs_in_flight{campaign="trial"}')).toBe(0);
  expect(value('worker_jobs_waiting{campaign="trial"}')).toBe(0);
  expect(value('worker_lease_left_seconds{campaign="trial"}')).toBeGreaterThan(0);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toMatchObject([
    200,
    { status: 'ready', runs: [{ campaign: 'trial', run: '1', role: 'sending', stateAnswers: true }] },
  ]);
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});

test('a worker is not ready while the database does not answer, and lives', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using all = await crew('limits: { concurrency: 4 }', { url: wire.url });
  expect((await all.run().ended).code).toBe(0);
  const worker = await all.worker('--metrics-port', '0', '--may-lead');
  const url = await shownAt(worker);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  wire.cut();
  const cut = await fetch(`${url}/healthz`);
  expect([cut.status, await cut.json()]).toMatchObject([
    503,
    { status: 'notReady', runs: [{ campaign: 'trial', role: 'sending', stateAnswers: false }] },
  ]);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  wire.restore();
  while ((await fetch(`${url}/healthz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});
