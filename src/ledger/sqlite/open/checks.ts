import { existsSync, realpathSync, statSync } from 'node:fs';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { isSameService } from '../../../service/contract/addresses.ts';
import type { OpenForRunning, RunAbout } from '../../backend.ts';
import type { Doubtful, KeptElsewhere, StateRefusal } from '../../refusal.ts';
import type { RollbackGuard } from '../../rollback-guard.ts';
import { hasGone, refusedMove } from '../../run-rows.ts';
import type { StatePaths } from '../../state-paths.ts';
import { opening } from '../../state-trouble.ts';
import { isStoreAddress } from '../../store-address.ts';
import { mayHaveContacted, readMove, serviceOf } from '../file/campaign-rows.ts';
import { fileCounter, lookInFile, readOrigin, type StateFile } from '../file/state-file.ts';

/** A state file that is open, and unchanged. Who runs has claimed and verified it; who only asks has not. */
export interface OpenedFile extends AskedRun, Pick<OpenForRunning, 'moves'> {
  readonly database: Database;
  readonly file: StateFile;
}

/** A run, and who asks for it, where. */
interface AskedRun {
  readonly about: RunAbout;
  readonly host: string;
  readonly paths: StatePaths;
  readonly guard: RollbackGuard | undefined;
}

/** What may refuse a run of this file, in this order. All of it comes before any change to the file. */
export function* refusalsOf(opened: OpenedFile): Generator<StateRefusal> {
  const { file } = opened;
  if (file.kind === 'newer' || file.kind === 'foreign') {
    yield file;
    return;
  }
  for (const check of file.kind === 'fresh' ? [isNowhereElse] : checksOfOurs) {
    const refused = check(opened);
    if (refused !== undefined) yield refused;
  }
}

const checksOfOurs: readonly ((file: OpenedFile) => StateRefusal | undefined)[] = [
  isHere,
  isOfThisService,
  isOfThisHost,
  isNotBehind,
  // Before the next: of two copies, the other may have gone on since, and whom it contacted is not in this one.
  hasCarriedOutThisRun,
  isOriginal,
];

/** By what lies there now, without a claim. */
export function refusalOfFile(input: AskedRun): StateRefusal | undefined {
  const { paths } = input;
  if (!existsSync(paths.database)) return keptElsewhere(input, undefined);
  return opening(() =>
    lookInFile(paths.database, (database, file): StateRefusal | undefined => {
      const [refused] = refusalsOf({ ...input, database, file });
      return refused;
    }),
  );
}

export function isDoubtful(refusal: StateRefusal): refusal is Doubtful {
  return ['otherHost', 'missing', 'replaced', 'behind', 'copied'].includes(refusal.kind);
}

/** Nobody moves runs from where this machine knows that they were not carried out. */
export function isElsewhere({ kind }: Doubtful): boolean {
  return kind === 'missing' || kind === 'replaced';
}

function isHere({ database, about, moves }: OpenedFile): StateRefusal | undefined {
  return refusedMove(readMove(database, about), moves);
}

function isOfThisService({ database, about }: OpenedFile): StateRefusal | undefined {
  const service = serviceOf(database, about.campaign);
  const isKnown = service !== undefined && about.service !== '';
  if (!isKnown || isSameService(service, about.service) || !mayHaveContacted(database, about.campaign))
    return undefined;
  return { kind: 'otherService', service };
}

function isOfThisHost({ database, host: here, paths, guard }: OpenedFile): Doubtful | undefined {
  const { host, lineage } = readOrigin(database);
  // Where a run has no end, its process died, and the log was there when somebody looked at it.
  const died = database.prepare('SELECT 1 FROM run WHERE begun_at IS NOT NULL AND ended IS NULL').get();
  const log = statSync(`${paths.database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // What was used here under another name of the host is known to be behind, or is not.
  const lacksLog = died === undefined && log === 0 && guard?.highWaterMark(lineage) === undefined;
  return host === here ? undefined : { kind: 'otherHost', host, ...(lacksLog && { lacksLog }) };
}

function isNotBehind({ database, guard }: OpenedFile): Doubtful | undefined {
  const known = guard?.highWaterMark(readOrigin(database).lineage)?.seq ?? 0;
  const seq = fileCounter(database).read();
  return seq < known ? { kind: 'behind', seq, known } : undefined;
}

function isOriginal(claimed: OpenedFile): Doubtful | undefined {
  const path = originalOf(claimed);
  // Before its first group of changes a file knows nothing that a copy could repeat.
  return path !== undefined && fileCounter(claimed.database).read() > 0 ? { kind: 'copied', path } : undefined;
}

/** The path at which the file was last used, where that is another one and still has a file. */
export function originalOf({ database, paths, guard }: OpenedFile): string | undefined {
  const path = guard?.highWaterMark(readOrigin(database).lineage)?.path;
  if (path === undefined || !existsSync(path)) return undefined;
  // It may have been moved, with a link in its old place.
  return realpathSync(path) === realpathSync(paths.database) ? undefined : path;
}

function isNowhereElse(claimed: OpenedFile): Doubtful | undefined {
  return keptElsewhere(claimed, undefined);
}

function hasCarriedOutThisRun(claimed: OpenedFile): Doubtful | undefined {
  const { database, about, moves } = claimed;
  return hasGone(moves, readMove(database, about)) ? undefined : keptElsewhere(claimed, readOrigin(database).lineage);
}

/** Whether a file of another lineage has carried out this run: a file of this lineage knows nothing of it. */
export function keptElsewhere(
  { about, paths, guard, moves }: Omit<AskedRun, 'host'> & Pick<OpenForRunning, 'moves'>,
  lineage: string | undefined,
): KeptElsewhere | undefined {
  const location = moves === 'arriving' || moves === 'arrived' ? undefined : guard?.location(about);
  if (location === undefined || location.lineage === lineage) return undefined;
  if ((guard?.highWaterMark(location.lineage)?.seq ?? 0) === 0) return undefined;
  const { path } = location;
  if (existsSync(paths.database) && realpathSync(paths.database) === path) return { kind: 'replaced', path };
  return { kind: 'missing', path, isThere: isStoreAddress(path) || existsSync(path) };
}
