import { crc32 } from 'node:zlib';
import { type JobState, jobStates } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
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
  const body = text.slice(0, Math.max(0, text.lastIndexOf(',')));
  if (withSum(place, body) !== text) throw damaged('a count has changed since it was written');
  const tally = JSON.parse(`${body}]`) as number[];
  return emptyTally.map((none, state) => tally[state] ?? none);
}

export const emptyTally: Tally = jobStates.map(() => 0);

/** Counts rows of a step that changed their state; in the transaction that writes them. `was` is undefined for a new row. */
export function tallyWriter(
  database: Database,
): (
  place: TallyPlace,
  rows: Iterable<{ readonly was: JobState | undefined; readonly is: JobState | undefined }>,
) => void {
  const select = database.prepare('SELECT counts FROM tally WHERE run = ? AND step = ?');
  const put = database.prepare('INSERT OR REPLACE INTO tally (run, step, counts) VALUES (?, ?, ?)');
  return (place, rows) => {
    const { run, step } = place;
    // Each time from the file: a person's decision is written by another process.
    const counts = select.get(run, step)?.['counts'];
    const tally = [...(counts === undefined ? emptyTally : readTally(place, String(counts)))];
    for (const { was, is } of rows) {
      if (was !== undefined) tally[stateNumber(was)]!--;
      if (is !== undefined) tally[stateNumber(is)]!++;
    }
    put.run(run, step, tallyText(place, tally));
  };
}
