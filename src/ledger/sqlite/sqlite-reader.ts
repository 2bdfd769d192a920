import type { JobId } from '../../job/address.ts';
import { createStepHistory, type JobMarks, type StepHistory, undecidedReason } from '../../job/history.ts';
import { type JobRecord, type JobState, jobStates } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database, Statement } from '../../platform/sql/sqlite.ts';
import type { RunAbout, RunReader } from '../backend.ts';
import { isTriedAgain, readHistoryJob, readRecord } from '../job-rows.ts';
import { createRunRowReader, type RunIds, readOtherRuns, readStatus } from '../run-rows.ts';
import { inFile } from '../sql.ts';
import { revisionOf } from './file/campaign-rows.ts';
import { inTransaction } from './file/verify-file.ts';
import {
  asNotWritten,
  emptyTally,
  isSound,
  miscounted,
  parseRows,
  readTally,
  rowsText,
  rowText,
  type StoredCells,
  type Tally,
} from './job-row.ts';
import { type FoundRow, type RowFinder, rowFinders } from './read/row-finder.ts';

interface KeptHistories {
  /** What they were read from. */
  readonly key: string;
  readonly histories: ReadonlyMap<string, StepHistory>;
}

/** Reads one run of an open state file whose tables are up to date. */
export function createSqliteReader(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly ids: RunIds;
  /** The run of this campaign that a process is carrying out. */
  readonly carriedOut: () => string | undefined;
  /** As of `createJobReader`. */
  readonly checksRows?: boolean;
  /** Histories are read once for each revision of the file: a command asks for them more than once. */
  readonly keepHistories?: boolean;
}): RunReader {
  const { database, about, ids, carriedOut } = input;
  const { rowOf: _, ...reader } = createJobReader(input);
  let kept: KeptHistories | undefined;

  return {
    ...reader,
    ...createRunRowReader((asked) => inFile(database, asked), ids),
    about,
    // First who carries it out: a process that ends in between has written its exit code by then.
    status: async () => ({ carriedOut: carriedOut(), ...inFile(database, readStatus(ids)) }),
    async stepHistories(detail) {
      if (input.keepHistories !== true) return reader.stepHistories(detail);
      // A step may be renamed without a further group of jobs.
      const key = JSON.stringify([detail, revisionOf(database, ids.campaign), await reader.counts()]);
      if (kept?.key !== key) kept = { key, histories: await reader.stepHistories(detail) };
      return kept.histories;
    },
    otherRuns: async () =>
      inFile(database, readOtherRuns(ids)).map(({ id, run }) => {
        const { stepHistories } = createJobReader({ database, ids: { ...ids, run: id } });
        return { run, stepHistories: () => stepHistories('times') };
      }),
    close: async () => database.close(),
  };
}

/** Reads one run's jobs. */
export interface JobReader
  extends Pick<RunReader, 'job' | 'jobs' | 'counts' | 'steps' | 'stepHistories' | 'recentStarts' | 'startsAfter'> {
  /** At once, with its place. */
  rowOf(id: JobId): FoundRow | undefined;
}

export function createJobReader(input: {
  readonly database: Database;
  readonly ids: RunIds;
  /** Nobody has verified the rows: each record is when it is read. */
  readonly checksRows?: boolean;
}): JobReader {
  const { database, checksRows = false } = input;
  const { campaign, run } = input.ids;
  const statements = prepare(database);
  const finderOf = rowFinders(database, run);
  const finders = new Map<number, RowFinder>();
  const stepId = (step: string): number => Number(statements.stepId.get(step, run)?.['id'] ?? 0);
  const stepsOf = (): readonly { readonly id: number; readonly name: string }[] =>
    statements.steps.all(run).map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  const tallyOf = (step: number): Tally => readTally(statements.tally.get(step)?.['counts']);
  const checked = (step: number, cells: StoredCells): StoredCells => {
    if (checksRows && !isSound({ run, step }, cells)) throw asNotWritten();
    return cells;
  };

  function rowOf({ step, key = '' }: JobId): FoundRow | undefined {
    const { find, readPlaces } = finderIn(step);
    let found = find(step, [key]).get(key);
    for (let mayBeMore = true; found === undefined && mayBeMore; found = find(step, [key]).get(key))
      mayBeMore = readPlaces();
    return found;
  }

  function finderIn(step: string): RowFinder {
    const number = stepId(step);
    const finder = finders.get(number) ?? finderOf(number);
    finders.set(number, finder);
    return finder;
  }

  function readHistory(step: string, detail: 'times' | 'states'): StepHistory {
    const history = createStepHistory();
    const id = stepId(step);
    const tally = [...emptyTally];
    const block = detail === 'times' ? statements.rowsOfStep : statements.statesOfStep;
    for (const cells of inBlocks<StoredCells | StateCells>(block, run, id)) {
      const [key, state] = cells;
      tally[jobStates.indexOf(state)]!++;
      if (cells.length === 2)
        history.add(key === '' ? { step, state, attempts: 0 } : { step, key, state, attempts: 0 });
      else history.add(readHistoryJob(step, checked(id, cells), marksOf(cells)));
    }
    if (tally.join() !== tallyOf(id).join()) throw miscounted();
    return history.value();
  }

  return {
    job: async (id) => rowOf(id)?.job,
    rowOf,
    async *jobs({ step: only, state } = {}) {
      let page: JobRecord[] = [];
      for (const { id, name } of only === undefined ? stepsOf() : [{ id: stepId(only), name: only }]) {
        // To find none, too, every row would be read.
        if (state !== undefined && tallyOf(id)[jobStates.indexOf(state)] === 0) continue;
        for (const cells of inBlocks<StoredCells>(statements.rowsOfStep, run, id, state)) {
          page.push(readRecord(name, checked(id, cells)));
          if (page.length < rowsAtOnce) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
    counts: async () =>
      statements.tallies
        .all(run)
        .flatMap(({ name, counts }) =>
          readTally(counts).flatMap((jobs, state) =>
            jobs > 0 ? { step: String(name), state: jobStates[state]!, jobs } : [],
          ),
        ),
    // A job may go from one state to another between two reads.
    stepHistories: async (detail) =>
      new Map(stepsOf().map(({ name }) => [name, inTransaction(database, () => readHistory(name, detail))])),
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
    steps: async () => stepsOf().map(({ name }) => name),
  };
}

/** To fetch a million rows one by one takes seconds. The text of more of them is an allocation of its own, which takes longer. */
const rowsAtOnce = 250;

/** Rows of a step, in their order, as `block` reads them; only jobs in this state, where one is given. */
function* inBlocks<Cells>(block: Statement, run: number, step: number, state?: JobState): Generator<Cells> {
  for (let after = 0; ; ) {
    const { list, last } = block.get(run, step, after, state ?? null) ?? {};
    const rows = parseRows(list) as readonly Cells[];
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    after = Number(last);
  }
}

function marksOf(cells: StoredCells): JobMarks | undefined {
  const [state, requestHash, outputs, details] = [cells[1], cells[11], cells[12], cells[13]];
  if (state === 'accepted' && outputs === null) return { lacksOutputs: true };
  const undecided = state === 'skipped' && details?.reason?.startsWith(undecidedReason) === true;
  const isResend = details?.decisions?.at(-1)?.state === 'pending';
  const resent = isResend ? { [requestHash === null ? 'toResend' : 'resent']: true } : undefined;
  return undecided ? { ...resent, undecided } : resent;
}

/** Of a job of which nobody asks for more. */
type StateCells = readonly [key: string, state: JobState];

const wholeRow = `${rowText} || ',' || sum`;
/** A job that may have no outputs is read as a whole, too. */
const stateOrRow = `CASE WHEN ${isTriedAgain} OR (job.state = 'accepted' AND job.outputs IS NULL)
  THEN ${wholeRow} ELSE trim(json_array(job.key, job.state), '[]') END`;

/** The next rows of a step. */
function blockOf(cells: string): string {
  return `SELECT ${rowsText('cells')} AS list, max(position) AS last FROM (
    SELECT position, ${cells} AS cells FROM job
    WHERE run = ?1 AND step = ?2 AND position > ?3 AND (?4 IS NULL OR state = ?4)
    ORDER BY position LIMIT ${rowsAtOnce})`;
}

function prepare(database: Database) {
  return {
    rowsOfStep: database.prepare(blockOf(wholeRow)),
    statesOfStep: database.prepare(blockOf(stateOrRow)),
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
    steps: database.prepare(
      `SELECT id, name FROM step WHERE run = ?1 AND EXISTS (SELECT 1 FROM job WHERE run = ?1 AND job.step = step.id)
       ORDER BY id`,
    ),
  };
}
