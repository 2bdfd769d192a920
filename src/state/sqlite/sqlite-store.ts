import { formatAddress, type JobId } from '../../job/address.ts';
import type { JobRecord, JobState } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Control, Store, StoreAbout } from '../store.ts';
import { jobSum, outputsSum, storeNamesSum } from './checksum.ts';
import { type CommitHooks, createCommitGroup } from './commit-group.ts';
import { readJobRow, stateNumber, stateOf } from './job-row.ts';

const [pending, sending] = [stateNumber('pending'), stateNumber('sending')];
/** States from which a job may be claimed: a judgement is judged again, a gate that was not met is asked again. */
const claimable = [pending, stateNumber('skipped'), stateNumber('expired'), stateNumber('rejected')].join();
/** What may be claimed may be given up: a gate that was not met, too, once its time is over. */
const droppable = claimable;
/** Stands for no state at all. */
const noState = -1;
const decidable = [stateNumber('inDoubt'), stateNumber('rejected'), pending].join();

/** The store over one open state file whose schema is up to date. */
export function createSqliteStore(input: {
  readonly database: Database;
  readonly about: StoreAbout;
  readonly runId: number;
  readonly held: () => boolean;
  /** Told within each group of changes, before it is made durable, and after; see `commit-group.ts`. */
  readonly onCommit?: CommitHooks;
}): Store {
  const { database, about, runId } = input;
  const statements = prepare(database);
  const group = createCommitGroup(database, input.onCommit);
  const stepIds = new Map<string, number>();

  function stepId(name: string): number {
    let id = stepIds.get(name);
    if (id === undefined) {
      if (statements.addStep.run(name).changes > 0) storeNamesSum(database);
      id = Number(statements.step.get(name)?.['id']);
      stepIds.set(name, id);
    }
    return id;
  }

  /** Only for changes, within their transaction: a step that is new gets its number. */
  const place = (id: JobId): [number, number, string] => [runId, stepId(id.step), id.key ?? ''];
  const sumOf = (id: JobId, state: JobState): number =>
    jobSum({ run: runId, step: stepId(id.step), key: id.key ?? '', state: stateNumber(state) });

  /** A transition whose guard failed is a bug of ours, or two runners: nothing may go on after it. */
  function must(changes: number, id: JobId, what: string): void {
    if (changes !== 1) throw new Error(`${formatAddress(id)} could not be ${what}: its state in the file is another`);
  }

  return {
    about,
    job(id) {
      const row = statements.job.get(runId, id.step, id.key ?? '');
      return row === undefined ? undefined : readJobRow(row);
    },
    intend: (intent) =>
      group.add(() => {
        const { changes } = statements.intend.run(
          ...place(intent),
          intent.attempt,
          intent.at,
          intent.at,
          intent.naturalKey ?? null,
          intent.requestHash,
          sumOf(intent, 'sending'),
        );
        must(changes, intent, 'claimed');
      }),
    settle: (settled) =>
      group.add(() => {
        const outputs = settled.outputs === undefined ? null : JSON.stringify(settled.outputs);
        const { changes } = statements.settle.run(
          stateNumber(settled.state),
          settled.attempted === false ? settled.attempt - 1 : settled.attempt,
          settled.at,
          settled.doubtful ? 1 : 0,
          settled.notBefore ?? null,
          settled.code ?? null,
          settled.reason ?? null,
          outputs,
          outputsSum(outputs),
          sumOf(settled, settled.state),
          ...place(settled),
          settled.attempt,
        );
        must(changes, settled, 'settled');
      }),
    drop: (id, state, reason, at) =>
      group.add(() => {
        const { changes } = statements.drop.run(...place(id), stateNumber(state), at, reason, sumOf(id, state));
        must(changes, id, state);
      }),
    decide: (id, to, at, given) =>
      group.add(() => {
        const outputs = given === undefined ? null : JSON.stringify(given);
        const { changes } = statements.decide.run(
          stateNumber(to),
          at,
          outputs,
          outputsSum(outputs),
          sumOf(id, to),
          ...place(id),
          // What a receipt could not tell, a person may: outputs of a job that is accepted already.
          to === 'accepted' && outputs !== null ? stateNumber('accepted') : noState,
        );
        must(changes, id, `decided as ${to}`);
      }),
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
      stepIds.clear();
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
      await group.flush();
      database.close();
    },
  };
}

function prepare(database: Database) {
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
    addStep: database.prepare('INSERT INTO step (name) VALUES (?) ON CONFLICT DO NOTHING'),
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
    intend: database.prepare(
      `INSERT INTO job (run, step, key, state, attempts, first_at, at, natural_key, request_hash, sum)
       VALUES (?, ?, ?, ${sending}, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (run, step, key) DO UPDATE SET
         state = ${sending}, attempts = excluded.attempts, first_at = coalesce(first_at, excluded.first_at), at = excluded.at,
         settled_at = NULL, not_before = NULL, natural_key = excluded.natural_key, request_hash = excluded.request_hash, sum = excluded.sum
       WHERE state IN (${claimable})`,
    ),
    settle: database.prepare(
      `UPDATE job SET state = ?, attempts = ?, settled_at = ?, doubtful = ?, not_before = ?, code = ?, reason = ?, outputs = ?,
         outputs_sum = ?, sum = ?
       WHERE run = ? AND step = ? AND key = ? AND state = ${sending} AND attempts = ?`,
    ),
    drop: database.prepare(
      `INSERT INTO job (run, step, key, state, attempts, settled_at, reason, sum) VALUES (?, ?, ?, ?, 0, ?, ?, ?)
       ON CONFLICT (run, step, key) DO UPDATE SET
         state = excluded.state, settled_at = excluded.settled_at, reason = excluded.reason, sum = excluded.sum
       WHERE state IN (${droppable})`,
    ),
    decide: database.prepare(
      `UPDATE job SET state = ?, settled_at = ?, doubtful = 0, outputs = coalesce(?, outputs),
         outputs_sum = coalesce(?, outputs_sum), sum = ?
       WHERE run = ? AND step = ? AND key = ? AND (state IN (${decidable}) OR state = ?)`,
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
