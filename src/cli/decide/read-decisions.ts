import { resolve } from 'node:path';
import { readRows } from '../../audience/audience.ts';
import { listFormat } from '../../audience/list-format.ts';
import type { JobRecord } from '../../job/job.ts';
import { type JobDecision, mayDecide } from '../../run/operator/decide-jobs.ts';
import type { RunReader } from '../../state/backend.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import type { Deciding } from './deciding.ts';

const words: Readonly<Record<string, JobDecision['to']>> = {
  accept: 'accepted',
  resend: 'pending',
  drop: 'cancelled',
};

export interface ListedDecisions {
  readonly decisions: readonly JobDecision[];
  /** Rows about jobs that cannot be decided so any more, or after another attempt. */
  readonly settled: number;
}

/**
 * A CSV or JSONL file with the columns `address` and `decision`, and perhaps `comment` and `attempts`: a report with a column more. A row
 * without a decision decides nothing, and one about an earlier attempt says nothing of the present one. In words what is wrong with any row, so that nobody believes that it was carried out.
 */
export async function readDecisions(
  path: string,
  { opened, reader, host }: Deciding,
  jobAt: (address: string, opened: OpenedCampaign, reader: RunReader) => Promise<JobRecord | undefined>,
): Promise<ListedDecisions | string> {
  const rows: {
    readonly line: number;
    readonly address: string;
    readonly word: string;
    readonly comment: string;
    readonly attempts: string;
  }[] = [];
  let header: readonly string[] = [];
  const read = await readRows(
    host.files,
    { path: resolve(host.cwd, path), format: listFormat(path) },
    {
      onHeader: (columns) => void (header = [...columns]),
      onRow(fields, line) {
        const cell = (name: string): string => {
          const column = header.indexOf(name);
          return column === -1 ? '' : String(fields(column) ?? '').trim();
        };
        const word = cell('decision').toLowerCase();
        if (word !== '')
          rows.push({ line, address: cell('address'), word, comment: cell('comment'), attempts: cell('attempts') });
      },
    },
  );
  if (read === undefined) return `There is no file ${path}.`;
  const missing = ['address', 'decision'].filter((name) => !read.header.includes(name));
  if (missing.length > 0)
    return `${path} needs the columns \`address\` and \`decision\`: ${missing.join(' and ')} is missing.`;
  const [problem] = read.problems;
  if (problem !== undefined) {
    const line = problem.lines[0] === undefined ? '' : `, line ${problem.lines[0]}`;
    return `${path} cannot be read as a list (${problem.kind}${line}).`;
  }
  const decisions = new Map<string, JobDecision>();
  let settled = 0;
  for (const { line, address, word, comment, attempts } of rows) {
    const to = words[word];
    if (to === undefined) return `${path}, line ${line}: \`${word}\` is not a decision: use accept, resend or drop.`;
    if (!/^\d*$/.test(attempts)) return `${path}, line ${line}: \`${attempts}\` is not a number of attempts.`;
    const job = await jobAt(address, opened, reader);
    if (job === undefined) return `${path}, line ${line}: there is no job ${address}.`;
    const name = `${job.step}\n${job.key ?? ''}`;
    if (decisions.has(name)) return `${path}, line ${line}: ${address} is in the list twice.`;
    if (job.state === 'sending')
      return `${path}, line ${line}: ${address} has no answer yet. If its process died, \`run\` looks at it first.`;
    const isSame = attempts === '' || Number(attempts) === job.attempts;
    if (mayDecide(job, to) && isSame) decisions.set(name, { job, to, comment: comment === '' ? undefined : comment });
    else settled++;
  }
  return { decisions: [...decisions.values()], settled };
}
