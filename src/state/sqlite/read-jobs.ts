import type { JobId } from '../../job/address.ts';
import type { JobRecord, JobState } from '../../job/job.ts';
import type { Database, Row } from '../../platform/sqlite.ts';
import type { Store } from '../store.ts';
import { type Claimed, claimedReader } from './intents.ts';
import { readJobRow, stateNumber, stateOf } from './job-row.ts';

type JobReader = Pick<Store, 'job' | 'jobs' | 'counts' | 'forEachJob' | 'forEachState' | 'recentStarts' | 'steps'>;

/** One run's jobs, from their own rows and, where they are `sending`, from the groups of intents. */
export function createJobReader(input: {
  readonly database: Database;
  readonly runId: number;
  /** Whether this job may be `sending`: to look into the groups for each that is asked for takes time. */
  readonly maySend: (id: JobId) => boolean;
}): JobReader {
  const { database, runId, maySend } = input;
  const statements = prepare(database);
  const readClaimed = claimedReader(database);
  const claimedHere = (): readonly Claimed[] => readClaimed().filter(({ run }) => run === runId);

  return {
    job(id) {
      const { step, key = '' } = id;
      const claimed = maySend(id)
        ? claimedHere().find(({ job }) => job.step === step && keyOf(job) === key)
        : undefined;
      if (claimed !== undefined) return claimed.job;
      const row = statements.job.get(runId, step, key);
      return row === undefined ? undefined : readJobRow(row);
    },
    *jobs({ step = '', state } = {}) {
      const claimed = claimedHere().filter(({ job }) => step === '' || job.step === step);
      const number = state === undefined ? -1 : stateNumber(state);
      for (const entry of merged(statements.jobs.iterate(runId, step, step, number, number), claimed)) {
        if ('row' in entry) yield readJobRow(entry.row);
        else if (state === undefined || state === 'sending') yield entry.job;
      }
    },
    counts() {
      const counts = new Map<string, { step: string; stepId: number; state: JobState; jobs: number }>();
      const count = (stepId: number, step: string, state: JobState, jobs: number): void => {
        const name = `${stepId} ${state}`;
        const known = counts.get(name);
        if (known === undefined) counts.set(name, { step, stepId, state, jobs });
        else known.jobs += jobs;
      };
      const [rows, claimed] = inOneMoment(database, () => [statements.counts.all(runId), claimedHere()] as const);
      for (const row of rows) {
        count(Number(row['step']), String(row['step_name']), stateOf(row['state']), Number(row['jobs']));
      }
      for (const { step, job, was } of claimed) {
        count(step, job.step, 'sending', 1);
        if (was !== undefined) count(step, job.step, was, -1);
      }
      return [...counts.values()]
        .filter(({ jobs }) => jobs > 0)
        .sort((a, b) => a.stepId - b.stepId || stateNumber(a.state) - stateNumber(b.state))
        .map(({ step, state, jobs }) => ({ step, state, jobs }));
    },
    forEachJob(step, visit) {
      const claimed = claimedHere().filter(({ job }) => job.step === step);
      for (const entry of merged(statements.jobsOfStep.iterate(runId, step), claimed)) {
        visit('row' in entry ? readJobRow(entry.row) : entry.job);
      }
    },
    forEachState(step, visit) {
      const claimed = new Set(claimedHere().flatMap(({ job }) => (job.step === step ? [keyOf(job)] : [])));
      for (const row of statements.statesOfStep.iterate(runId, step)) {
        const key = String(row['key']);
        if (claimed.size === 0 || !claimed.has(key)) visit(key, stateOf(row['state']));
      }
      for (const key of claimed) visit(key, 'sending');
    },
    recentStarts(limit, step = '') {
      const claimed = readClaimed().filter(({ job }) => step === '' || job.step === step);
      const names = new Set(claimed.map(({ run, step: id, job }) => `${run} ${id} ${keyOf(job)}`));
      const rows = statements.recentStarts.all(step, step, limit + claimed.length);
      const earlier = rows.filter((row) => !names.has([row['run'], row['step'], row['key']].join(' ')));
      const starts = [...earlier.map((row) => Number(row['at'])), ...claimed.flatMap(({ job }) => job.at ?? [])];
      return starts.sort((a, b) => a - b).slice(Math.max(0, starts.length - limit));
    },
    steps: () => statements.stepNames.all(runId, runId).map((row) => String(row['name'])),
  };
}

function keyOf({ key = '' }: JobRecord): string {
  return key;
}

/** Rows in the order of step and key, with those that are claimed, in the same order, in the places of their own. */
function* merged(rows: Iterable<Row>, claimed: readonly Claimed[]): Generator<{ readonly row: Row } | Claimed> {
  let next = 0;
  for (const row of rows) {
    let isClaimed = false;
    for (let one = claimed[next]; one !== undefined; one = claimed[next]) {
      const before = one.step - Number(row['step']) || order(keyOf(one.job), String(row['key']));
      if (before > 0) break;
      isClaimed = before === 0;
      yield one;
      next++;
    }
    if (!isClaimed) yield { row };
  }
  yield* claimed.slice(next);
}

/** As SQLite orders texts: by their bytes. */
function order(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Between two statements a runner may be at work. */
function inOneMoment<T>(database: Database, read: () => T): T {
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('COMMIT');
  }
}

function prepare(database: Database) {
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
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
      `SELECT job.step, step.name AS step_name, state, count(*) AS jobs FROM job JOIN step ON step.id = job.step
       WHERE run = ? GROUP BY job.step, state`,
    ),
    recentStarts: database.prepare(
      `SELECT at, run, step, key FROM job WHERE at IS NOT NULL AND (? = '' OR step = (SELECT id FROM step WHERE name = ?))
       ORDER BY at DESC LIMIT ?`,
    ),
    stepNames: database.prepare(
      `SELECT name FROM step WHERE EXISTS (SELECT 1 FROM job WHERE run = ? AND job.step = step.id)
       OR EXISTS (SELECT 1 FROM intent CROSS JOIN json_each(intent.jobs) AS entry WHERE run = ? AND entry.value ->> 0 = step.id)
       ORDER BY id`,
    ),
  };
}
