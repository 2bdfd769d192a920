import type { SharedLimits } from '../account-share.ts';
import type { RunAbout, RunLease } from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup } from '../commit-group.ts';
import { createStoreJudge, type StoreJudge } from '../contacts/store/judge-in-store.ts';
import { storeTrouble } from '../store-trouble.ts';
import { createAccountShare } from './account.ts';
import { pauseIncompleteRun } from './lost-changes.ts';
import type { RollbackMark } from './rollback-mark.ts';
import { createRunReader } from './run-reader.ts';
import type { Session } from './session.ts';
import { releaseLease, renewLease, type TakenLease } from './take-lease.ts';
import { startTerm } from './term.ts';
import { createHandOut } from './workers/hand-out-chunks.ts';
import { createWriter } from './write-changes.ts';

/** The lease of a campaign of which this process is the leader. */
export function createPostgresLease(input: {
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
  const group = createCommitGroup<Change>({
    async commit(changes) {
      try {
        return await writer.commit(changes);
      } catch (error) {
        // What is recorded is not known: nothing more may be sent.
        term.lose(error);
        return stopIfIncomplete(error);
      }
    },
    close: () => Promise.resolve(),
  });
  const reader = createRunReader(
    {
      rows: (sql, values) => repeat(() => session.rows(sql, values)),
      scan: (sql, values) => repeat(() => session.scan(sql, values)),
    },
    about,
    ids,
  );
  const share =
    account === undefined || limits === undefined
      ? undefined
      : createAccountShare(session, { account, campaign: ids.campaign, epoch: leader.epoch }, limits);

  const handOut = createHandOut({ session, ids, leader, repeat });
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
    handOut,
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
