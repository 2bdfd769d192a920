import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { finding } from '../campaign/rules/rule.ts';
import type { Snapshot, SnapshotNote, Source } from '../campaign/sources/source.ts';
import type { ChooseSnapshots, WantedSource } from '../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Files } from '../platform/ports.ts';
import { makeFolder } from '../platform/write-durably.ts';
import { joinSnapshots, keyColumnOf } from './compare-snapshots.ts';
import { createLineWriter, temporaryName } from './lines/line-writer.ts';
import type { SnapshotRead } from './read-snapshot.ts';
import {
  asJson,
  findSnapshot,
  latestRead,
  type Pins,
  type SnapshotFolder,
  type SnapshotRecord,
  type SnapshotUse,
} from './snapshot-folder.ts';
import { folderHint, folderTrouble } from './source-reader.ts';

export interface ChoiceRequest {
  readonly folder: SnapshotFolder;
  /** Name of the run's pins; undefined where no run has begun. */
  readonly run: string | undefined;
  /**
   * `look`: only at what was read. `kept`: the same, and a run that has begun goes on with the snapshots that it has. `missing`: read what
   * was never read, or has been edited since. `joining`: also read again where a run takes newcomers in.
   */
  readonly reads: 'look' | 'kept' | 'missing' | 'joining';
  readonly read: (wanted: WantedSource) => Promise<SnapshotRead>;
  /** The keys of an audience that the run has sent to, or may have; undefined where that is not known. */
  readonly reached: ((audience: string) => Promise<(key: number) => boolean>) | undefined;
  readonly files: Files;
  /** A path for people. */
  readonly shown: (path: string) => string;
}

interface Chosen {
  readonly snapshot: Snapshot | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** For each source the snapshot with which its run began, or the latest, or a new one. */
export async function chooseSnapshots(
  { wanted }: Pick<Parameters<ChooseSnapshots>[0], 'wanted'>,
  request: ChoiceRequest,
): ReturnType<ChooseSnapshots> {
  const snapshots = new Map<string, Snapshot>();
  const diagnostics: Diagnostic[] = [];
  const pins = request.run === undefined ? undefined : request.folder.pins(request.run);
  for (const one of wanted) {
    const { name } = one.audience;
    const chosen = await chooseOne(one, pins, request);
    diagnostics.push(...chosen.diagnostics);
    if (chosen.snapshot !== undefined) snapshots.set(name, chosen.snapshot);
  }
  return { snapshots, diagnostics };
}

async function chooseOne(wanted: WantedSource, pins: Pins | undefined, request: ChoiceRequest): Promise<Chosen> {
  const { folder, run, shown } = request;
  const { name, key } = wanted.audience;
  const { refresh, span } = wanted.source;
  const refused = (message: string, hint: string): Chosen => ({
    snapshot: undefined,
    diagnostics: [finding('CS6032', span, message, { hint })],
  });
  const pinned = { pins: pins === undefined ? undefined : run };
  const pin = pins?.snapshots[name];
  const records = folder.records(name);
  const latest = latestRead(records);
  const base = pin === undefined ? undefined : findSnapshot(records, pin);
  if (pin !== undefined && base === undefined)
    return refused(
      `The snapshot of \`${name}\` with which run ${run} began is gone (${pin.slice(0, 12)})`,
      'restore `snapshots` in the state folder, or copy it from the machine where the run began; or begin another run with --run NAME, which contacts everybody again',
    );
  if ((refresh === 'frozen' || request.reads === 'kept') && base !== undefined) {
    const note = noteOf(base, latest, wanted);
    return { snapshot: snapshotOf(base, request, { ...pinned, note }), diagnostics: [] };
  }
  const isCurrent = latest?.definition === wanted.definition;
  const isRead = isCurrent && !(request.reads === 'joining' && refresh !== 'frozen');
  if (!isRead && (request.reads === 'look' || request.reads === 'kept')) {
    const since =
      latest === undefined
        ? `has not been read from ${wanted.shown} yet`
        : `was read from ${latest.source} before its source was edited`;
    return refused(`\`${name}\` ${since}`, 'read it with `callsheet snapshot`');
  }
  const read: SnapshotRead =
    isRead && latest !== undefined ? { record: latest, diagnostics: [] } : await request.read(wanted);
  if (read.record === undefined) return { snapshot: undefined, diagnostics: read.diagnostics };
  const note: SnapshotNote | undefined = isRead ? undefined : { kind: 'new' };
  const { record: newest, diagnostics } = read;
  const use = (record: SnapshotRecord): Chosen => ({
    snapshot: snapshotOf(record, request, { ...pinned, note }),
    diagnostics,
  });
  if (base === undefined || base.digest === newest.digest) return use(newest);
  const known = joinedBefore(base, newest, { refresh, records });
  if (known !== undefined) {
    // The source may have been read again since, with the same people.
    const { digest, recipients, kept = 0 } = known;
    return use({ ...newest, digest, recipients, kept, joined: true });
  }
  const before = keyColumnOf(folder.rowsPath(base));
  if (before !== undefined && before !== key)
    return refused(
      `Run ${run} began with people of \`${name}\` by \`${before}\`, but its \`key\` is \`${key}\` now: who is a newcomer is not known`,
      `write \`key: ${before}\` again, or begin another run with --run NAME, which contacts everybody again`,
    );
  const isKept = refresh === 'growing' ? () => true : await request.reached?.(name);
  if (isKept === undefined)
    return refused(
      `\`${name}\` was read again since run ${run} began, and who has left but was reached is not known here`,
      'give `loadCampaign` the `state` of the run',
    );
  try {
    return use(await join(base, newest, { isKept, request }));
  } catch (error) {
    const trouble = folderTrouble(error);
    if (trouble === undefined) throw error;
    return refused(
      `The newcomers of \`${name}\` cannot be added to those with whom the run began: ${shown(folder.path)} ${trouble}`,
      folderHint,
    );
  }
}

function noteOf(
  base: SnapshotRecord,
  latest: SnapshotRecord | undefined,
  wanted: WantedSource,
): SnapshotNote | undefined {
  if (base.definition !== wanted.definition) return { kind: 'edited' };
  if (latest === undefined || latest.digest === base.digest || latest.takenAt <= base.takenAt) return undefined;
  return { kind: 'frozen', newer: latest.takenAt };
}

/**
 * What was joined of the two before. Nobody of the base is missing in it, nor in the base itself once the same newcomers are in it; but whom
 * an audience keeps that tracks its source may be others by now.
 */
function joinedBefore(
  base: SnapshotRecord,
  newest: SnapshotRecord,
  { refresh, records }: { readonly refresh: Source['refresh']; readonly records: readonly SnapshotRecord[] },
): SnapshotRecord | undefined {
  if (base.joinedFrom?.[1] === newest.digest) return base;
  if (refresh === 'tracking') return undefined;
  return records.find(({ joinedFrom }) => joinedFrom?.[0] === base.digest && joinedFrom[1] === newest.digest);
}

/** The people of a run that takes newcomers in: the latest rows, and of those who have left the ones whom it keeps. */
async function join(
  base: SnapshotRecord,
  latest: SnapshotRecord,
  {
    isKept,
    request: { folder, files },
  }: { readonly isKept: (key: number) => boolean; readonly request: ChoiceRequest },
): Promise<SnapshotRecord> {
  const writer = createLineWriter(temporaryName(folder.rowsPath(latest)));
  try {
    const paths = { before: folder.rowsPath(base), after: folder.rowsPath(latest) };
    const recipients = joinSnapshots(paths, { isKept, to: writer });
    const digest = await writer.finish();
    if (digest === latest.digest) return latest;
    const joinedFrom = [base.digest, latest.digest] as const;
    const kept = recipients - latest.recipients;
    const record: SnapshotRecord = { ...latest, digest, recipients, kept, joined: true, joinedFrom };
    // The same rows may have been read from the source once: that record stays.
    if (folder.records(latest.audience).some((other) => other.digest === digest && other.joined === undefined))
      return record;
    renameSync(writer.temporary, folder.rowsPath(record));
    await files.writeAtomically(folder.recordPath(record), asJson(record));
    return record;
  } finally {
    writer.discard();
  }
}

function snapshotOf(
  record: SnapshotRecord,
  { folder, shown }: ChoiceRequest,
  choice: Pick<Snapshot, 'pins' | 'note'>,
): Snapshot {
  const { digest, takenAt, source, rows, unreadable, recipients, since, kept = 0 } = record;
  const path = folder.rowsPath(record);
  return { path, shown: shown(path), digest, takenAt, source, rows, unreadable, recipients, since, kept, ...choice };
}

/** Records which snapshots a run uses from now on. */
export async function pinSnapshots(
  files: Files,
  folder: SnapshotFolder,
  { run, now, snapshots }: SnapshotUse,
): Promise<void> {
  const path = folder.pinsPath(run);
  makeFolder(dirname(path), 0o700);
  await files.writeAtomically(path, asJson({ usedAt: now, snapshots }));
}
