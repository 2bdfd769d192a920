import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Change, JobChange } from '../src/ledger/change.ts';
import { fenceRun, makeRun } from '../src/ledger/sqlite/file/campaign-rows.ts';
import { makeTables } from '../src/ledger/sqlite/file/state-file.ts';
import { createWriter } from '../src/ledger/sqlite/write/writer.ts';
import { openDatabase } from '../src/platform/sql/sqlite.ts';
import { isSmoke, median, record } from './measure.ts';

/**
 * What making a group of changes durable takes of the processor, on one thread without anything else: by the writer of a run, by the
 * same without syncs, and by the least that a journal in place of SQLite's could do, which is to append the same changes to a file
 * and sync it. Of a journal nothing could be looked up, and somebody would have to bring it into the table.
 */
const messages = isSmoke ? [1, 16] : [1, 16, 32, 64];
const [groups, warmUp] = isSmoke ? [20, 5] : [1_200, 200];
const firstAt = Date.UTC(2026, 0, 5, 9);
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);

interface Committer {
  commit(changes: readonly Change[]): void;
  close(): void;
}

const ways: readonly (readonly [name: string, open: (path: string) => Committer])[] = [
  ['state file', (path) => openWriter(path, 'FULL')],
  ['state file, never synced', (path) => openWriter(path, 'OFF')],
  ['journal alone', openJournal],
];

const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const lines = [
    `Processor time in µs for each group and for each of its messages: median of ${rounds} rounds of ${groups - warmUp} groups. A group has the outcomes of so many messages, and the intents of as many others.`,
    '',
    `| messages in a group | ${ways.map(([name]) => `${name}, a group | a message`).join(' | ')} |`,
    `|---|${ways.map(() => '---|---').join('|')}|`,
  ];
  for (const count of messages) {
    const taken = ways.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      ways.forEach(
        ([, open], way) => void taken[way]!.push(measure(open(join(folder, `${count}-${round}-${way}`)), count)),
      );
    }
    const cells = taken.map((all) => `${median(all).toFixed(0)} | ${(median(all) / count).toFixed(1)}`);
    lines.push(`| ${count} | ${cells.join(' | ')} |`);
  }
  record('Commits', lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** µs of processor time for one group. */
function measure({ commit, close }: Committer, count: number): number {
  let begin = process.cpuUsage();
  for (let group = 0; group < groups; group++) {
    if (group === warmUp) begin = process.cpuUsage();
    commit(changesOf(group, count));
  }
  const { user, system } = process.cpuUsage(begin);
  close();
  return (user + system) / (groups - warmUp);
}

function changesOf(group: number, count: number): readonly Change[] {
  const numbers = Array.from({ length: count }, (_, n) => group * count + n);
  const outcomes = group === 0 ? [] : numbers.map((n) => outcome(n - count));
  return [...outcomes, ...numbers.map(intent)];
}

function keyOf(n: number): string {
  return String(2_348_000_000_000 + n * 7);
}

function intent(n: number): JobChange {
  const requestHash = crc32(keyOf(n)).toString(16).padStart(16, '0');
  return { kind: 'intend', to: { step: 'hello', key: keyOf(n), attempt: 1, at: firstAt + n, requestHash } };
}

function outcome(n: number): JobChange {
  const outputs = { messageId: `wamid.${String(n).padStart(16, '0')}` };
  const [at, leftAt] = [firstAt + n + 5, firstAt + n + 2];
  const to = { step: 'hello', key: keyOf(n), attempt: 1, at, state: 'accepted', leftAt, code: '0', outputs } as const;
  return { kind: 'settle', to };
}

function openWriter(path: string, synchronous: 'FULL' | 'OFF'): Committer {
  const database = openDatabase(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  makeTables(database, 'here');
  const ids = makeRun(database, { campaign: 'bench', run: '1', service: 'bench' });
  const runner = 'bench';
  fenceRun(database, ids.campaign, runner);
  const { ino, dev } = statSync(path);
  const writer = createWriter(database, { ids, fence: { runner, file: { path, ino, dev } } });
  return {
    commit(changes) {
      if (writer.commit(changes).length > 0) throw new Error('a change of the bench was refused');
    },
    close() {
      writer.close();
      database.close();
    },
  };
}

function openJournal(path: string): Committer {
  const file = openSync(path, 'a', 0o600);
  return {
    commit(changes) {
      const text = JSON.stringify(changes);
      writeSync(file, `${crc32(text)} ${text}\n`);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}
