import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, type Missing, startPostgres, startRedis } from './databases.ts';
import { peersFolder } from './install-peers.ts';
import { commandLine } from './measure.ts';

/** One way to send a message to each recipient of a CSV: ours, or what somebody would take instead. */
export interface Client {
  readonly name: string;
  /** In `peers/node_modules`, where it is not a part of the project. */
  readonly package?: string;
  readonly database?: () => Promise<Database | Missing>;
  /** Recipients, as a share of what the fast ones get. Default 1. */
  readonly share?: number;
  /** Of the recipients. Default sorted. */
  readonly order?: 'sorted' | 'none';
  /** At concurrency 64 only: these are slow, and nothing changes. */
  readonly slow?: true;
  readonly env?: Readonly<Record<string, string>>;
  /** What Node runs before the clock starts: the queue is filled. */
  readonly setUp?: (work: Work) => readonly string[];
  /** What Node runs. Where there is a `setUp` it runs until SIGTERM, else until it is done. */
  readonly send: (work: Work) => readonly string[];
}

export interface Work {
  readonly cwd: string;
  readonly port: number;
  readonly concurrency: number;
  readonly recipients: number;
  /** Of the database; empty where there is none. */
  readonly address: string;
}

const bare = fileURLToPath(new URL('clients/bare.mjs', import.meta.url));
const bareArgs = (kind: 'loop' | 'log' | 'p-limit', { port, concurrency }: Work): readonly string[] => [
  bare,
  kind,
  String(port),
  String(concurrency),
  'members.csv',
];

export const yardstick: Client = { name: 'bare undici loop', send: (work) => bareArgs('loop', work) };
/** The bound of a run that survives a crash: a log in place of a table, which nothing could be looked up in. */
export const logged: Client = { name: 'bare undici loop, synced log', send: (work) => bareArgs('log', work) };
export const stateless: Client = { name: 'undici and p-limit', send: (work) => bareArgs('p-limit', work) };
export const ours: Client = { name: 'callsheet run', send: () => [commandLine, 'run', 'bench.yaml', '--yes'] };
/** What real lists are. The state file has its rows in the order of the outcomes, so this is to cost nothing. */
export const oursUnsorted: Client = { ...ours, name: 'callsheet run, recipients in no order', order: 'none' };

const queue = (
  name: string,
  file: 'bullmq' | 'graphile-worker' | 'pg-boss',
  database: () => Promise<Database | Missing>,
  way?: string,
): Client => {
  const args =
    (what: 'fill' | 'work') =>
    ({ port, concurrency, address }: Work): readonly string[] => {
      const program = join(peersFolder, `${file}.mjs`);
      const ways = way === undefined ? [] : [way];
      return [program, what, String(port), String(concurrency), 'members.csv', address, ...ways];
    };
  return { name, package: file, database, setUp: args('fill'), send: args('work'), share: 0.25 };
};

export const pgBoss: Client = queue('pg-boss, fetch and complete by 500', 'pg-boss', startPostgres);

export const peers: readonly Client[] = [
  queue('BullMQ, Redis synced every second', 'bullmq', () => startRedis('everysec')),
  queue('BullMQ, Redis synced always', 'bullmq', () => startRedis('always')),
  queue('graphile-worker, local queue and batches', 'graphile-worker', startPostgres, 'fast'),
  { ...queue('graphile-worker, as its first page shows', 'graphile-worker', startPostgres, 'plain'), share: 0.125 },
  pgBoss,
  { name: 'Artillery', package: 'artillery', share: 0.025, slow: true, send: artillery },
  { name: 'Step CI', package: 'stepci', share: 0.025, slow: true, send: stepCi },
];

/** Why it cannot be measured here; undefined when it can. Its database is not looked for yet. */
export function whyMissing(client: Client): string | undefined {
  if (client.package === undefined || existsSync(join(peersFolder, 'node_modules', client.package))) return undefined;
  return 'not installed: `npm run bench -- --install`';
}

/** As many virtual users as there may be requests under way; each takes the next recipient until all are done. */
function artillery({ cwd, port, concurrency, recipients }: Work): readonly string[] {
  const loop = { loop: [{ post: { url: '/wa/custom/sendMsg', beforeRequest: 'nextRecipient' } }] };
  const script = {
    config: {
      target: `http://127.0.0.1:${port}`,
      phases: [{ duration: 1, arrivalCount: concurrency }],
      processor: join(peersFolder, 'artillery.mjs'),
    },
    scenarios: [{ flow: [{ ...loop, count: Math.ceil(recipients / concurrency) }] }],
  };
  // YAML can read JSON.
  writeFileSync(join(cwd, 'artillery.yml'), JSON.stringify(script));
  return [join(peersFolder, 'node_modules/artillery/bin/run'), 'run', '--quiet', 'artillery.yml'];
}

/** A test for each recipient: of a test's own data it takes a row by chance. */
function stepCi({ cwd, port, concurrency }: Work): readonly string[] {
  const [, ...rows] = readFileSync(join(cwd, 'members.csv'), 'utf8').trimEnd().split('\n');
  const test = (row: string): readonly [string, unknown] => {
    const [recipient = '', name] = row.split(',');
    const body = `Good morning ${name}, your parcel is at the pick-up point and waits for you until Friday evening.`;
    const http = {
      url: `http://127.0.0.1:${port}/wa/custom/sendMsg`,
      method: 'POST',
      headers: { 'Api-Key': 'bench-key', Timestamp: '${{env.timestamp}}', Sign: '${{env.sign}}' },
      json: {
        appId: 'bench-app',
        businessPhone: '2348000000001',
        channelType: 0,
        recipient,
        type: 'text',
        text: { body },
      },
      check: { status: 200, jsonpath: { '$.status': '0' } },
    };
    return [`to ${recipient}`, { steps: [{ http }] }];
  };
  const workflow = { version: '1.1', name: 'bench', tests: Object.fromEntries(rows.map(test)) };
  writeFileSync(join(cwd, 'stepci.yml'), JSON.stringify(workflow));
  return [join(peersFolder, 'step-ci.mjs'), String(concurrency)];
}
