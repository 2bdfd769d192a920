import { spawnSync } from 'node:child_process';
import { once as onceEvent } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { listJobs } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { makeTables } from '../../src/ledger/sqlite/file/state-file.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { about, leaseOf, note, stateRig } from '../rig/state-rig.ts';

describe('the state file', () => {
  test('that was put back from a copy is refused, and accepted on request', async () => {
    using rig = stateRig();
    await rig.noted(3);
    copyFileSync(rig.paths.database, join(rig.folder, 'backup'));
    await rig.noted(2);
    copyFileSync(join(rig.folder, 'backup'), rig.paths.database);
    const behind = { kind: 'behind', seq: 3, known: 5 };
    expect(await rig.open()).toEqual({ refused: behind });
    const adopted = await rig.open({ adopt: true });
    expect(adopted).toMatchObject({ warnings: [{ kind: 'adopted', from: behind }] });
    await leaseOf(adopted).close();
    await rig.noted(1);
  });

  test('takes no decision on a job whose row is not as it was written, and gives nobody its record', async () => {
    using rig = stateRig();
    const lease = leaseOf(await rig.open());
    const job = { step: 'hello', key: '1' };
    await note(lease, 1);
    await settle(lease, { ...job, attempt: 1, at: 2_000, state: 'inDoubt' });
    await lease.close();
    const database = openDatabase(rig.paths.database);
    database.exec("UPDATE job SET request_hash = 'ab'");
    database.close();
    const backend = createFileBackend({ paths: rig.paths });
    const message = 'a row has changed since it was written';
    expect(await backend.decide(about, [{ ...job, attempts: 1, state: 'accepted', at: 3_000 }])).toEqual({
      refused: { kind: 'trouble', trouble: 'damaged', message },
    });
    const opened = await backend.openForReading({ about, verify: 'none' });
    if (opened === undefined || 'refused' in opened) throw new Error('it was not opened');
    await expect(opened.reader.job(job)).rejects.toThrow(message);
    await opened.reader.close();
    expect(await rig.open()).toEqual({ refused: { kind: 'trouble', trouble: 'damaged', message } });
  });

  test('goes with a corrected base URL while nobody has been contacted, and no longer', async () => {
    using rig = stateRig();
    const mistyped = leaseOf(await rig.open({ service: 'https://servce.example' }));
    await note(mistyped, 1);
    const unsent = { step: 'hello', key: '1', attempt: 1, at: 2_000, state: 'pending', attempted: false } as const;
    await settle(mistyped, unsent);
    await drop(mistyped, { step: 'hello', key: '2' }, 'skipped', 'no zone', 2_000);
    await mistyped.close();
    const corrected = leaseOf(await rig.open());
    expect(await corrected.job({ step: 'hello', key: '1' })).toMatchObject({ state: 'pending', attempts: 0 });
    await note(corrected, 1);
    await settle(corrected, { ...unsent, doubtful: true });
    // It may have left, whatever a person says of it later.
    await drop(corrected, { step: 'hello', key: '1' }, 'inDoubt', 'too late', 3_000);
    await decide(corrected, { step: 'hello', key: '1' }, 'cancelled', 4_000);
    await corrected.close();
    expect(await rig.open({ service: 'https://servce.example' })).toEqual({
      refused: { kind: 'otherService', service: about.service },
    });
    await leaseOf(await rig.open()).close();
  });

  test('that was deleted is missed, but a further run begins', async () => {
    using rig = stateRig();
    await rig.noted(1);
    rmSync(rig.paths.database);
    const missing = { kind: 'missing', path: rig.paths.database, isThere: false };
    expect(await rig.open()).toEqual({ refused: missing });
    const further = leaseOf(await rig.open({ run: '2' }));
    await note(further, 1);
    await further.close();
    expect(await rig.open()).toEqual({ refused: { kind: 'replaced', path: rig.paths.database } });
    await leaseOf(await rig.open({ adopt: true })).close();
    await leaseOf(await rig.open()).close();
  });

  test('in which nothing was noted may be deleted', async () => {
    using rig = stateRig();
    await rig.noted(0);
    rmSync(rig.paths.database);
    await rig.noted(1);
    const store = leaseOf(await rig.open());
    expect(await store.counts()).toHaveLength(1);
    await store.close();
  });

  test('that is a copy is refused while the original exists; once it is accepted, the original is refused', async () => {
    using rig = stateRig();
    await rig.noted(1);
    const copy = statePaths({ folder: join(rig.folder, 'copy'), campaign: 'trial', sandbox: false });
    cpSync(rig.paths.folder, copy.folder, { recursive: true });
    expect(await rig.open({ paths: copy })).toEqual({ refused: { kind: 'copied', path: rig.paths.database } });
    await leaseOf(await rig.open({ paths: copy, adopt: true })).close();
    await leaseOf(await rig.open({ paths: copy })).close();
    expect(await rig.open()).toEqual({ refused: { kind: 'missing', path: copy.database, isThere: true } });
  });

  test('that is one of two copies is refused because the other has gone on, and accepted with both in words', async () => {
    using rig = stateRig();
    await rig.noted(1);
    const [one, other] = ['one', 'other'].map((name) => {
      const copy = statePaths({ folder: join(rig.folder, name), campaign: 'trial', sandbox: false });
      cpSync(rig.paths.folder, copy.folder, { recursive: true });
      return copy;
    });
    const goesOn = leaseOf(await rig.open({ paths: one!, adopt: true }));
    await note(goesOn, 2);
    await goesOn.close();
    const elsewhere = { kind: 'missing', path: one!.database, isThere: true };
    expect(await rig.open({ paths: other! })).toEqual({ refused: elsewhere });
    const adopted = await rig.open({ paths: other!, adopt: true });
    expect(adopted).toMatchObject({
      warnings: [
        { kind: 'adopted', from: elsewhere },
        { kind: 'adopted', from: { kind: 'copied', path: rig.paths.database } },
      ],
    });
    await leaseOf(adopted).close();
    await leaseOf(await rig.open({ paths: other! })).close();
  });

  test('may be moved, with a link in its old place', async () => {
    using rig = stateRig();
    await rig.noted(1);
    const moved = join(rig.folder, 'elsewhere.db');
    renameSync(rig.paths.database, moved);
    symlinkSync(moved, rig.paths.database);
    const opened = await rig.open();
    expect(opened).toMatchObject({ warnings: [] });
    await leaseOf(opened).close();
  });

  test('that is a copy from before anything was sent is a file of its own', async () => {
    using rig = stateRig();
    await rig.noted(0);
    const copy = statePaths({ folder: join(rig.folder, 'copy'), campaign: 'trial', sandbox: false });
    cpSync(rig.paths.folder, copy.folder, { recursive: true });
    const opened = await rig.open({ paths: copy });
    expect(opened).toMatchObject({ warnings: [] });
    await note(leaseOf(opened), 1);
    await leaseOf(opened).close();
    expect(await rig.open()).toEqual({ refused: { kind: 'missing', path: copy.database, isThere: true } });
    await leaseOf(await rig.open({ paths: copy })).close();
  });

  test('that was written with another spelling of the base URL belongs to the same service', async () => {
    using rig = stateRig();
    const before = leaseOf(await rig.open({ service: 'HTTPS://Service.example:443/' }));
    await note(before, 1);
    await before.close();
    await leaseOf(await rig.open()).close();
    expect(await rig.open({ service: 'https://service.example/other' })).toMatchObject({
      refused: { kind: 'otherService' },
    });
  });

  test('that was deleted is missed, whatever the spelling of the base URL was', async () => {
    using rig = stateRig();
    const before = leaseOf(await rig.open({ service: 'https://service.example/' }));
    await note(before, 1);
    await before.close();
    rmSync(rig.paths.database);
    expect(await rig.open()).toEqual({ refused: { kind: 'missing', path: rig.paths.database, isThere: false } });
  });

  test('may be moved with its folder', async () => {
    using rig = stateRig();
    await rig.noted(1);
    const moved = statePaths({ folder: join(rig.folder, 'moved'), campaign: 'trial', sandbox: false });
    renameSync(rig.paths.folder, moved.folder);
    const opened = await rig.open({ paths: moved });
    expect(opened).toMatchObject({ warnings: [] });
    await leaseOf(opened).close();
  });

  test('of another host is refused, and accepted on request', async () => {
    using rig = stateRig();
    await rig.noted(1);
    expect(await rig.open({ host: 'there' })).toEqual({ refused: { kind: 'otherHost', host: 'here' } });
    await leaseOf(await rig.open({ host: 'there', adopt: true })).close();
    await leaseOf(await rig.open({ host: 'there' })).close();
  });

  test('is refused on another host, too, when it was copied without the log of a process that died there', async () => {
    using rig = stateRig();
    const lease = leaseOf(await rig.open());
    await lease.apply([{ kind: 'begun', at: 1_000 }]);
    await note(lease, 0);
    const copied = (folder: string) =>
      statePaths({ folder: join(rig.folder, folder), campaign: 'trial', sandbox: false });
    const [alone, whole] = [copied('alone'), copied('whole')];
    cpSync(rig.paths.folder, whole.folder, { recursive: true });
    mkdirSync(alone.folder);
    cpSync(rig.paths.database, alone.database);
    await lease.close();
    rmSync(join(rig.folder, 'rollback-guard'), { recursive: true });
    const refused = { kind: 'otherHost', host: 'here' };
    expect(await rig.open({ paths: alone, host: 'there' })).toEqual({ refused: { ...refused, lacksLog: true } });
    // To look at a file empties its log into it.
    for (const _ of [1, 2]) expect(await rig.open({ paths: whole, host: 'there' })).toEqual({ refused });
  });

  test('is waited for while somebody who has just come, or is leaving, holds it', async () => {
    using rig = stateRig();
    mkdirSync(rig.paths.folder);
    const made = openDatabase(rig.paths.database);
    makeTables(made, 'here');
    made.close();
    const holder = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      void import(workerData.module).then(({ openDatabase }) => {
        const database = openDatabase(workerData.path);
        database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
        parentPort.postMessage('held');
        setTimeout(() => database.close(), 200);
      });`,
      {
        eval: true,
        workerData: {
          module: new URL('../../dist/src/platform/sql/sqlite.js', import.meta.url).href,
          path: rig.paths.database,
        },
      },
    );
    await onceEvent(holder, 'message');
    const store = leaseOf(await rig.open());
    expect(await store.steps()).toEqual([]);
    await store.close();
  });

  test('returns every text unchanged', async () => {
    using rig = stateRig();
    const texts = [
      '',
      '"',
      '\\',
      "'",
      '\u0000\u0001\u001f\u007f',
      '\u2028 é 😀 \ud800',
      '{"a":[1,]}',
      ',1]',
      '\n\t\r',
      '\\u0041',
    ];
    const store = leaseOf(await rig.open());
    for (const [at, text] of texts.entries()) {
      const id = { step: 'hello', key: String(at), attempt: 1, at };
      await intend(store, { ...id, requestHash: 'aa', naturalKey: text });
      const outputs = { text, deep: { list: [[text], 1e21, -0.5, true, null] } };
      await settle(store, { ...id, state: 'accepted', code: '0', reason: text, outputs });
    }
    await store.close();
    const again = leaseOf(await rig.open());
    const read = (await listJobs(again)).map(({ reason, naturalKey, outputs }) => [
      reason,
      naturalKey,
      outputs?.['text'],
    ]);
    expect(read).toEqual(texts.map((text) => [text, text, text]));
    expect((await again.job({ step: 'hello', key: '3' }))?.outputs?.['deep']).toEqual({
      list: [[texts[3]], 1e21, -0.5, true, null],
    });
    await again.close();
  });

  test('of a newer callsheet, of another program, or that is not a database is refused unchanged', async () => {
    using rig = stateRig();
    await rig.noted(1);
    const refusedWith = async (sql: string): Promise<unknown> => {
      const database = openDatabase(rig.paths.database);
      database.exec(sql);
      database.close();
      const before = statSync(rig.paths.database).mtimeMs;
      const opened = await rig.open();
      expect(statSync(rig.paths.database).mtimeMs).toBe(before);
      return opened;
    };
    expect(await refusedWith('PRAGMA user_version = 99')).toEqual({ refused: { kind: 'newer', version: 99 } });
    expect(await refusedWith('PRAGMA application_id = 7')).toEqual({ refused: { kind: 'foreign' } });
    for (const end of ['', '-wal', '-shm']) rmSync(`${rig.paths.database}${end}`, { force: true });
    writeFileSync(rig.paths.database, 'To whom it may concern\n'.repeat(500));
    expect(await rig.open()).toMatchObject({ refused: { kind: 'trouble', trouble: 'damaged' } });
  });

  test('is private, and a folder in which anybody may write is reported', async () => {
    using rig = stateRig();
    await rig.noted(1);
    chmodSync(rig.paths.database, 0o644);
    chmodSync(rig.paths.folder, 0o777);
    const opened = await rig.open();
    expect(opened).toMatchObject({ warnings: [{ kind: 'openFolder', folder: rig.paths.folder }] });
    expect(statSync(rig.paths.database).mode & 0o777).toBe(0o600);
    await leaseOf(opened).close();
  });
});

const small = mkdtempSync(join(tmpdir(), 'callsheet-small-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', small]).status === 0;
if (mounted) spawnSync('umount', [small]);

describe('a disk that is full', () => {
  test.skipIf(!mounted)('stops the run with 2 and words; with room again everybody is reached once', async () => {
    await using rig = await createCampaignRig();
    const state = join(rig.folder, 'small');
    mkdirSync(state);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', state]);
    try {
      const members = people(400);
      await rig.members(members);
      await rig.campaign(whatsappStep, 'limits: { concurrency: 8, doubts: 100 }');
      const full = await rig.run('--state', 'small');
      expect(full.code).toBe(2);
      expect(full.stderr).toContain('.db. Free some space and run again');
      expect(full.stderr).not.toContain('    at ');
      const sent = Object.keys(rig.effects('whatsapp.send')).length;
      expect(sent).toBeLessThan(400);
      spawnSync('mount', ['-o', 'remount,size=16m', state]);
      const after = await rig.run('--state', 'small', '--format', 'json');
      expect([0, 3]).toContain(after.code);
      expect(rig.effects('whatsapp.send')).toEqual(once(Object.keys(rig.effects('whatsapp.send'))));
      const { stdout } = await rig.callsheet(['status', 'campaign.yaml', '--state', 'small', '--format', 'json']).ended;
      const doubts = (JSON.parse(stdout) as { inDoubt: readonly string[] }).inDoubt;
      const reached = new Set(Object.keys(rig.effects('whatsapp.send')));
      expect(members.filter((name) => !reached.has(name) && !doubts.includes(`hello[${name}]`))).toEqual([]);
      expect(doubts.length).toBeLessThanOrEqual(8);
    } finally {
      spawnSync('umount', ['-l', state]);
    }
  });
});

test('each row of a file but that of a job has a copy of all its columns, so that a bit that has changed is seen', () => {
  const database = openDatabase(':memory:');
  makeTables(database, 'here');
  const all = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  expect(all.length).toBeGreaterThan(10);
  for (const { name, sql } of all) {
    const copied = /\bcopy\b[^\n]*/.exec(String(sql))?.[0] ?? '';
    const columns = database.prepare(`SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0`).all(String(name));
    const missing = columns.map((column) => String(column['name'])).filter((column) => !copied.includes(column));
    expect({ name, missing: name === 'job' ? [] : missing }).toEqual({ name, missing: [] });
  }
  database.close();
});
