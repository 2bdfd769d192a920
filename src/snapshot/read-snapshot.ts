import { renameSync } from 'node:fs';
import type { AudienceProblem } from '../audience/audience-problem.ts';
import { keyReaderOf, loadCountryTest } from '../audience/number/country-key.ts';
import { loadOwnCountry } from '../audience/number/number-country.ts';
import { audienceFindings, unknownForgotten } from '../campaign/audiences/audience-findings.ts';
import type { Forgotten } from '../campaign/loaded-campaign.ts';
import type { SourceQuery, WantedSource } from '../campaign/sources/wanted-sources.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { createTimeLimit, type TimeLimit } from '../platform/clocks.ts';
import type { Files, Instant } from '../platform/ports.ts';
import { makeFolder } from '../platform/write-durably.ts';
import { compareSnapshots } from './compare-snapshots.ts';
import { createLineWriter, temporaryName } from './lines/line-writer.ts';
import { createRowContract } from './lines/row-contract.ts';
import { createRowSorter } from './lines/row-sorter.ts';
import {
  changeFinding,
  consentFinding,
  duplicateFinding,
  failureFinding,
  forgottenMeanwhile,
  lostKeyFinding,
  nobodyFinding,
  notKeptFinding,
  rowsFinding,
  wrongTypeFindings,
} from './snapshot-findings.ts';
import { asJson, latestRead, type SnapshotFolder, type SnapshotRecord } from './snapshot-folder.ts';
import { DiskFailure, folderTrouble, type ReadOptions, SourceFailure, type SourceReader } from './source-reader.ts';
import { BrokenRows } from './sources/list-rows.ts';

export interface SnapshotRequest extends ReadOptions {
  readonly folder: SnapshotFolder;
  readonly files: Files;
  readonly now: Instant;
  /** A person has looked at the difference to the last snapshot. */
  readonly acceptChange: boolean;
  /** Whom the project has forgotten: their rows are left out before anything of them is written. Undefined: nobody. */
  readonly forgotten: () => Promise<Forgotten | undefined>;
}

export interface SnapshotRead {
  /** Undefined where a finding is an error: nothing is kept then. */
  readonly record: SnapshotRecord | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The driver of each is loaded with it. */
const readers: Readonly<Record<SourceQuery['kind'], () => Promise<SourceReader>>> = {
  postgres: async () => (await import('./sources/read-postgres.ts')).readPostgres,
  sqlite: async () => (await import('./sources/read-sqlite.ts')).readSqlite,
  parquet: async () => (await import('./sources/read-parquet.ts')).readParquet,
  http: async () => (await import('./sources/read-http.ts')).readHttp,
  command: async () => (await import('./sources/read-command.ts')).readCommand,
};

/** Reads a source from its first row to its last into a new snapshot. */
export async function readSnapshot(asked: WantedSource, request: SnapshotRequest): Promise<SnapshotRead> {
  try {
    return await readRows(asked, request);
  } catch (error) {
    const trouble = folderTrouble(error);
    if (trouble === undefined) throw error;
    return { record: undefined, diagnostics: [notKeptFinding(asked, `${request.folder.path} ${trouble}`)] };
  }
}

async function readRows(asked: WantedSource, request: SnapshotRequest): Promise<SnapshotRead> {
  const wanted = { ...asked, shown: shownSource(asked, request) };
  const { audience, source, query } = wanted;
  const { folder, files, now } = request;
  const { name, key } = audience;
  makeFolder(folder.path, 0o700);
  folder.sweep(name, source.keepForMs, now);
  const readKey = await keyReaderOf(audience);
  // An unknown country has a finding of its own.
  if (readKey === undefined) return { record: undefined, diagnostics: [] };
  const forgotten = await request.forgotten();
  if (forgotten !== undefined && 'fault' in forgotten)
    return { record: undefined, diagnostics: [unknownForgotten(source.span, forgotten.fault)] };
  const target = folder.rowsPath({ audience: name, digest: 'rows'.padEnd(12, '-') });
  const sorter = createRowSorter(temporaryName(target));
  const writer = createLineWriter(temporaryName(target));
  try {
    const contract = createRowContract({
      columns: source.columns,
      key,
      readKey,
      countryColumn: audience.countryColumn,
      isCountry: audience.countryColumn === undefined ? undefined : await loadCountryTest(),
      ownCountry: audience.country === undefined ? await loadOwnCountry(wanted.zone) : undefined,
      mayGrow: 'format' in query && query.format === 'ndjson',
      isForgotten: forgotten?.isForgotten,
      lines: sorter,
    });
    const limit = createTimeLimit(request.timeoutMs, request.signal);
    try {
      const read = await readers[query.kind]();
      await read(wanted, contract, { ...request, signal: limit.signal });
      if (contract.rows > 0) contract.requireColumns();
    } catch (error) {
      if (error instanceof DiskFailure) throw error;
      return { record: undefined, diagnostics: failuresOf(causeOf(error, limit, request), wanted) };
    } finally {
      limit.clear();
    }
    const sorted = await sorter.drain(writer);
    const unreadable = contract.unreadable();
    const lost = unreadable.flatMap((problem) => lostKeyFinding(wanted, problem));
    const people = sorted.lines + contract.forgotten;
    const nobody = lost.length > 0 ? [] : nobodyFinding(wanted, { rows: contract.rows, people });
    const leftOut = unreadable.filter(
      ({ kind }) => leavesOut.has(kind) || (kind === 'nationalKey' && lost.length === 0),
    );
    const found = [
      ...rowsFinding(wanted, contract.rows),
      ...wrongTypeFindings(wanted, contract.wrongTypes()),
      ...consentFinding(wanted, contract.undeclaredConsent()),
      ...lost,
      ...nobody,
      ...duplicateFinding(wanted, sorted),
      ...(nobody.length > 0 ? [] : inRows(leftOut, audienceFindings(leftOut, placeOf(wanted)), 'row')),
    ];
    if (hasErrors(found)) return { record: undefined, diagnostics: found };
    const digest = await writer.finish();
    const last = latestRead(folder.records(name));
    const rows = folder.rowsPath({ audience: name, digest });
    const counts = last === undefined ? undefined : compareSnapshots(folder.rowsPath(last), writer.temporary);
    const changed =
      last === undefined || counts === undefined || request.acceptChange ? [] : changeFinding(wanted, last, counts);
    if (changed.length > 0) return { record: undefined, diagnostics: [...found, ...changed] };
    const since = await request.forgotten();
    if (since !== undefined && ('fault' in since || since.digest !== forgotten?.digest))
      return { record: undefined, diagnostics: [forgottenMeanwhile(wanted)] };
    renameSync(writer.temporary, rows);
    const record: SnapshotRecord = {
      version: 1,
      audience: name,
      digest,
      takenAt: now,
      source: wanted.shown,
      definition: wanted.definition,
      rows: contract.rows,
      unreadable: contract.rows - people,
      recipients: sorted.lines,
      ...(last === undefined || counts === undefined ? {} : { since: { takenAt: last.takenAt, ...counts } }),
    };
    await files.writeAtomically(folder.recordPath(record), asJson(record));
    return { record, diagnostics: found };
  } finally {
    sorter.close();
    writer.discard();
  }
}

/** Of an address that is not in the campaign the host alone: the rest of a signed one is a secret. */
function shownSource({ query, shown }: WantedSource, { address }: SnapshotRequest): string {
  return query.kind === 'http' && address !== undefined && URL.canParse(address) ? new URL(address).host : shown;
}

/** Of a reader that was ended, why that was: what it throws then says little. */
function causeOf(error: unknown, limit: TimeLimit, { signal, timeoutMs }: SnapshotRequest): unknown {
  if (signal.aborted) return new SourceFailure('reading was stopped');
  const isOther = !limit.signal.aborted || error instanceof SourceFailure || error instanceof BrokenRows;
  return isOther ? error : new SourceFailure(`it took more than ${timeoutMs / 1000} s`, 'raise `timeout`');
}

/** What the source gave is not used: it did not come to its end. */
function failuresOf(error: unknown, wanted: WantedSource): readonly Diagnostic[] {
  return error instanceof BrokenRows
    ? inRows(error.problems, audienceFindings(error.problems, placeOf(wanted)), 'line').map((one) => ({
        ...one,
        severity: 'error' as const,
      }))
    : [failureFinding(error, wanted)];
}

/** Rows that a source may have: lost numbers and whole lists of them are errors. */
const leavesOut: ReadonlySet<string> = new Set<AudienceProblem['kind']>([
  'emptyKey',
  'nestedKey',
  'invalidKey',
  'foreignKey',
  'withoutCode',
]);

/** Findings that cannot point at a row name it. */
function inRows(
  problems: readonly AudienceProblem[],
  findings: readonly Diagnostic[],
  what: 'row' | 'line',
): Diagnostic[] {
  return findings.map((one, index) => {
    const { kind, lines } = problems[index]!;
    const isOfFile = wholeFile.has(kind) || lines[0] === undefined;
    return isOfFile
      ? one
      : { ...one, message: `${one.message}, ${lines.length > 1 ? 'the first in' : 'in'} ${what} ${lines[0]}` };
  });
}

const wholeFile: ReadonlySet<string> = new Set<AudienceProblem['kind']>([
  'utf16',
  'otherMark',
  'archive',
  'lfsPointer',
  'webPage',
  'sepLine',
  'gzip',
  'delimiter',
  'duplicateHeader',
]);

/** Rows of a source have no place in a file, so everything points at the source. */
function placeOf({ audience, source, query }: WantedSource): Parameters<typeof audienceFindings>[1] {
  return {
    span: source.span,
    excerpt: () => source.span,
    header: Object.keys(source.columns),
    format: 'format' in query && query.format === 'ndjson' ? 'jsonl' : 'csv',
    sep: 'sep' in query ? query.sep : undefined,
    encoding: 'encoding' in query ? query.encoding : undefined,
    key: audience.key,
    use: 'audience',
    country: audience.country,
    countryColumn: audience.countryColumn,
  };
}
