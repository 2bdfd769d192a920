import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from './databases.ts';
import { isSmoke, median, record, requireBuilt, spread } from './measure.ts';

/**
 * A snapshot of a million rows of PostgreSQL beside `COPY … TO STDOUT` of the same statement, whose bytes are only counted, and beside
 * our reader of rows alone, which makes nothing of them: in turns, each in a process of its own. Goal: at most 8 s and 200 MB for a
 * million rows.
 */
const ways = ['copy', 'rows', 'snapshot'] as const;
const names = { copy: 'COPY, thrown away', rows: 'our reader, rows thrown away', snapshot: 'snapshot' };

interface Reading {
  readonly ms: number;
  readonly cpuMs: number;
  readonly memory: number;
}

const people = isSmoke ? 1_000 : 1_000_000;
const rounds = Number(process.env['ROUNDS'] ?? (isSmoke ? 1 : 5));
const program = fileURLToPath(new URL('clients/read-source.mjs', import.meta.url));
requireBuilt();
const server = await startPostgres();
if ('missing' in server) {
  record('Snapshots', [`Not measured: ${server.missing}.`]);
} else {
  const { address } = server;
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  try {
    await fill(server.address);
    const lines: string[] = [];
    for (const count of [people / 10, people]) {
      const taken = ways.map(() => [] as Reading[]);
      for (let round = 0; round < rounds; round++)
        for (const [index, way] of ways.entries()) taken[index]!.push(await measure(way, count));
      for (const [index, way] of ways.entries()) {
        const all = taken[index]!;
        const cells = [
          count.toLocaleString('en-GB'),
          names[way],
          spread(all.map(({ ms }) => ms / 1000)),
          way === 'copy' ? '' : spread(all.map(({ ms }, round) => ms / taken[0]![round]!.ms)),
          spread(all.map(({ cpuMs }) => cpuMs / 1000)),
          String(Math.round(median(all.map(({ memory }) => memory)))),
        ];
        lines.push(`| ${cells.join(' | ')} |`);
      }
    }
    record('Snapshots', [
      `Seconds for six columns in no order of the numbers, processor time of the process that reads, and its most memory in MB: median (least–most) of ${rounds}. Goal: 8 s and 200 MB for a million rows.`,
      '',
      '| rows | read by | seconds | ratio to COPY | processor time, s | MB |',
      '|---|---|---|---|---|---|',
      ...lines,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }

  async function measure(how: (typeof ways)[number], count: number): Promise<Reading> {
    const child = spawn(process.execPath, [program, how, String(count), folder], {
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
