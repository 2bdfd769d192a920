import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnType, Expected, Origin } from '../../src/campaign/sources/source.ts';
import type { SourceQuery, WantedSource } from '../../src/campaign/sources/wanted-sources.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { readSnapshot, type SnapshotRequest } from '../../src/snapshot/read-snapshot.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../src/snapshot/snapshot-folder.ts';

const span = { file: { path: 'campaign.yaml', text: 'campaign' }, start: 0, end: 8 };

export interface SnapshotRig extends Disposable {
  readonly directory: string;
  readonly folder: SnapshotFolder;
  /** A program that prints this, however long it is. */
  list(text: string, format: 'csv' | 'ndjson'): SourceQuery;
  /** Reads a source, and says what came of it in short. */
  read(query: SourceQuery, more?: ReadMore): Promise<ReadSummary>;
}

export interface ReadMore extends Partial<Omit<SnapshotRequest, 'folder' | 'files'>> {
  readonly columns?: Readonly<Record<string, ColumnType>>;
  readonly country?: string;
  readonly expect?: Partial<Expected>;
  readonly keepForMs?: number;
}

export interface ReadSummary {
  readonly digest: string | undefined;
  /** `CODE message`, errors and warnings. */
  readonly findings: readonly string[];
  readonly record: Awaited<ReturnType<typeof readSnapshot>>['record'];
}

/** A folder with the snapshots of an audience `members`, with the key `phone`. */
export function snapshotRig(): SnapshotRig {
  const directory = mkdtempSync(join(tmpdir(), 'callsheet-'));
  const folder = openSnapshotFolder(join(directory, '.callsheet'), 'trial');
  return {
    directory,
    folder,
    list(text, format) {
      const file = join(directory, 'list');
      writeFileSync(file, text);
      return { kind: 'command', argv: ['cat', file], format, sep: undefined };
    },
    async read(query, more = {}) {
      const { columns = { phone: 'text', name: 'text' }, country, expect, keepForMs, ...request } = more;
      const { record, diagnostics } = await readSnapshot(wantedSource(query, { columns, country, expect, keepForMs }), {
        folder,
        files: createNodeFiles(),
        now: 1_700_000_000_000,
        acceptChange: false,
        forgotten: async () => undefined,
        address: undefined,
        variable: 'CALLSHEET_AUDIENCE_MEMBERS_URL',
        env: process.env,
        directory,
        allowCommands: true,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
        ...request,
      });
      const findings = diagnostics.map(({ code, message }) => `${code} ${message}`);
      return { digest: record?.digest, findings, record };
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function wantedSource(
  query: SourceQuery,
  more: {
    readonly columns: Readonly<Record<string, ColumnType>>;
    readonly country: string | undefined;
    readonly expect: Partial<Expected> | undefined;
    readonly keepForMs: number | undefined;
  },
): WantedSource {
  const { columns, country, expect, keepForMs } = more;
  const origin = { ...query, file: '', params: {} } as unknown as Origin;
  return {
    audience: { name: 'members', key: 'phone', span, ...(country === undefined ? {} : { country }) },
    zone: 'Africa/Lagos',
    source: {
      origin,
      columns,
      refresh: 'frozen',
      expect: { atLeast: 1, atMost: Number.POSITIVE_INFINITY, change: undefined, ...expect },
      keepForMs,
      timeoutMs: 20_000,
      span,
    },
    query,
    shown: 'the source',
    definition: JSON.stringify([query, columns]),
  };
}

/** A program that prints this. */
export function printing(text: string, format: 'csv' | 'ndjson' = 'csv', then = ''): SourceQuery {
  // To start Node takes much longer.
  if (then === '' && process.platform !== 'win32')
    return { kind: 'command', argv: ['printf', '%s', text], format, sep: undefined };
  const script = `process.stdout.write(${JSON.stringify(text)}, () => { ${then} })`;
  return { kind: 'command', argv: [process.execPath, '-e', script], format, sep: undefined };
}
