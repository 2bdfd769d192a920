import { crc32 } from 'node:zlib';
import { type JobState, jobStates } from '../../../job/job.ts';
import type { Database, SqlValue } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { stateNumber } from '../read/job-row.ts';

/** How many rows of a step are in each state, by the state's number in the file. */
export type Tally = readonly number[];

export interface TallyPlace {
  readonly run: number;
  readonly step: number;
}

/** The tally's text in the file: a list, as JSON, that ends in a checksum of the whole row, its place included. */
export function tallyText(place: TallyPlace, tally: Tally): string {
  return withSum(place, JSON.stringify(tally).slice(0, -1));
}

function withSum({ run, step }: TallyPlace, body: string): string {
  return `${body},${crc32(`${run}\n${step}\n${body}`)}]`;
}

/** Throws `damaged` when it is not as it was written. */
export function readTally(place: TallyPlace, text: string): Tally {
  if (!isSound(place, text)) throw damaged('a count has changed since it was written');
  const tally = (JSON.parse(text) as number[]).slice(0, -1);
  return emptyTally.map((none, state) => tally[state] ?? none);
}

function isSound(place: TallyPlace, text: string): boolean {
  return withSum(place, text.slice(0, Math.max(0, text.lastIndexOf(',')))) === text;
}

/** Whether the counts say, and are as they were written, that no row is in this state. */
export function isCountedAsNone(place: TallyPlace, text: SqlValue | undefined, state: number): boolean {
  if (typeof text !== 'string' || !isSound(place, text)) return false;
  return (JSON.parse(text) as number[])[state] === 0;
}

export function miscounted(): Error {
  return damaged('its rows are not as many as were written');
}

export const emptyTally: Tally = jobStates.map(() => 0);

/** Rows of one step that changed their state; `was` is undefined for a new row, `is` for one that is taken away. */
export interface StepChanges {
  readonly step: number;
  readonly rows: readonly { readonly was: JobState | undefined; readonly is: JobState | undefined }[];
}

/** What is known of the counts of one run's steps; its owner empties it where anything else may have counted. */
export type KnownTallies = Map<number, Tally>;

/** Counts rows of one run that changed their state; in the transaction that writes them. */
export function tallyWriter(
  database: Database,
  known?: KnownTallies,
): (run: number, steps: readonly StepChanges[]) => void {
  // All of a group at once, as in row-writer.ts.
  const select = database.prepare(
    `SELECT json_group_object(CAST(step AS TEXT), counts) AS tallies FROM tally
     WHERE run = ?1 AND step IN (SELECT value FROM json_each(?2))`,
  );
  const put = database.prepare(
    'INSERT OR REPLACE INTO tally (run, step, counts) SELECT ?1, CAST(key AS INTEGER), value FROM json_each(?2)',
  );
  return (run, steps) => {
    const tallies: KnownTallies = known ?? new Map();
    const changed = steps.filter(({ rows }) => rows.length > 0);
    const unknown = changed.flatMap(({ step }) => (tallies.has(step) ? [] : [step]));
    if (unknown.length > 0) {
      const found = String(select.get(run, JSON.stringify(unknown))?.['tallies']);
      const counts = JSON.parse(found) as Readonly<Record<string, string>>;
      for (const step of unknown) {
        const text = counts[step];
        tallies.set(step, text === undefined ? emptyTally : readTally({ run, step }, text));
      }
    }
    const after = changed.map(({ step, rows }) => {
      const tally = [...tallies.get(step)!];
      for (const { was, is } of rows) {
        if (was !== undefined) tally[stateNumber(was)]!--;
        if (is !== undefined) tally[stateNumber(is)]!++;
      }
      tallies.set(step, tally);
      return [step, tallyText({ run, step }, tally)] as const;
    });
    put.run(run, JSON.stringify(Object.fromEntries(after)));
  };
}
