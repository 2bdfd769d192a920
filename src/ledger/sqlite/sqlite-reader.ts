import type { StepHistory } from '../../job/history.ts';
import type { Database } from '../../platform/sql/sqlite.ts';
import type { RunAbout, RunReader, RunStatus } from '../backend.ts';
import { readApprovals } from '../signed/approval.ts';
import { readGroups } from '../signed/decision-log.ts';
import { readWaveLog } from '../signed/wave-log.ts';
import { decisionCounter, revisionOf } from './file/campaign-rows.ts';
import { controlColumn, readControl, readEnd, readRests } from './read/read-control.ts';
import { createJobReader } from './read/read-jobs.ts';

interface KeptHistories {
  /** What they were read from. */
  readonly key: string;
  readonly histories: ReadonlyMap<string, StepHistory>;
}

/** Reads one run of an open state file whose tables are up to date. */
export function createSqliteReader(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly campaignId: number;
  readonly runId: number;
  /** The run of this campaign that a process is carrying out. */
  readonly carriedOut: () => string | undefined;
  /** As of `createJobReader`. */
  readonly checksRows?: boolean;
  /** Histories are read once for each revision of the file: a command asks for them more than once. */
  readonly keepHistories?: boolean;
}): RunReader {
  const { database, about, campaignId, runId, carriedOut } = input;
  const { rowOf: _, ...reader } = createJobReader(input);
  let kept: KeptHistories | undefined;
  const statements = prepare(database);
  const countDecisions = decisionCounter(database, campaignId);
  const textOf = (
    column: 'ended' | 'rests' | 'inputs' | 'confirmed' | 'approvals' | 'decided' | 'waves',
  ): string | undefined => {
    const value = statements.run.get(runId)?.[column];
    return value == null ? undefined : String(value);
  };
  const readStatus = (): Omit<RunStatus, 'carriedOut'> => {
    const row = statements.run.get(runId);
    return {
      control: readControl(row),
      ended: readEnd(textOf('ended')),
      begunAt: row?.['begun_at'] == null ? undefined : Number(row['begun_at']),
      rests: readRests(textOf('rests')),
      inputs: textOf('inputs'),
      confirmed: textOf('confirmed'),
    };
  };

  return {
    ...reader,
    about,
    // First who carries it out: a process that ends in between has written its exit code by then.
    status: async () => ({ carriedOut: carriedOut(), ...readStatus() }),
    requests: async () => ({
      control: readControl(statements.control.get(runId)),
      decisions: countDecisions(),
    }),
    confirmedPeople: async () => statements.people.all(runId).map(({ text }) => String(text)),
    decisions: async () => readGroups(textOf('decided')),
    waves: async () => readWaveLog(textOf('waves')),
    approvals: async () => readApprovals(textOf('approvals')),
    async stepHistories(detail) {
      if (input.keepHistories !== true) return reader.stepHistories(detail);
      // A step may be renamed without a further group of jobs.
      const key = JSON.stringify([detail, revisionOf(database, campaignId), await reader.counts()]);
      if (kept?.key !== key) kept = { key, histories: await reader.stepHistories(detail) };
      return kept.histories;
    },
    otherRuns: async () =>
      statements.otherRuns.all(campaignId, runId).map(({ id, label }) => {
        const { stepHistories } = createJobReader({ database, campaignId, runId: Number(id) });
        return { run: String(label), stepHistories: () => stepHistories('times') };
      }),
    close: async () => database.close(),
  };
}

function prepare(database: Database) {
  return {
    otherRuns: database.prepare('SELECT id, label FROM run WHERE campaign = ? AND id <> ? ORDER BY id'),
    people: database.prepare('SELECT text FROM confirmed_people WHERE run = ? ORDER BY part'),
    control: database.prepare(`SELECT ${controlColumn} FROM run WHERE id = ?`),
    run: database.prepare(
      `SELECT ${controlColumn}, begun_at, ended, rests, inputs, confirmed, approvals, decided, waves FROM run WHERE id = ?`,
    ),
  };
}
