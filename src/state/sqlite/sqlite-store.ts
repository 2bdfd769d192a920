import type { JobId } from '../../job/address.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Control, Store, StoreAbout } from '../store.ts';
import { storeNamesSum } from './file/checksum.ts';
import { moveJobs } from './file/move-jobs.ts';
import { createJobCache } from './read/job-cache.ts';
import { createJobReader } from './read/read-jobs.ts';
import type { StepRows } from './read/step-rows.ts';
import { createCommitGroup, type GroupWriter } from './write/commit-group.ts';
import { decisionWriter } from './write/decision-writer.ts';

/** The store over one open state file whose schema is up to date. */
export function createSqliteStore(input: {
  readonly database: Database;
  readonly about: StoreAbout;
  readonly runId: number;
  readonly carriedOut: () => string | undefined;
  /** None for one who reads, and leaves a person’s word: the rest is the runner’s. */
  readonly writer?: GroupWriter;
  /** See `createCommitGroup`. */
  readonly largeGroup?: number | undefined;
  /** What is known of this run's jobs from the look at the whole file, and who has changed since. */
  readonly known?: { readonly rows: readonly StepRows[]; readonly changed: readonly JobId[] } | undefined;
}): Store {
  const { database, about, runId } = input;
  const statements = prepare(database);
  /** Jobs that may be `sending`, as keys by step, where that can only be by this store's word. */
  const mine = input.writer ? new Map<string, Set<string>>() : undefined;
  const maySend = ({ step, key = '' }: JobId): boolean => mine === undefined || mine.get(step)?.has(key) === true;
  const reader = createJobReader({ database, runId, maySend });
  const group = input.writer
    ? createCommitGroup(input.writer, input.largeGroup)
    : decisionWriter(database, runId, reader.job);
  const fact = (name: string): string | undefined => {
    const value = statements.meta.get(`${name} ${runId}`)?.['value'];
    return value === undefined ? undefined : String(value);
  };
  const setFact = (name: string, value: string): void =>
    database.transaction(() => {
      statements.setMeta.run(`${name} ${runId}`, value);
      storeNamesSum(database);
    });
  const begunAt = (): number | undefined => {
    const at = fact('begun');
    return at === undefined ? undefined : Number(at);
  };

  /** Until somebody is contacted, or judged: from then on too many change. */
  let known = input.known && createJobCache({ ...input.known, read: reader.job });

  return {
    about,
    ...reader,
    forEachJob(step, visit) {
      const id = Number(statements.step.get(step)?.['id']);
      if (!known?.forEach({ id, name: step }, visit)) reader.forEachJob(step, visit);
    },
    *jobs(filter = {}) {
      const { step: only, state } = filter;
      // Few are `sending`, and to look at every row for them takes long.
      const before = known;
      if (before === undefined || state !== 'sending') {
        yield* reader.jobs(filter);
        return;
      }
      for (const name of only === undefined ? reader.steps() : [only]) {
        const step = { id: Number(statements.step.get(name)?.['id']), name };
        yield* before.inState(step, state) ?? reader.jobs({ step: name, state });
      }
    },
    intend(to) {
      known = undefined;
      if (mine !== undefined) {
        const keys = mine.get(to.step);
        if (keys === undefined) mine.set(to.step, new Set([to.key ?? '']));
        else keys.add(to.key ?? '');
      }
      return group.add({ kind: 'intend', to });
    },
    async settle(to) {
      known?.changed(to);
      await group.add({ kind: 'settle', to });
      mine?.get(to.step)?.delete(to.key ?? '');
    },
    drop(id, state, reason, at) {
      known = undefined;
      return group.add({ kind: 'drop', to: { ...id, state, reason, at } });
    },
    decide(id, state, at, outputs) {
      known?.changed(id);
      return group.add({ kind: 'decide', to: { ...id, state, at, ...(outputs === undefined ? {} : { outputs }) } });
    },
    otherRuns: () =>
      statements.otherRuns.all(runId).map(({ id, label }) => ({
        run: String(label),
        jobs: createJobReader({ database, runId: Number(id), maySend: () => true }).jobs,
      })),
    renameStep(was, id) {
      known = undefined;
      const [from, to] = [was, id].map((name) => statements.step.get(name)?.['id']);
      if (from === undefined) return;
      if (to !== undefined) {
        // Another run of the file has a step of this name.
        database.transaction(() => moveJobs(database, runId, Number(from), Number(to)));
        return;
      }
      database.transaction(() => {
        statements.renameStep.run(id, was);
        storeNamesSum(database);
      });
      const keys = mine?.get(was);
      if (keys === undefined) return;
      mine?.delete(was);
      mine?.set(id, keys);
    },
    lastInputs: () => fact('inputs'),
    setLastInputs: (inputs) => setFact('inputs', inputs),
    confirmed: () => fact('confirmed'),
    setConfirmed: (confirmed) => setFact('confirmed', confirmed),
    control: () => String(statements.control.get(runId)?.['control'] ?? 'run') as Control,
    setControl: (control) => void statements.setControl.run(control, runId),
    ended() {
      const code = statements.ended.get(runId)?.['exit_code'];
      return code === null || code === undefined ? undefined : Number(code);
    },
    carriedOut: input.carriedOut,
    setBegun(at) {
      statements.setBegun.run(Math.round(at), runId);
      if (begunAt() !== undefined) return;
      // Not `started_at`, which is when the run was first opened: nobody may have said yes then.
      setFact('begun', String(Math.round(at)));
    },
    begunAt,
    setEnded: (exitCode, at) => void statements.setEnded.run(Math.round(at), exitCode, runId),
    async close() {
      await group.close();
      database.close();
    },
  };
}

function prepare(database: Database) {
  return {
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    otherRuns: database.prepare('SELECT id, label FROM run WHERE id <> ? ORDER BY id'),
    renameStep: database.prepare('UPDATE step SET name = ? WHERE name = ?'),
    meta: database.prepare('SELECT value FROM meta WHERE name = ?'),
    setMeta: database.prepare(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ),
    control: database.prepare('SELECT control FROM run WHERE id = ?'),
    setControl: database.prepare('UPDATE run SET control = ? WHERE id = ?'),
    ended: database.prepare('SELECT exit_code FROM run WHERE id = ?'),
    setBegun: database.prepare(
      'UPDATE run SET ended_at = NULL, exit_code = NULL, started_at = min(started_at, ?) WHERE id = ?',
    ),
    setEnded: database.prepare('UPDATE run SET ended_at = ?, exit_code = ? WHERE id = ?'),
  };
}
