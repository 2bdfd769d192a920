// Reads rows of PostgreSQL in one way, and prints how long it took, with what processor time and memory:
// node read-source.mjs copy|rows|snapshot ROWS FOLDER
import pg from 'pg';
import { createNodeFiles } from '../../dist/src/platform/node-files.js';
import { readSnapshot } from '../../dist/src/snapshot/read-snapshot.js';
import { openSnapshotFolder } from '../../dist/src/snapshot/snapshot-folder.js';
import { readerOf } from '../../dist/src/snapshot/sources/reader-of.js';

const [how, rows, folder] = process.argv.slice(2);
const address = process.env['CALLSHEET_AUDIENCE_MEMBERS_URL'];
const text = `SELECT phone, first_name, last_name, tz, last_inbound_at, balance FROM members WHERE i <= ${rows}`;
const span = { file: { path: 'campaign.yaml', text: '' }, start: 0, end: 0 };
const source = {
  audience: { name: 'members', key: 'phone', span },
  source: {
    origin: { kind: 'postgres', file: 'members.sql', params: {} },
    columns: {
      phone: 'text',
      first_name: 'text',
      last_name: 'text',
      tz: 'text',
      last_inbound_at: 'instant',
      balance: 'number',
    },
    refresh: 'frozen',
    expect: { atLeast: 1, atMost: Number.POSITIVE_INFINITY, change: undefined },
    keepForMs: undefined,
    timeoutMs: 600_000,
    span,
  },
  query: { kind: 'postgres', text, values: [] },
  shown: 'postgres members.sql',
  definition: rows,
};
const request = {
  folder: openSnapshotFolder(`${folder}/${rows}-${process.pid}`, 'bench'),
  files: createNodeFiles(),
  now: Date.now(),
  acceptChange: false,
  forgotten: async () => undefined,
  address,
  variable: 'CALLSHEET_AUDIENCE_MEMBERS_URL',
  env: process.env,
  directory: folder,
  allowCommands: false,
  timeoutMs: 600_000,
  signal: new AbortController().signal,
};

/** The rows are thrown away in the first two. */
const ways = {
  async copy() {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    let bytes = 0;
    await new Promise((resolve, reject) => {
      client.query({
        submit: (connection) => void connection.query(`COPY (${text}) TO STDOUT`),
        handleCopyData: ({ chunk }) => void (bytes += chunk.length),
        handleCommandComplete() {},
        handleReadyForQuery: resolve,
        handleError: reject,
      });
    });
    await client.end();
    if (bytes === 0) throw new Error('nothing was copied');
  },
  async rows() {
    const read = await readerOf('postgres');
    let last = 0;
    await read(source, { onHeader() {}, onRow: (_cell, row) => void (last = row) }, request);
    if (last !== Number(rows)) throw new Error(`${last} rows were read`);
  },
  async snapshot() {
    const { record, diagnostics } = await readSnapshot(source, request);
    if (record === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  },
};

// All have the driver loaded.
await readerOf('postgres');
const before = process.cpuUsage();
const started = performance.now();
await ways[how]();
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const memory = (process.resourceUsage().maxRSS * 1024) / 1e6;
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000, memory }));
