import { createStepHistory, type JobMarks, type StepHistory, undecidedReason } from '../../job/history.ts';
import { type JobRecord, type JobState, jobStates } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database } from '../../platform/sql/sqlite.ts';
import type { RunAbout, RunReader } from '../backend.ts';
import { isTriedAgain, readHistoryJob, readRecord } from '../job-rows.ts';
import { createRunRowReader, type RunIds, readStatus, readSteps } from '../run-rows.ts';
import { inFile } from '../sql.ts';
import { revisionOf } from './file/campaign-rows.ts';
import {
  checked,
  emptyTally,
  miscounted,
  readTally,
  rowBlocks,
  type StoredCells,
  storedText,
  type Tally,
} from './job-row.ts';
import { rowLookup } from './read/row-finder.ts';

interface SqliteReaderInput {
  readonly database: Database;
  readonly about: RunAbout;
  readonly ids: RunIds;
  /** The run of this campaign that a process is carrying out. */
  readonly carriedOut: () => string | undefined;
  /** Nobody has verified the rows: each record is when it is read. */
  readonly checksRows?: boolean;
  /** Histories are read once for each revision of the file: a command asks for them more than once. */
  readonly keepHistories?: boolean;
}

/** Of a job of which nobody asks for more. */
type StateCells = readonly [key: string, state: JobState];

/** A job that may have no outputs is read as a whole, too. */
const stateOrRow = `CASE WHEN ${isTriedAgain} OR (job.state = 'accepted' AND job.outputs IS NULL)
  THEN ${storedText} ELSE trim(json_array(job.key, job.state), '[]') END`;

/** So many jobs are a page. */
const pageLeast = 250;

/** Reads one run of an open state file whose tables are up to date. */
export function createSqliteReader(input: SqliteReaderInput): RunReader {
  const { database, about, ids, carriedOut, checksRows = false, keepHistories = false } = input;
  const { campaign, run } = ids;
  const lookUp = rowLookup(database, run);
  const rowsOfStep = rowBlocks(database);
  const statesOfStep = rowBlocks<StoredCells | StateCells>(database, stateOrRow);
  const statements = prepare(database);
  const stepsOf = () => inFile(database, readSteps(ids));
  const stepId = (step: string): number => Number(statements.stepId.get(step, run)?.['id'] ?? 0);
  const tallyOf = (step: number): Tally => readTally(statements.tally.get(step)?.['counts']);
  const jobIn = (step: { readonly id: number; readonly name: string }, cells: StoredCells): JobRecord =>
    readRecord(step.name, checksRows ? checked({ run, step: step.id }, cells) : cells);
  /** What the histories that are kept were read from. */
  let keptFrom: string | undefined;
  let kept: ReadonlyMap<string, StepHistory> = new Map();

  function readHistory(step: string, detail: 'times' | 'states'): StepHistory {
    const history = createStepHistory();
    const id = stepId(step);
    const tally = [...emptyTally];
    for (const block of (detail === 'times' ? rowsOfStep : statesOfStep)({ run, step: id }))
      for (const cells of block) {
        const [key, state] = cells;
        tally[jobStates.indexOf(state)]!++;
        if (cells.length === 2)
          history.add(key === '' ? { step, state, attempts: 0 } : { step, key, state, attempts: 0 });
        else {
          if (checksRows) checked({ run, step: id }, cells);
          history.add(readHistoryJob(step, cells, marksOf(cells)));
        }
      }
    if (tally.join() !== tallyOf(id).join()) throw miscounted();
    return history.value();
  }

  /** A job may go from one state to another between two reads. */
  const readHistories = (detail: 'times' | 'states'): ReadonlyMap<string, StepHistory> =>
    new Map(stepsOf().map(({ name }) => [name, database.reading(() => readHistory(name, detail))]));
  const counts: RunReader['counts'] = async () =>
    statements.tallies
      .all(run)
      .flatMap(({ name, counts }) =>
        readTally(counts).flatMap((jobs, state) =>
          jobs > 0 ? { step: String(name), state: jobStates[state]!, jobs } : [],
        ),
      );

  return {
    about,
    ...createRunRowReader(
      (asked) => inFile(database, asked),
      ids,
      (other) => createSqliteReader({ ...input, ids: other, keepHistories: false }),
    ),
    // First who carries it out: a process that ends in between has written its exit code by then.
    status: async () => ({ carriedOut: carriedOut(), ...inFile(database, readStatus(ids)) }),
    job: async (id) => lookUp(id)?.job,
    async *jobs({ step: only, state } = {}) {
      let page: JobRecord[] = [];
      for (const step of only === undefined ? stepsOf() : [{ id: stepId(only), name: only }]) {
        // To find none, too, every row would be read.
        if (state !== undefined && tallyOf(step.id)[jobStates.indexOf(state)] === 0) continue;
        for (const block of rowsOfStep({ run, step: step.id }, state)) {
          page.push(...block.map((cells) => jobIn(step, cells)));
          if (page.length < pageLeast) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
    counts,
    async stepHistories(detail) {
      if (!keepHistories) return readHistories(detail);
      // A step may be renamed without a further group of jobs.
      const from = JSON.stringify([detail, revisionOf(database, campaign), await counts()]);
      if (keptFrom !== from) [keptFrom, kept] = [from, readHistories(detail)];
      return kept;
    },
    recentStarts: async (limit, step) =>
      statements.recentStarts
        .all(campaign, step ?? null, limit)
        .map(({ at }) => Number(at))
        .toReversed(),
    async startsAfter(step, place) {
      const listed = statements.startsAfter.get(run, stepId(step), place)?.['listed'];
      const cells = JSON.parse(String(listed)) as readonly (readonly [number, Instant | null, JobState])[];
      return cells.map(([position, at, state]) => ({ place: position, at: at ?? undefined, state }));
    },
    close: async () => database.close(),
  };
}

function marksOf(cells: StoredCells): JobMarks | undefined {
  const [state, requestHash, outputs, details] = [cells[1], cells[11], cells[12], cells[13]];
  if (state === 'accepted' && outputs === null) return { lacksOutputs: true };
  const undecided = state === 'skipped' && details?.reason?.startsWith(undecidedReason) === true;
  const isResend = details?.decisions?.at(-1)?.state === 'pending';
  const resent = isResend ? { [requestHash === null ? 'toResend' : 'resent']: true } : undefined;
  return undecided ? { ...resent, undecided } : resent;
}

function prepare(database: Database) {
  return {
    tallies: database.prepare('SELECT name, counts FROM step WHERE run = ? ORDER BY id'),
    tally: database.prepare('SELECT counts FROM step WHERE id = ?'),
    recentStarts: database.prepare(
      `SELECT job.at FROM run CROSS JOIN step CROSS JOIN job
       WHERE run.campaign = ?1 AND step.run = run.id AND (?2 IS NULL OR step.name = ?2)
         AND job.run = run.id AND job.step = step.id AND job.at IS NOT NULL ORDER BY job.at DESC LIMIT ?3`,
    ),
    startsAfter: database.prepare(
      `SELECT json_group_array(json_array(position, at, state)) AS listed FROM (
         SELECT position, at, state FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT 20000)`,
    ),
    stepId: database.prepare('SELECT id FROM step WHERE name = ? AND run = ?'),
  };
}
