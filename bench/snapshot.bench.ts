import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from './databases.ts';
import { isSmoke, median, record, spread } from './measure.ts';

/**
 * A snapshot of a million rows of PostgreSQL beside `COPY … TO STDOUT` of the same statement, whose bytes are only counted: in turns,
 * each in a process of its own. Goal: at most twice the time, and memory that does not grow with the rows.
 */
interface Reading {
  readonly ms: number;
  readonly memory: number;
}

const people = isSmoke ? 1_000 : 1_000_000;
const rounds = isSmoke ? 1 : 3;
const program = fileURLToPath(new URL('read-source.ts', import.meta.url));
const server = await startPostgres();
if ('missing' in server) {
  record('Snapshots', [`Not measured: ${server.missing}.`]);
} else {
  const { address } = server;
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  try {
    await fill(server.address);
    const rows: string[] = [];
    for (const count of [people / 10, people]) {
      const [copied, read]: [Reading[], Reading[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        copied.push(await measure('copy', count));
        read.push(await measure('snapshot', count));
      }
      const cells = [
        count.toLocaleString('en-GB'),
        spread(copied.map(({ ms }) => ms / 1000)),
        spread(read.map(({ ms }) => ms / 1000)),
        spread(read.map(({ ms }, index) => ms / copied[index]!.ms)),
        String(Math.round(median(copied.map(({ memory }) => memory)))),
        String(Math.round(median(read.map(({ memory }) => memory)))),
      ];
      rows.push(`| ${cells.join(' | ')} |`);
    }
    record('Snapshots', [
      'Seconds for six columns in no order of the numbers, and the most memory of the process in MB: median (least–most). Goals: a ratio of 2, and 200 MB for a million rows.',
      '',
      '| rows | COPY | snapshot | ratio | MB, COPY | MB, snapshot |',
      '|---|---|---|---|---|---|',
      ...rows,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }

  async function measure(how: 'copy' | 'snapshot', count: number): Promise<Reading> {
    const child = spawn(process.execPath, ['--import', 'tsx', program, how, String(count), folder], {
      env: { ...process.env, CALLSHEET_AUDIENCE_MEMBERS_URL: address },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const chunk of child.stdout) printed += String(chunk);
    return JSON.parse(printed) as Reading;
  }
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE members AS SELECT '+' || (2348010000000 + (i::bigint * 7919) % 90000000) AS phone,
    'Name' || i % 977 AS first_name, 'Lname' || i AS last_name, 'Africa/Lagos' AS tz,
    now() - i * interval '1 second' AS last_inbound_at, (i % 100000) / 100.0 AS balance, i FROM generate_series(1, ${people}) i`);
  await client.query('VACUUM ANALYZE members');
  await client.end();
}
