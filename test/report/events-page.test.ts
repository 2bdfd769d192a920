import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventToJson, type WorkerEvent, workerToJson } from '../../src/report/run/event-text.ts';
import type { RunEvent } from '../../src/run/event.ts';

const main = resolve('dist/src/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync('campaigns', folder, { recursive: true });

interface Documented {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
}

const page = new Map<string, Documented>(
  readFileSync('docs/events.md', 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const name = section.slice(0, section.indexOf('\n'));
      const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
      const fields = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`(\??)/g)]);
      const named = (mark: string): string[] => fields.flatMap(([, field = '', end]) => (end === mark ? [field] : []));
      const [, example = ''] = /```json\n(.+)\n```/.exec(section) ?? [];
      return [name, { required: ['event', 'at', ...named('')], optional: named('?'), example: JSON.parse(example) }];
    }),
);

const at = (time: string): number => Date.parse(`2026-11-23T${time}+01:00`);

/** One of each: the compiler asks for those that are new. */
const events: { readonly [Name in RunEvent['event']]: RunEvent & { readonly event: Name } } = {
  started: {
    event: 'started',
    at: at('09:00:00'),
    campaign: 'spring-renewal',
    run: '2026-11-23',
    service: 'sandbox',
    resumed: false,
    leftOut: [{ audience: 'members', file: 'audiences/members.csv', rows: 2 }],
  },
  following: {
    event: 'following',
    at: at('09:00:00'),
    campaign: 'spring-renewal',
    run: '2026-11-23',
    leader: { pid: 4711, host: 'lagos-1' },
    jobs: { accepted: 1200, sending: 16 },
  },
  recovered: { event: 'recovered', at: at('09:00:00'), again: 3, inDoubt: 1 },
  step: {
    event: 'step',
    at: at('09:00:00.244'),
    step: 'funds',
    state: 'finished',
    jobs: { toDo: 0, accepted: 1, rejected: 0, skipped: 0, inDoubt: 0 },
  },
  job: {
    event: 'job',
    at: at('15:00:00.181'),
    job: { step: 'followUp', key: '2340001000900' },
    state: 'accepted',
    attempts: 1,
    code: '0',
  },
  waiting: {
    event: 'waiting',
    at: at('11:00:13.434'),
    until: at('15:00:00'),
    step: 'followUp',
    heldBy: 'window',
  },
  wave: { event: 'wave', at: at('15:00:00'), step: 'followUp', wave: 1, waves: 3, people: 50, of: 237 },
  waveOver: {
    event: 'waveOver',
    at: at('15:00:09'),
    step: 'followUp',
    wave: 1,
    waves: 3,
    accepted: 49,
    rejected: 1,
    inDoubt: 0,
  },
  resting: {
    event: 'resting',
    at: at('15:00:05'),
    until: at('15:00:15'),
    reason: 'connection refused (ECONNREFUSED)',
  },
  clock: { event: 'clock', at: at('15:00:06'), aheadMs: 92_000 },
  clockJumped: { event: 'clockJumped', at: at('17:00:00'), byMs: 7_200_000 },
  paused: { event: 'paused', at: at('17:01:00') },
  resumed: { event: 'resumed', at: at('17:05:00') },
  draining: { event: 'draining', at: at('17:06:00'), inFlight: 7, reason: { kind: 'signal', signal: 'SIGINT' } },
  finished: {
    event: 'finished',
    at: Date.parse('2026-11-24T10:00:00.932+01:00'),
    exitCode: 0,
    summary: { accepted: 236, rejected: 0, skipped: 179, expired: 0, inDoubt: 0, pending: 0 },
  },
};

const workerEvent: WorkerEvent = {
  event: 'worker',
  at: at('17:06:00'),
  campaign: 'spring-renewal',
  state: 'stopping',
  reason: 'SIGTERM',
  gaveBack: 3,
  inFlight: 7,
};

test('the page has every event, as it is printed', () => {
  const printed = Object.entries(events).map(([name, event]) => [name, eventToJson(event, 'Africa/Lagos')]);
  const { rehearsed, worker, ...examples } = Object.fromEntries(
    [...page].map(([name, { example }]) => [name, example]),
  );
  expect(examples).toEqual(Object.fromEntries(printed));
  expect(rehearsed).toMatchObject({ event: 'rehearsed' });
  expect(worker).toEqual(workerToJson(workerEvent, 'Africa/Lagos'));
});

test('each example has the fields of its event', () => {
  expect([...page.values()].flatMap(({ example }) => mistakes(example))).toEqual([]);
});

test.each([
  ['run', 'spring-renewal.yaml', ['--sandbox', '--yes'], ['finished', 'job', 'started', 'step', 'waiting']],
  [
    'rehearse',
    'otp-verification.yaml',
    ['--scenario', 'storm'],
    ['finished', 'job', 'rehearsed', 'resting', 'started', 'step', 'waiting'],
  ],
])('%s %s prints what the page says', (command, file, options, names) => {
  const args = [main, command, file, '--format', 'json', ...options];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  const printed = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect([...new Set(printed.flatMap(mistakes))]).toEqual([]);
  expect([...new Set(printed.map(({ event }) => String(event)))].sort()).toEqual(names);
});

function mistakes(printed: Readonly<Record<string, unknown>>): string[] {
  const name = String(printed['event']);
  const documented = page.get(name);
  if (documented === undefined) return [`${name} is not on the page`];
  const { required, optional } = documented;
  return [
    ...required.filter((field) => !(field in printed)).map((field) => `${name} has no ${field}`),
    ...Object.keys(printed)
      .filter((field) => !required.includes(field) && !optional.includes(field))
      .map((field) => `${name}.${field} is not on the page`),
  ];
}
