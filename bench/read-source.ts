import pg from 'pg';
import { createNodeFiles } from '../src/platform/node-files.ts';
import { readSnapshot } from '../src/snapshot/read-snapshot.ts';
import { openSnapshotFolder } from '../src/snapshot/snapshot-folder.ts';
import { readerOf } from '../src/snapshot/sources/reader-of.ts';

/** `read-source.ts copy|snapshot ROWS FOLDER`: reads rows in one way, and prints how long it took and how much memory. */
const [how, rows = '0', folder = ''] = process.argv.slice(2);
const address = process.env['CALLSHEET_AUDIENCE_MEMBERS_URL'] ?? '';
const text = `SELECT phone, first_name, last_name, tz, last_inbound_at, balance FROM members WHERE i <= ${rows}`;

// What loading takes is that of tsx: the driver is loaded for both.
await readerOf('postgres');
let memory = 0;
const watching = setInterval(() => void (memory = Math.max(memory, process.memoryUsage.rss())), 20);
const started = performance.now();
await (how === 'copy' ? copy() : snapshot());
const ms = performance.now() - started;
clearInterval(watching);
memory = Math.max(memory, process.resourceUsage().maxRSS * 1024);
process.stdout.write(JSON.stringify({ ms, memory: memory / 1e6 }));

/** The driver has no type for a query of one's own. */
async function copy(): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    const query = {
      submit: (connection: { query(sql: string): void }) => connection.query(`COPY (${text}) TO STDOUT`),
      handleCopyData: ({ chunk }: { chunk: Uint8Array }) => void (bytes += chunk.length),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    };
    client.query(query as unknown as pg.Submittable);
  });
  await client.end();
  if (bytes === 0) throw new Error('nothing was copied');
}

async function snapshot(): Promise<void> {
  const span = { file: { path: 'campaign.yaml', text: '' }, start: 0, end: 0 };
  const files = createNodeFiles();
  const columns = {
    phone: 'text',
    first_name: 'text',
    last_name: 'text',
    tz: 'text',
    last_inbound_at: 'instant',
    balance: 'number',
  } as const;
  const { record, diagnostics } = await readSnapshot(
    {
      audience: { name: 'members', key: 'phone', span },
      source: {
        origin: { kind: 'postgres', file: 'members.sql', params: {} },
        columns,
        refresh: 'frozen',
        expect: { atLeast: 1, atMost: Number.POSITIVE_INFINITY, change: undefined },
        keepForMs: undefined,
        timeoutMs: 600_000,
        span,
      },
      query: { kind: 'postgres', text, values: [] },
      shown: 'postgres members.sql',
      definition: rows,
    },
    {
      folder: openSnapshotFolder(`${folder}/${rows}-${process.pid}`, 'bench'),
      files,
      now: Date.now(),
      acceptChange: false,
      address,
      variable: 'CALLSHEET_AUDIENCE_MEMBERS_URL',
      env: process.env,
      directory: folder,
      allowCommands: false,
      timeoutMs: 600_000,
      signal: new AbortController().signal,
    },
  );
  if (record === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
}
