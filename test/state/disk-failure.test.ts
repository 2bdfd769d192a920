import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import type { Change } from '../../src/ledger/change.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createWriter } from '../../src/ledger/sqlite/write/writer.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createSkippingClock } from '../../src/platform/clocks.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type Database, openDatabase } from '../../src/platform/sql/sqlite.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import { jsonOf, type Transport } from '../../src/service/http/transport.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const eio = (): Error => Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });

test('after a sync that failed, nothing is promised any more, and the disk is not asked again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = statePaths({ folder, campaign: 'failing', sandbox: true });
  const about = { campaign: 'failing', run: '1', service: 'test' };
  const me = { pid: 1, host: 'here', since: 0 };
  const opened = await createFileBackend({ paths }).openForRunning({ about, me, adopt: false });
  if ('refused' in opened) throw new Error(opened.refused.kind);
  const database = openDatabase(paths.database);
  const { runner } = database.prepare('SELECT runner FROM campaign').get() ?? {};
  const { ino, dev } = statSync(paths.database);
  let commits = 0;
  const failing: Database = {
    ...database,
    transaction(work) {
      commits++;
      work();
      throw eio();
    },
  };
  const writer = createWriter(failing, {
    ids: { campaign: 1, run: 1 },
    fence: { runner: String(runner), file: { path: paths.database, ino, dev } },
  });
  const change = (key: string): Change => ({
    kind: 'intend',
    to: { step: 'hello', key, attempt: 1, at: 1, requestHash: 'aa' },
  });
  expect(() => writer.commit([change('first')])).toThrow('disk I/O error');
  expect(() => writer.commit([change('second')])).toThrow('disk I/O error');
  expect(commits).toBe(1);
  database.close();
});

/** Runs a campaign for twenty people on a disk that fails to write changes of this kind; returns who was written to. */
async function sentWithout(failing: Change['kind']) {
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: failing
timezone: UTC
account: { appId: sandbox-app, businessPhone: "2348000000001" }
limits: { concurrency: 4 }
audiences:
  people: { file: people.csv, key: phone, timezone: { zone: UTC } }
steps:
  hello: { uses: whatsapp.send, forEach: people, with: { type: text, text: { body: Hello } } }
`,
    '/c/people.csv': `phone\n${Array.from({ length: 20 }, (_, index) => 2340000000000 + index).join('\n')}\n`,
  });
  const load = { path: '/c/campaign.yaml', cwd: '/c', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded } = await loadCampaign(load);
  if (loaded === undefined) throw new Error('the campaign of this test has findings');
  const clock = createSkippingClock(Date.parse('2026-11-23T10:00:00Z'));
  const lease = createMemoryBackend().openLease({ about: { campaign: 'failing', run: '1', service: 'test' } });
  const sent: string[] = [];
  const transport: Transport = {
    async send(_operation, body) {
      sent.push((JSON.parse(jsonOf(body)) as { recipient: string }).recipient);
      return { kind: 'accepted', code: '0', answer: { status: '0', data: { messageId: 'm' } } };
    },
    close: async () => {},
  };
  const shared = { loaded, run: '1', service: 'test', transport, clock, files, random: createSeededRandom(1) };
  const ended = runCampaign({
    ...shared,
    lease: {
      ...lease,
      apply: (changes) => (changes.some(({ kind }) => kind === failing) ? Promise.reject(eio()) : lease.apply(changes)),
    },
    control: createRunControl(),
    emit: () => {},
  });
  await expect(ended).rejects.toThrow('disk I/O error');
  return { sent, sending: (await listJobs(lease, { state: 'sending' })).map(({ key }) => key) };
}

test('an intent that cannot be written is not sent, and nothing after it', async () => {
  const { sent } = await sentWithout('intend');
  expect(sent).toEqual([]);
});

test('an outcome that cannot be written stops the run: at most what was in flight was sent, all of it is remembered, and nothing more leaves', async () => {
  const { sent, sending } = await sentWithout('settle');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(8);
  expect(sending).toEqual(expect.arrayContaining(sent));
  expect(sent.length).toBeLessThanOrEqual(4);
});

test('an error of the disk while a file is read is said, also where SQLite has ended the transaction', () => {
  const database = openDatabase(':memory:');
  const work = (): never => {
    // As SQLite does by itself.
    database.exec('COMMIT');
    throw eio();
  };
  expect(() => database.reading(work)).toThrow('disk I/O error');
  expect(database.reading(() => database.prepare('SELECT 1 AS one').get())).toEqual({ one: 1 });
  database.close();
});
