import { formatAddress } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import { afterChange, refusedChange } from '../../change.ts';
import { type Claim, type Claims, type Lead, type NotClaimed, notClaimed } from '../../hand-out.ts';
import { columnsOf, type JobToWrite, valuesOf } from '../job-rows.ts';
import type { Queries, Row } from '../session.ts';
import { nameOf, readJobs, stepNumbers } from '../write-changes.ts';
import { createBatches } from './batches.ts';
import { queueName, queueSchema } from './queue.ts';
import type { ReportWriter } from './write-reports.ts';

export interface ClaimsInput {
  readonly queries: Queries;
  readonly campaign: number;
  readonly worker: number;
  readonly lead: Pick<Lead, 'epoch' | 'runId'>;
  readonly reports: ReportWriter;
  /** Repeats a statement whose answer was lost. */
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
  readonly nextClaim: () => number;
}

const [epoch, run, worker, queue, chunks, firstColumn] = [2, 3, 4, 5, 6, 7];
const { names, types, update, next } = columnsOf(firstColumn);

/**
 * A claim is the intent. It counts only while its leader leads, the run is open, the worker's lease and the chunk are there, and the
 * job's row allows it. The locks make each of the others wait, or come first: a new leader reads only after claims under the old one.
 * Sent again, it finds its own claim.
 */
const claimJobs = `
  WITH leader AS (
    SELECT id FROM callsheet.campaign WHERE id = $1 AND epoch = $${epoch} FOR KEY SHARE),
  open AS (
    SELECT run.id FROM leader, callsheet.run
    WHERE run.id = $${run}::int AND run.control = 'run' AND run.alarms = run.judged),
  seat AS (
    SELECT worker.id FROM open, callsheet.worker
    WHERE worker.id = $${worker}::int AND worker.lease_until > clock_timestamp() FOR KEY SHARE OF worker),
  chunk AS (
    SELECT job.id FROM seat, ${queueSchema}.job
    WHERE job.name = $${queue} AND job.id = ANY ($${chunks}::uuid[]) FOR KEY SHARE OF job),
  claimed AS (
    INSERT INTO callsheet.job (run, worker, ${names}, claim)
    SELECT $${run}::int, $${worker}::int, ${names}, claim
    FROM chunk JOIN unnest(${types}, $${next}::bigint[], $${next + 1}::uuid[]) AS new (${names}, claim, chunk)
      ON new.chunk = chunk.id
    ON CONFLICT (run, step, key) DO UPDATE SET ${update}, worker = excluded.worker, claim = excluded.claim
    WHERE (job.state IN ('pending', 'skipped', 'expired', 'rejected')
        AND job.attempts = excluded.attempts - CASE WHEN excluded.state = 'sending' THEN 1 ELSE 0 END)
      OR (job.worker = excluded.worker AND job.claim = excluded.claim AND job.state = excluded.state)
    RETURNING claim)
  SELECT (SELECT count(*) FROM leader) AS leader, (SELECT count(*) FROM open) AS open,
    (SELECT count(*) FROM seat) AS seat, (SELECT json_agg(id) FROM chunk) AS chunks,
    (SELECT json_agg(claim) FROM claimed) AS claimed`;

export function createClaims(input: ClaimsInput): Claims & { expectsOutcome(withinMs: number): boolean } {
  const { queries, campaign, lead, reports, repeat, nextClaim } = input;
  const stepId = stepNumbers(queries, lead.runId, repeat);
  /** Claims of this worker whose outcomes are not recorded yet. */
  const sending = new Map<string, { readonly job: JobRecord; readonly claim: number; readonly since: number }>();
  /** How long the latest of them took, on average. */
  let averageMs = Number.POSITIVE_INFINITY;

  async function writeClaims(claims: readonly Claim[]): Promise<ReadonlyMap<Claim, Error>> {
    const failed = new Map<Claim, Error>();
    const known = claims.filter(({ isNew }) => !isNew).map(({ change }) => change.to);
    const before = await repeat(() => readJobs(queries, lead.runId, known));
    const rows: { readonly claim: Claim; readonly job: JobRecord; readonly step: number; readonly number: number }[] =
      [];
    for (const claim of claims) {
      const { change } = claim;
      const job = afterChange(before.get(nameOf(change.to)), change);
      if (job === undefined) failed.set(claim, notClaimed('otherState'));
      else rows.push({ claim, job, step: await stepId(job.step), number: nextClaim() });
    }
    if (rows.length === 0) return failed;
    const values = [
      campaign,
      lead.epoch,
      lead.runId,
      input.worker,
      queueName(campaign),
      [...new Set(rows.map(({ claim }) => claim.chunk))],
      ...valuesOf(rows),
      rows.map(({ number }) => number),
      rows.map(({ claim }) => claim.chunk),
    ];
    let tries = 0;
    const [found] = await repeat(() => {
      tries++;
      return queries.rows(claimJobs, values, 'callsheet_claim');
    });
    const claimed = new Set(listOf(found, 'claimed').map(Number));
    if (tries > 1 && claimed.size < rows.length) for (const number of await claimedBefore(rows)) claimed.add(number);
    const there = new Set(listOf(found, 'chunks'));
    for (const { claim, job, number } of rows) {
      if (claimed.has(number)) {
        if (job.state === 'sending') sending.set(formatAddress(job), { job, claim: number, since: performance.now() });
        continue;
      }
      failed.set(claim, notClaimed(whyNot(found, there.has(claim.chunk))));
    }
    return failed;
  }

  /** Which of these an earlier try has claimed, whose answer was lost, before the last try was refused. */
  async function claimedBefore(
    rows: readonly (JobToWrite & { readonly number: number })[],
  ): Promise<readonly number[]> {
    // A claim has this row, too: a try that is still under way ends first.
    await repeat(() => queries.rows('SELECT 1 FROM callsheet.worker WHERE id = $1 FOR UPDATE', [input.worker]));
    const found = await repeat(() =>
      queries.rows(
        `SELECT job.claim FROM unnest($3::int[], $4::text[], $5::bigint[]) AS mine (step, key, claim)
         JOIN callsheet.job ON job.run = $1 AND job.worker = $2
           AND job.step = mine.step AND job.key = mine.key AND job.claim = mine.claim`,
        [
          lead.runId,
          input.worker,
          rows.map(({ step }) => step),
          rows.map(({ job }) => job.key ?? ''),
          rows.map(({ number }) => number),
        ],
      ),
    );
    return found.map(({ claim }) => Number(claim));
  }

  const expectsOutcome = (withinMs: number): boolean => sending.size > 0 && averageMs <= 2 * withinMs;
  // An outcome frees a slot, and so is followed by a claim.
  const batches = createBatches({ write: writeClaims, expectsMore: expectsOutcome });
  return {
    expectsOutcome,
    async job(id) {
      const found = await repeat(() => readJobs(queries, lead.runId, [id]));
      return found.get(nameOf(id));
    },
    async claim(claim) {
      await batches.add(claim);
      if (claim.report !== undefined) await reports.add({ lead, report: claim.report, row: undefined });
    },
    async settle(change, report) {
      const address = formatAddress(change.to);
      const claimed = sending.get(address);
      const job = afterChange(claimed?.job, change);
      if (claimed === undefined || job === undefined) throw refusedChange(change);
      sending.delete(address);
      const { claim, since } = claimed;
      const ms = performance.now() - since;
      averageMs = averageMs === Number.POSITIVE_INFINITY ? ms : 0.9 * averageMs + 0.1 * ms;
      await reports.add({ lead, report, row: { job, step: await stepId(job.step), claim } });
    },
    report: (report) => reports.add({ lead, report, row: undefined }),
  };
}

function whyNot(found: Row | undefined, hasChunk: boolean): NotClaimed {
  if (Number(found?.['leader']) === 0) return 'otherLeader';
  if (Number(found?.['open']) === 0) return 'closed';
  if (Number(found?.['seat']) === 0) return 'noLease';
  return hasChunk ? 'otherState' : 'takenBack';
}

function listOf(row: Row | undefined, column: string): readonly unknown[] {
  return (row?.[column] ?? []) as readonly unknown[];
}
