import type { JobRecord } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Control, Store, StoreAbout } from '../store.ts';
import { storeNamesSum } from './checksum.ts';
import { createCommitGroup, type GroupWriter } from './commit-group.ts';
import { readJobRow, stateNumber, stateOf } from './job-row.ts';

/** The store over one open state file whose schema is up to date. */
export function createSqliteStore(input: {
  readonly database: Database;
  readonly about: StoreAbout;
  readonly runId: number;
  readonly held: () => boolean;
  readonly writer: GroupWriter;
}): Store {
  const { database, about, runId } = input;
  const statements = prepare(database);
  const group = createCommitGroup(input.writer);

  return {
    about,
    job(id) {
      const row = statements.job.get(runId, id.step, id.key ?? '');
      return row === undefined ? undefined : readJobRow(row);
    },
    intend: (to) => group.add({ kind: 'intend', id: to, to }),
    settle: (to) => group.add({ kind: 'settle', id: to, to }),
    drop: (id, state, reason, at) => group.add({ kind: 'drop', id, to: { state, reason, at } }),
    decide: (id, state, at, outputs) =>
      group.add({ kind: 'decide', id, to: { state, at, ...(outputs === undefined ? {} : { outputs }) } }),
    *jobs(filter = {}) {
      const state = filter.state === undefined ? -1 : stateNumber(filter.state);
      for (const row of statements.jobs.iterate(runId, filter.step ?? '', filter.step ?? '', state, state))
        yield readJobRow(row);
    },
    counts: () =>
      statements.counts.all(runId).map((row) => ({
        step: String(row['step_name']),
        state: stateOf(row['state']),
        jobs: Number(row['jobs']),
      })),
    forEachJob(step: string, visit: (job: JobRecord) => void) {
      for (const row of statements.jobsOfStep.iterate(runId, step)) visit(readJobRow(row));
    },
    forEachState(step, visit) {
      for (const { key, state } of statements.statesOfStep.iterate(runId, step)) visit(String(key), stateOf(state));
    },
    recentStarts(limit: number, step?: string): readonly Instant[] {
      const rows = statements.recentStarts.all(step ?? '', step ?? '', limit);
      return rows.map((row) => Number(row['at'])).toReversed();
    },
    steps: () => statements.stepNames.all(runId).map((row) => String(row['name'])),
    renameStep(was, id) {
      const earlier = statements.step.get(was)?.['id'];
      if (earlier === undefined || statements.step.get(id) !== undefined) return;
      database.transaction(() => {
        statements.renameStep.run(id, was);
        storeNamesSum(database);
      });
    },
    lastInputs() {
      const value = statements.meta.get(`inputs ${runId}`)?.['value'];
      return value === undefined ? undefined : String(value);
    },
    setLastInputs: (inputs) =>
      database.transaction(() => {
        statements.setMeta.run(`inputs ${runId}`, inputs);
        storeNamesSum(database);
      }),
    control: () => String(statements.control.get(runId)?.['control'] ?? 'run') as Control,
    setControl: (control) => void statements.setControl.run(control, runId),
    ended() {
      const code = statements.ended.get(runId)?.['exit_code'];
      return code === null || code === undefined ? undefined : Number(code);
    },
    held: input.held,
    setBegun: (at) => void statements.setBegun.run(Math.round(at), runId),
    setEnded: (exitCode, at) => void statements.setEnded.run(Math.round(at), exitCode, runId),
    async close() {
      await group.close();
      database.close();
    },
  };
}

function prepare(database: Database) {
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    job: database.prepare(`${withStep} WHERE run = ? AND step.name = ? AND key = ?`),
    jobs: database.prepare(
      `${withStep} WHERE run = ? AND (? = '' OR job.step = (SELECT id FROM step WHERE name = ?)) AND (? = -1 OR state = ?)
       ORDER BY job.step, key`,
    ),
    // The primary key leads to a step's rows, in order.
    jobsOfStep: database.prepare(
      `${withStep} WHERE run = ? AND job.step = (SELECT id FROM step WHERE name = ?) ORDER BY key`,
    ),
    statesOfStep: database.prepare(
      'SELECT key, state FROM job WHERE run = ? AND step = (SELECT id FROM step WHERE name = ?)',
    ),
    counts: database.prepare(
      `SELECT step.name AS step_name, state, count(*) AS jobs FROM job JOIN step ON step.id = job.step
       WHERE run = ? GROUP BY job.step, state ORDER BY job.step, state`,
    ),
    recentStarts: database.prepare(
      `SELECT at FROM job WHERE at IS NOT NULL AND (? = '' OR step = (SELECT id FROM step WHERE name = ?)) ORDER BY at DESC LIMIT ?`,
    ),
    stepNames: database.prepare(
      'SELECT name FROM step WHERE EXISTS (SELECT 1 FROM job WHERE run = ? AND job.step = step.id) ORDER BY id',
    ),
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
