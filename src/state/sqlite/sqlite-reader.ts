import type { StepHistory } from '../../job/history.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { RunAbout, RunReader, RunStatus } from '../backend.ts';
import { readApprovals } from '../signed/approval.ts';
import { readGroups } from '../signed/decision-log.ts';
import { readWaveLog } from '../signed/wave-log.ts';
import { decisionsFact, readDecisions, revisionOf } from './file/file-revision.ts';
import { readPeople } from './file/people-table.ts';
import { controlColumn, readControl, readEnd } from './read/read-control.ts';
import { createJobReader, type JobReader } from './read/read-jobs.ts';

interface KeptHistories {
  /** What they were read from. */
  readonly key: string;
  readonly histories: ReadonlyMap<string, StepHistory>;
}

/** Reads one run of an open state file whose tables are up to date. */
export function createSqliteReader(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly runId: number;
  /** The run of this file that a process is carrying out. */
  readonly carriedOut: () => string | undefined;
  readonly reader: JobReader;
  /** Histories are read once for each revision of the file: a command asks for them more than once. */
  readonly keepHistories?: boolean;
}): RunReader {
  const { database, about, runId, carriedOut, reader } = input;
  let kept: KeptHistories | undefined;
  const statements = prepare(database);
  const fact = (name: string): string | undefined => {
    const value = statements.meta.get(name)?.['value'];
    return value === undefined ? undefined : String(value);
  };
  const readStatus = (): Omit<RunStatus, 'carriedOut'> => {
    const begunAt = fact(`begun ${runId}`);
    return {
      control: readControl(statements.run.get(runId)),
      ended: readEnd(fact(`ended ${runId}`)),
      begunAt: begunAt === undefined ? undefined : Number(begunAt),
      inputs: fact(`inputs ${runId}`),
      confirmed: fact(`confirmed ${runId}`),
    };
  };

  return {
    about,
    // First who carries it out: a process that ends in between has written its exit code by then.
    status: async () => ({ carriedOut: carriedOut(), ...readStatus() }),
    requests: async () => ({
      control: readControl(statements.run.get(runId)),
      decisions: readDecisions(fact(decisionsFact)),
    }),
    confirmedPeople: async () => readPeople(database, runId),
    decisions: async () => readGroups(fact(`decisions ${runId}`)),
    waves: async () => readWaveLog(fact(`waves ${runId}`)),
    approvals: async () => readApprovals(fact(`approvals ${runId}`)),
    job: (id) => reader.jobInTime(id),
    async *jobs(filter = {}) {
      yield* reader.pages(filter);
    },
    counts: async () => reader.counts(),
    steps: async () => reader.steps(),
    async stepHistories(detail) {
      // A step may be renamed without a further group of jobs.
      const key = JSON.stringify([detail, revisionOf(database), reader.counts()]);
      if (kept?.key === key) return kept.histories;
      const histories = new Map(reader.steps().map((name) => [name, reader.stepHistory(name, detail)]));
      if (input.keepHistories === true) kept = { key, histories };
      return histories;
    },
    recentStarts: async (limit, step) => reader.recentStarts(limit, step),
    startsAfter: async (step, place) => reader.startsAfter(step, place),
    otherRuns: async () =>
      statements.otherRuns.all(runId).map(({ id, label }) => {
        const other = createJobReader({ database, runId: Number(id), mayBeInFlight: () => true });
        return {
          run: String(label),
          stepHistories: async () => new Map(other.steps().map((name) => [name, other.stepHistory(name, 'times')])),
        };
      }),
    close: async () => database.close(),
  };
}

function prepare(database: Database) {
  return {
    otherRuns: database.prepare('SELECT id, label FROM run WHERE id <> ? ORDER BY id'),
    meta: database.prepare('SELECT value FROM meta WHERE name = ?'),
    run: database.prepare(`SELECT ${controlColumn} FROM run WHERE id = ?`),
  };
}
