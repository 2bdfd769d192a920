import type { SharedLimits } from '../account-share.ts';
import type {
  OpenedLease,
  OpenedReader,
  OpenForReading,
  Refused,
  RunAbout,
  RunLease,
  StateBackend,
} from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup } from '../commit-group.ts';
import { createStoreJudge, type StoreJudge } from '../contacts/store/judge-in-store.ts';
import type { Doubtful, StateWarning } from '../refusal.ts';
import { openRollbackMark, type RollbackMark } from '../rollback-guard.ts';
import { lockedBy } from '../run-lock.ts';
import { findRun, hasGone, noRun, type RunIds, refusedMove } from '../run-rows.ts';
import { type Asked, inStore } from '../sql.ts';
import { storeTrouble } from '../state-trouble.ts';
import { shownStore } from '../store-address.ts';
import { besideRuns, type InRun } from '../write-run.ts';
import { createAccountShare } from './account.ts';
import { createRunReader, readLeader } from './run-reader.ts';
import { inSession, repeating, type Session } from './session.ts';
import { checkDurability, inTables, makeStore } from './tables.ts';
import {
  pauseIncompleteRun,
  refusalOfStore,
  releaseLease,
  renewLease,
  type TakenLease,
  takeLease,
} from './take-lease.ts';
import { startTerm } from './term.ts';
import { createHandOut } from './workers/hand-out-chunks.ts';
import { workersChannel } from './workers/queue.ts';
import { openWorkerLease } from './workers/worker-lease.ts';
import { createWriter, writeDecisions } from './write-changes.ts';

/** The ledger of a team: the tables of `tables.ts`, for all campaigns. */
export function createPostgresBackend(url: string, rollbackGuard: string | undefined): Omit<StateBackend, 'location'> {
  return {
    openForRunning: ({ about, me, adopt, account, moves, limited }) =>
      inSession(url, async (session, keepOpen, { shown, leaseMs }): Promise<OpenedLease | Refused> => {
        await checkDurability(session);
        const made = await makeStore(session);
        if ('refused' in made) return made;
        const mark =
          rollbackGuard === undefined || moves === 'arriving'
            ? undefined
            : openRollbackMark(rollbackGuard, about, shown);
        let adopted: Doubtful | undefined;
        let isOpen = false;
        try {
          // A move has both places.
          const held = moves === undefined ? mark?.hold(me) : undefined;
          if (held !== undefined) return { refused: lockedBy(held.holder, about, shown) };
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
          const unguarded = hasGone(moves, taken.move) ? undefined : mark?.begin(taken, adopted !== undefined);
          const warnings: StateWarning[] = [];
          if (adopted !== undefined) warnings.push({ kind: 'adopted', from: adopted });
          if (unguarded !== undefined) warnings.push(unguarded);
          keepOpen();
          isOpen = true;
          return {
            lease: createPostgresLease({ session, about, taken, leaseMs, mark, limits: account?.limits }),
            move: taken.move,
            warnings,
          };
        } finally {
          if (!isOpen) mark?.close();
        }
      }),
    openForReading: ({ about, orNew, moves }) =>
      inRecorded(url, { about, moves }, async (session, ids, keepOpen): Promise<OpenedReader | undefined> => {
        const isNew = ids.run === noRun;
        if (isNew && orNew === undefined) return undefined;
        keepOpen();
        return { reader: { ...createRunReader(session, about, ids), close: () => session.close() }, isNew };
      }),
    decide: (about, decisions) =>
      inRecorded(url, { about }, async (session, ids) => {
        if (ids.run === noRun) throw new Error(`there is no run ${about.run} of ${about.campaign}`);
        await checkDurability(session);
        return session.transaction((queries) => writeDecisions(queries, ids, decisions));
      }),
    ...besideRuns(inRun(url, true), carriedOut),
    // A run can be paused whatever the server's settings are.
    requestControl: besideRuns(inRun(url, false), carriedOut).requestControl,
    openForSending: (request) =>
      inTables(url, async (session, keepOpen, { leaseMs }) => {
        await checkDurability(session);
        const lease = await openWorkerLease(session, request, leaseMs);
        if (lease !== undefined) keepOpen();
        return lease;
      }),
    async refusal(about) {
      const mark = rollbackGuard === undefined ? undefined : openRollbackMark(rollbackGuard, about, shownStore(url));
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
  return inTables(url, async (session, keepOpen): Promise<T | Refused | undefined> => {
    const found = await inStore(session, findRun(about));
    if (found === undefined) return undefined;
    const refused = moves === true ? undefined : refusedMove(found.move);
    return refused === undefined ? use(session, found.ids, keepOpen) : { refused };
  });
}

function inRun(url: string, isDurable: boolean): InRun {
  return (about, work) =>
    inRecorded(url, { about }, async (session, ids) => {
      if (ids.run === noRun) return undefined;
      if (isDurable) await checkDurability(session);
      const done = await session.transaction((queries) => inStore(queries, work(ids)));
      // Workers also look by themselves: this is only faster.
      await session.rows('SELECT pg_notify($1, $2)', [workersChannel(ids.campaign), '']);
      return done;
    });
}

function* carriedOut(_: RunAbout, ids: RunIds): Asked<string | undefined> {
  return (yield* readLeader(ids)).carriedOut;
}

/** A commit that waits for the disk, and for standbys. */
const countWorkersEveryMs = 1_000;

/** The lease of a campaign of which this process is the leader. */
function createPostgresLease(input: {
  readonly session: Session;
  readonly about: RunAbout;
  readonly taken: TakenLease;
  readonly leaseMs: number;
  readonly mark: RollbackMark | undefined;
  /** Of its account. */
  readonly limits: SharedLimits | undefined;
}): RunLease {
  const { session, about, taken, leaseMs, mark, limits } = input;
  const { ids, leader, lineage, since, account } = taken;
  const term = startTerm({
    leaseMs,
    since,
    renew: () => renewLease(session, ids, leader, leaseMs).catch(stopIfIncomplete),
  });
  const { repeat } = term;
  let contacts: StoreJudge | undefined;
  const writer = createWriter({
    session,
    about,
    ids,
    leader,
    contacts: () => contacts,
    repeat,
    onRevision: (revision) => mark?.advance(revision),
  });
  const group = createCommitGroup<Change>(async (changes) => {
    try {
      return await writer.commit(changes);
    } catch (error) {
      // What is recorded is not known: nothing more may be sent.
      term.lose(error);
      return stopIfIncomplete(error);
    }
  });
  const reader = createRunReader(repeating(session, repeat), about, ids);
  const share =
    account === undefined || limits === undefined
      ? undefined
      : createAccountShare(session, { account, campaign: ids.campaign, epoch: leader.epoch }, limits);

  const handOut = createHandOut({ session, ids, leader, repeat });
  let countedAt = Number.NEGATIVE_INFINITY;
  /** This machine must refuse a database that was restored to before what workers have recorded, as it refuses one before its own groups. */
  const countWorkers = (): void => {
    if (performance.now() - countedAt < countWorkersEveryMs) return;
    countedAt = performance.now();
    // What fails here ends the term.
    group.add([]).catch(() => {});
  };
  let paused: Promise<void> | undefined;
  async function stopIfIncomplete(error: unknown): Promise<never> {
    if (storeTrouble(error) === 'storeLostChanges') {
      term.lose(error);
      paused ??= pauseIncompleteRun(session, lineage, about.run);
      // `close` has to know.
      await paused.catch(() => {});
    }
    throw error;
  }

  return {
    ...reader,
    term,
    handOut: {
      ...handOut,
      async reports(judged) {
        const found = await handOut.reports(judged);
        if (found.length > 0) countWorkers();
        return found;
      },
    },
    ...(share && { account: { ask: (need) => repeat(() => share.ask(need)) } }),
    status: async () => ({ ...(await reader.status()), carriedOut: about.run }),
    apply: (changes) => group.add(changes),
    judgeContacts(place, rules) {
      if (place.kind !== 'store') return false;
      contacts = createStoreJudge(session, { ...place, rules });
      return true;
    },
    async close() {
      await group.close();
      term.stop();
      try {
        // A run that could not be paused is not offered to the next machine.
        await paused;
        await handOut.deleteReports();
        await releaseLease(session, ids, leader.epoch);
      } catch {
        // Its lease ends by itself.
      }
      mark?.close();
      await session.close();
    },
  };
}
