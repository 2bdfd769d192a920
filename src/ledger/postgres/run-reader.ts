import { createStepHistory, type JobMarks, type StepHistory, undecidedReason } from '../../job/history.ts';
import type { JobRecord, JobState } from '../../job/job.ts';
import type { RunAbout, RunProcess, RunProcesses, RunReader, RunStatus, StepCount } from '../backend.ts';
import { readHistoryJob, timeColumns } from '../job-rows.ts';
import { createRunRowReader, type RunIds, readStatus, readSteps } from '../run-rows.ts';
import { type Asked, ask, inStore } from '../sql.ts';
import { cellsIn, recordColumns, recordIn } from './job-rows.ts';
import { type Queries, type Row, type Scans, textOf } from './session.ts';

const rowsInPage = 1_000;
const rowsInHistory = 10_000;

const jobsOfRun = 'callsheet.job AS job JOIN callsheet.step AS step ON step.id = job.step';

/** Reads one run. Each method is one statement, or one for each page. */
export function createRunReader({ rows, scan }: Scans, about: RunAbout, ids: RunIds): Omit<RunReader, 'close'> {
  const read = <T>(asked: Asked<T>): Promise<T> => inStore({ rows, scan }, asked);
  /** Keyset pages: a leader may add jobs at the end and change others, and each job comes once. */
  async function* pages(
    columns: string,
    step: number,
    state: JobState | undefined,
    limit: number,
  ): AsyncGenerator<readonly Row[]> {
    for (let after = 0; ; ) {
      const page = await scan(
        `SELECT ${columns}, job.place FROM callsheet.job
         WHERE job.run = $1 AND job.step = $2 AND job.place > 0 AND job.place > $3 ${state === undefined ? '' : 'AND job.state = $5'}
         ORDER BY job.place LIMIT $4`,
        [ids.run, step, after, limit, ...(state === undefined ? [] : [state])],
      );
      if (page.length > 0) yield page;
      if (page.length < limit) return;
      after = Number(page.at(-1)?.['place']);
    }
  }

  return {
    about,
    ...createRunRowReader(read, ids, (other) => createRunReader({ rows, scan }, about, other)),
    // First who carries it out: a process that ends in between has written how by then.
    status: async () => ({ ...(await read(readLeader(ids))), ...(await read(readStatus(ids))) }),
    async job({ step, key = '' }) {
      const [row] = await rows(
        `SELECT ${recordColumns} FROM ${jobsOfRun} WHERE job.run = $1 AND step.run = $1 AND step.name = $2 AND job.key = $3`,
        [ids.run, step, key],
      );
      return row && recordIn(step, row);
    },
    async claimAge({ step, key = '' }) {
      // The clock of the machine that claimed it may differ from the one of this machine.
      const [row] = await rows(
        `SELECT extract(epoch FROM clock_timestamp() - coalesce(job.claimed_at, to_timestamp(job.at / 1000.0)))::float8 * 1000 AS ms
         FROM ${jobsOfRun} WHERE job.run = $1 AND step.run = $1 AND step.name = $2 AND job.key = $3`,
        [ids.run, step, key],
      );
      return numberOf(row?.['ms']);
    },
    async *jobs({ step: only, state } = {}) {
      let page: JobRecord[] = [];
      for (const { id, name } of await read(readSteps(ids))) {
        if (only !== undefined && only !== name) continue;
        for await (const found of pages(recordColumns, id, state, rowsInPage)) {
          page.push(...found.map((row) => recordIn(name, row)));
          if (page.length < rowsInPage) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
    async counts() {
      const counts: unknown = await scan(
        `SELECT step.name AS step, job.state, count(*) AS jobs FROM ${jobsOfRun}
         WHERE job.run = $1 GROUP BY step.id, step.name, job.state ORDER BY step.id, job.state`,
        [ids.run],
      );
      return counts as readonly StepCount[];
    },
    async stepHistories() {
      const histories = new Map<string, StepHistory>();
      for (const { id, name } of await read(readSteps(ids))) {
        const history = createStepHistory();
        const columns = `${timeColumns.map((column) => `job.${column}`).join(', ')}, ${marksColumns}`;
        for await (const page of pages(columns, id, undefined, rowsInHistory)) {
          for (const row of page) history.add(readHistoryJob(name, cellsIn(row), marksIn(row)));
        }
        histories.set(name, history.value());
      }
      return histories;
    },
    async recentStarts(limit, step) {
      const starts = await scan(
        // Requests that workers send leave some time after their slots.
        `SELECT greatest(at, left_at) AS at FROM (
           SELECT job.at, job.left_at FROM ${jobsOfRun} JOIN callsheet.run ON run.id = job.run
           WHERE run.campaign = $1 AND job.at IS NOT NULL AND ($3::text IS NULL OR step.name = $3)
           ORDER BY job.at DESC LIMIT $2) AS latest ORDER BY 1 DESC`,
        [ids.campaign, limit, step ?? null],
      );
      return starts.map(({ at }) => Number(at)).toReversed();
    },
    async startsAfter(step, after) {
      const found = await scan(
        `SELECT job.at, job.place, job.state FROM callsheet.job
         WHERE job.run = $1 AND job.step = (SELECT id FROM callsheet.step WHERE run = $1 AND name = $2)
           AND job.place > 0 AND job.place > $3
         ORDER BY job.place LIMIT ${rowsInHistory}`,
        [ids.run, step, after],
      );
      return found.map(({ place, at, state }) => ({
        place: Number(place),
        at: numberOf(at),
        state: state as JobState,
      }));
    },
    processes: () => readProcesses({ rows }, ids),
  };
}

/** By the clock of the database. */
export function* readLeader({ campaign, run }: RunIds): Asked<Pick<RunStatus, 'carriedOut' | 'wasLimited'>> {
  const [row] = yield* ask(
    `SELECT CASE WHEN lease_until > now() THEN leader_run END AS carried_out, run.limited
     FROM callsheet.campaign LEFT JOIN callsheet.run ON run.id = $2 WHERE campaign.id = $1`,
    [campaign, run],
  );
  return { carriedOut: textOf(row?.['carried_out']), wasLimited: row?.['limited'] === true ? true : undefined };
}

/** Those of `JobMarks` (history.ts). */
const marksColumns = `job.state = 'accepted' AND job.outputs IS NULL AS lacks_outputs,
  job.state = 'skipped' AND starts_with(job.details ->> 'reason', '${undecidedReason}') AS undecided,
  CASE WHEN job.state IN ('pending', 'sending', 'skipped', 'expired') AND job.details -> 'decisions' -> -1 ->> 'state' = 'pending'
    THEN CASE WHEN job.request_hash IS NULL THEN 'toResend' ELSE 'resent' END END AS resend`;

function marksIn(row: Row): JobMarks | undefined {
  if (row['lacks_outputs'] === true) return { lacksOutputs: true };
  const resend = textOf(row['resend']);
  const resent = resend === undefined ? undefined : { [resend]: true };
  return row['undecided'] === true ? { ...resent, undecided: true } : resent;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The columns of a process. */
const processColumns = (table: string): string => `
  (extract(epoch FROM ${table}.lease_until) * 1000 - ${table}.lease_ms)::float8 AS seen_at,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

/** As the leader of now has said it: an earlier leader may have sent itself. */
const leavesSending = `coalesce(run.sent_with::jsonb @> jsonb_build_object('leaderSends', false, 'epoch', ledger.epoch), false)`;

/** Those whose leases have not ended. */
async function readProcesses({ rows }: Queries, { campaign, run }: RunIds): Promise<RunProcesses> {
  const [leader] = await rows(
    `SELECT leader_pid AS pid, leader_host AS host, leader_since AS since, ${processColumns('ledger')},
       ${leavesSending} AS leaves_sending
     FROM callsheet.campaign AS ledger JOIN callsheet.run ON run.campaign = ledger.id AND run.name = ledger.leader_run
     WHERE ledger.id = $1 AND run.id = $2 AND ledger.lease_until > clock_timestamp()`,
    [campaign, run],
  );
  const workers = await rows(
    `SELECT pid, host, share, most, (extract(epoch FROM since) * 1000)::float8 AS since, ${processColumns('worker')}
     FROM callsheet.worker WHERE campaign = $1 AND lease_until > clock_timestamp() ORDER BY id`,
    [campaign],
  );
  return {
    leader: leader && { ...readProcess(leader), leavesSending: leader['leaves_sending'] === true },
    workers: workers.map((row) => ({ ...readProcess(row), slots: Number(row['share']), most: Number(row['most']) })),
  };
}

function readProcess(row: Row): RunProcess {
  const seenAt = Math.round(Number(row['seen_at']));
  return {
    pid: Number(row['pid']),
    host: String(row['host']),
    since: Math.round(Number(row['since'])),
    seen: { at: seenAt, agoMs: Math.max(0, Math.round(Number(row['now']) - seenAt)) },
  };
}
