import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { JobId } from '../../../job/address.ts';
import { createStepHistory, type StepHistory } from '../../../job/history.ts';
import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Instant } from '../../../platform/ports.ts';
import type { Database, Statement } from '../../../platform/sqlite.ts';
import type { RunReader } from '../../backend.ts';
import { bytesOf } from '../file/bytes.ts';
import { emptyTally, miscounted, readTally, type Tally } from '../file/tally.ts';
import { asNotWritten, inTransaction } from '../file/verify-file.ts';
import { historyJob, isSound, jobRecord, type RowRecord, stateNumber, stateOf } from './job-row.ts';
import { type FoundRow, type RowFinder, rowFinders } from './row-finder.ts';

/** Reads one run's jobs. */
export interface JobReader
  extends Pick<RunReader, 'job' | 'jobs' | 'counts' | 'steps' | 'stepHistories' | 'recentStarts' | 'startsAfter'> {
  /** At once, with its place. */
  rowOf(id: JobId): FoundRow | undefined;
}

export function createJobReader(input: {
  readonly database: Database;
  readonly campaignId: number;
  readonly runId: number;
  /** Nobody has verified the rows: each record is when it is read. */
  readonly checksRows?: boolean;
}): JobReader {
  const { database, campaignId, runId, checksRows = false } = input;
  const statements = prepare(database);
  const finderOf = rowFinders(database, runId);
  const finders = new Map<number, RowFinder>();
  const stepId = (step: string): number => Number(statements.stepId.get(step, campaignId)?.['id'] ?? 0);
  const stepsOf = (): readonly { readonly id: number; readonly name: string }[] =>
    statements.steps.all(runId, campaignId).map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  const tallyOf = (step: number): Tally => readTally(statements.tally.get(runId, step)?.['counts']);
  const checked = (step: number, key: string, record: RowRecord): RowRecord => {
    if (checksRows && !isSound({ run: runId, step, key }, record)) throw asNotWritten();
    return record;
  };

  function rowOf({ step, key = '' }: JobId): FoundRow | undefined {
    const { find, readPlaces } = finderIn(step);
    let found = find(step, key);
    for (let mayBeMore = true; found === undefined && mayBeMore; found = find(step, key)) mayBeMore = readPlaces();
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
    if (detail === 'times') {
      for (const [key, record] of inBlocks<RowRecord>(statements.recordsOfStep, runId, id)) {
        tally[record[0]]!++;
        history.add(historyJob(step, key, checked(id, key, record)));
      }
    } else {
      for (const [key, value] of inBlocks<number | RowRecord>(statements.statesOfStep, runId, id)) {
        tally[typeof value === 'number' ? value : value[0]]!++;
        if (typeof value !== 'number') {
          history.add(historyJob(step, key, checked(id, key, value)));
          continue;
        }
        const state = stateOf(value);
        history.add(key === '' ? { step, state, attempts: 0 } : { step, key, state, attempts: 0 });
      }
    }
    if (tally.join() !== tallyOf(id).join()) throw miscounted();
    return history.value();
  }

  return {
    async job(id) {
      const { find, readPlaces } = finderIn(id.step);
      // Without a stall while the places of a large step's rows are read for the first time. Jobs are tried again in about the order of
      // their rows, so the first are found before all places are known.
      while (find(id.step, id.key ?? '') === undefined && readPlaces()) await setImmediate();
      return rowOf(id)?.job;
    },
    rowOf,
    async *jobs({ step: only, state } = {}) {
      const number = state === undefined ? -1 : stateNumber(state);
      let page: JobRecord[] = [];
      for (const { id, name } of only === undefined ? stepsOf() : [{ id: stepId(only), name: only }]) {
        // To find none, too, every row would be read.
        if (state !== undefined && tallyOf(id)[number] === 0) continue;
        for (const [key, record] of inBlocks<RowRecord>(statements.recordsOfStep, runId, id, number)) {
          page.push(jobRecord(name, key, checked(id, key, record)));
          if (page.length < rowsAtOnce) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
    counts: async () =>
      statements.tallies
        .all(runId)
        .flatMap(({ name, counts }) =>
          readTally(counts).flatMap((jobs, state) =>
            jobs > 0 ? { step: String(name), state: stateOf(state), jobs } : [],
          ),
        ),
    // A job may go from one state to another between two reads.
    stepHistories: async (detail) =>
      new Map(stepsOf().map(({ name }) => [name, inTransaction(database, () => readHistory(name, detail))])),
    recentStarts: async (limit, step) =>
      statements.recentStarts
        .all(campaignId, step ?? null, limit)
        .map(({ at }) => Number(at))
        .toReversed(),
    async startsAfter(step, place) {
      const { starts, last, jobs } = statements.startsAfter.get(runId, stepId(step), place) ?? {};
      const listed = JSON.parse(`[${String(starts ?? '')}]`) as Instant[];
      return { starts: listed, place: Number(last ?? place), jobs: Number(jobs) };
    },
    steps: async () => stepsOf().map(({ name }) => name),
  };
}

/** To fetch a million rows one by one takes seconds. The text of more of them is an allocation of its own, which takes longer. */
const rowsAtOnce = 250;

/** Keys of a step's rows, in their order, each with the value that `block` reads; only jobs in this state, unless it is -1. */
function* inBlocks<T>(
  block: Statement,
  runId: number,
  step: number,
  state = -1,
): Generator<readonly [key: string, value: T]> {
  for (let after = 0; ; ) {
    const { list, last } = block.get(runId, step, after, state) ?? {};
    const keysAndValues = parsed(bytesOf(list)) as (string | T)[];
    for (let at = 0; at < keysAndValues.length; at += 2) {
      yield [keysAndValues[at] as string, keysAndValues[at + 1] as T];
    }
    if (keysAndValues.length < 2 * rowsAtOnce) return;
    after = Number(last);
  }
}

function parsed(list: Buffer): unknown {
  if (!isUtf8(list)) throw asNotWritten();
  try {
    return JSON.parse(`[${list.toString()}]`);
  } catch {
    throw asNotWritten();
  }
}

/**
 * What a run makes of these depends on their whole records: they are tried again, those that were dropped with their attempts; or they
 * may have no outputs, where a hash is before the `null`.
 */
const stateOrRecord = `CASE WHEN state IN (${placesOf(['pending', 'sending'])})
  OR (state IN (${placesOf(['skipped', 'expired'])}) AND at IS NOT NULL)
  OR (state = ${placesOf(['accepted'])} AND instr(record, '",null,') > 0) THEN record ELSE state END`;

function placesOf(states: readonly JobState[]): string {
  return states.map(stateNumber).join();
}

/**
 * The next rows of a step as one text: key, value, key, value; `value` is JSON. As bytes: libsql ends the process if a text is not UTF-8, and
 * nobody may have verified the rows.
 */
function blockOf(value: string): string {
  return `SELECT CAST(group_concat(json_quote(key) || ',' || value) AS BLOB) AS list, max(position) AS last FROM (
    SELECT position, key, ${value} AS value FROM job WHERE run = ?1 AND step = ?2 AND position > ?3 AND (?4 = -1 OR state = ?4)
    ORDER BY position LIMIT ${rowsAtOnce})`;
}

function prepare(database: Database) {
  return {
    recordsOfStep: database.prepare(blockOf('record')),
    statesOfStep: database.prepare(blockOf(stateOrRecord)),
    tallies: database.prepare(
      'SELECT step.name, tally.counts FROM tally JOIN step ON step.id = tally.step WHERE tally.run = ? ORDER BY step.id',
    ),
    tally: database.prepare('SELECT counts FROM tally WHERE run = ? AND step = ?'),
    recentStarts: database.prepare(
      `SELECT job.at FROM run CROSS JOIN step CROSS JOIN job
       WHERE run.campaign = ?1 AND step.campaign = ?1 AND (?2 IS NULL OR step.name = ?2)
         AND job.run = run.id AND job.step = step.id AND job.at IS NOT NULL ORDER BY job.at DESC LIMIT ?3`,
    ),
    startsAfter: database.prepare(
      `SELECT group_concat(at) AS starts, max(position) AS last, count(*) AS jobs FROM (
         SELECT position, at FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT 20000)`,
    ),
    stepId: database.prepare('SELECT id FROM step WHERE name = ? AND campaign = ?'),
    steps: database.prepare(
      `SELECT id, name FROM step WHERE campaign = ?2 AND EXISTS (SELECT 1 FROM job WHERE run = ?1 AND job.step = step.id)
       ORDER BY id`,
    ),
  };
}
