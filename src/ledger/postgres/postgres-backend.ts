import type {
  LedgerMove,
  OpenedLease,
  OpenedReader,
  OpenForReading,
  Refused,
  RunAbout,
  StateBackend,
} from '../backend.ts';
import { hasGone, refusedMove } from '../move/refused-move.ts';
import type { Doubtful, StateWarning } from '../refusal.ts';
import { shownStore } from '../store-address.ts';
import { inSession } from './in-session.ts';
import { createPostgresLease } from './postgres-lease.ts';
import { openRollbackMark } from './rollback-mark.ts';
import { createRunReader, type RunIds } from './run-reader.ts';
import type { Queries, Session } from './session.ts';
import { checkDurability, makeStore, tablesOf } from './tables.ts';
import { moveOf, refusalOfStore, takeLease } from './take-lease.ts';
import { openWorkerLease } from './workers/worker-lease.ts';
import { requestControl, writeApproval, writeDecisions, writePromotion } from './write-decisions.ts';

/** The ledger of a team: the tables of `tables.ts`, for all campaigns. */
export function createPostgresBackend(url: string, rollbackGuard: string | undefined): StateBackend {
  const shown = shownStore(url);
  return {
    location: shown,
    openForRunning: ({ about, me, adopt, account, moves, limited, inFlight }) =>
      inSession(url, async (session, keepOpen, { leaseMs }): Promise<OpenedLease | Refused> => {
        await checkDurability(session);
        const made = await makeStore(session);
        if ('refused' in made) return made;
        const mark =
          rollbackGuard === undefined || moves === 'arriving'
            ? undefined
            : openRollbackMark(rollbackGuard, about, shown);
        let adopted: Doubtful | undefined;
        const request = { about, me, account, moves, limited };
        const taken = await takeLease(session, request, leaseMs, (lineage, revision, move) => {
          const doubtful = mark?.check(lineage, revision);
          // A move compares what is known in both places.
          const isElsewhere = moves === 'away' && doubtful?.kind === 'missing';
          const accepts = moves === 'arrived' || (isElsewhere ? hasGone(moves, move) : adopt);
          if (accepts) adopted = doubtful;
          return accepts ? undefined : doubtful;
        });
        if ('refused' in taken) return taken;
        const { lineage, leader } = taken;
        const begun = {
          lineage,
          revision: leader.revision,
          runner: `${lineage} ${leader.epoch}`,
          isAdopted: adopted !== undefined,
        };
        const unguarded = hasGone(moves, taken.move) ? undefined : mark?.begin(begun);
        const warnings: StateWarning[] = [];
        if (adopted !== undefined) warnings.push({ kind: 'adopted', from: adopted });
        if (unguarded !== undefined) warnings.push(unguarded);
        keepOpen();
        return {
          lease: createPostgresLease({
            session,
            about,
            taken,
            leaseMs,
            mark,
            slots: inFlight,
            limits: account?.limits,
          }),
          move: taken.move,
          warnings,
        };
      }),
    openForReading: ({ about, orNew, moves }) =>
      inRecorded(url, { about, moves }, async (session, ids, keepOpen): Promise<OpenedReader | undefined> => {
        const isNew = ids.run === 0;
        if (isNew && orNew === undefined) return undefined;
        keepOpen();
        return { reader: { ...createRunReader(session, about, ids), close: () => session.close() }, isNew };
      }),
    decide: (about, decisions) =>
      inRecorded(url, { about }, async (session, ids) => {
        if (ids.run === 0) throw new Error(`there is no run ${about.run} of ${about.campaign}`);
        await checkDurability(session);
        return writeDecisions(session, ids, decisions);
      }),
    approve: (about, approval) => recordInRun(url, about, (session, ids) => writeApproval(session, ids, approval)),
    promote: (about, signed) => recordInRun(url, about, (session, ids) => writePromotion(session, ids, signed)),
    requestControl: (about, control, signed) =>
      recordInRun(url, about, (session, ids) => requestControl(session, ids, control, signed)),
    openForSending: (request) =>
      inSession(url, async (session, keepOpen, { leaseMs }) => {
        const tables = await tablesOf(session);
        if (typeof tables !== 'number') return { refused: tables };
        if (tables === 0) return undefined;
        const lease = await openWorkerLease(session, request, leaseMs);
        if (lease !== undefined) keepOpen();
        return lease;
      }),
    async refusal(about) {
      const mark = rollbackGuard === undefined ? undefined : openRollbackMark(rollbackGuard, about, shown);
      const found = await inRecorded(url, { about }, async (session, { campaign }) => ({
        refused: await refusalOfStore(session, { campaign, about, check: mark?.check }),
      }));
      return found === undefined ? mark?.check('', 0) : found.refused;
    },
  };
}

/** The same where something is recorded of the campaign; undefined where nothing is. */
function inRecorded<T>(
  url: string,
  { about, moves }: Pick<OpenForReading, 'about' | 'moves'>,
  use: (session: Session, ids: RunIds, keepOpen: () => void) => Promise<T>,
): Promise<T | Refused | undefined> {
  return inSession(url, async (session, keepOpen) => {
    const tables = await tablesOf(session);
    if (typeof tables !== 'number') return { refused: tables };
    const found = tables === 0 ? undefined : await findRun(session, about);
    if (found === undefined) return undefined;
    const refused = moves === true ? undefined : refusedMove(found.move);
    return refused === undefined ? use(session, found.ids, keepOpen) : { refused };
  });
}

/** Undefined where there is no such run. */
function recordInRun<T>(
  url: string,
  about: RunAbout,
  write: (queries: Queries, ids: RunIds) => Promise<T>,
): Promise<T | Refused | undefined> {
  return inRecorded(url, { about }, async (session, ids) => (ids.run === 0 ? undefined : write(session, ids)));
}

async function findRun(
  { rows }: Queries,
  { campaign, run }: RunAbout,
): Promise<{ readonly ids: RunIds; readonly move: LedgerMove } | undefined> {
  const [row] = await rows(
    `SELECT ledger.id AS campaign, run.id AS run,
       ledger.moved_from, ledger.moved_to
     FROM callsheet.campaign AS ledger LEFT JOIN callsheet.run ON run.campaign = ledger.id AND run.name = $2
     WHERE ledger.name = $1`,
    [campaign, run],
  );
  return row && { ids: { campaign: Number(row['campaign']), run: Number(row['run'] ?? 0) }, move: moveOf(row) };
}
