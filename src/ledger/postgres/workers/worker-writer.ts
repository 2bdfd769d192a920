import type { JobRecord } from '../../../job/job.ts';
import { afterChange } from '../../change.ts';
import { type Claim, type Lead, type NotClaimed, notClaimed, type Report } from '../../hand-out.ts';
import { storeError } from '../../store-trouble.ts';
import { repeatFor } from '../server-error.ts';
import type { Row, Session } from '../session.ts';
import type { Term } from '../term.ts';
import { nameOf, readJobs } from '../write-changes.ts';
import { type Batches, createBatches } from './batches.ts';
import { createNotifier, leaderChannel } from './channels.ts';
import {
  type ClaimedOutcome,
  groupValues,
  type JobToClaim,
  lateValues,
  type WorkerGroup,
  writeGroup,
  writeLate,
} from './worker-statement.ts';

/** What a worker records for one leader. */
export interface LeadJobs extends Pick<Lead, 'epoch' | 'runId'> {
  stepId(step: string): Promise<number>;
  onClaimed(job: JobRecord, number: number): void;
}

interface ClaimToWrite {
  readonly lead: LeadJobs;
  readonly claim: Claim;
}

/** A report, and the outcome of its job, where it was claimed. */
interface ReportToWrite {
  readonly lead: LeadJobs;
  readonly report: Report;
  readonly outcome: ClaimedOutcome | undefined;
}

type ToWrite = ClaimToWrite | ReportToWrite;

export interface WorkerWriter extends Batches<ToWrite> {
  /** As that of a lease: what is reported waits for the claim that is being prepared. */
  expectIntent(): () => void;
}

/** Writes the claims and outcomes of one worker, in one group after another. Rejects with `notClaimed`. */
export function createWorkerWriter(input: {
  readonly session: Pick<Session, 'rows' | 'unsynced'>;
  readonly campaign: number;
  readonly worker: number;
  readonly term: Pick<Term, 'repeat' | 'leaseMs'>;
  readonly expectsOutcome: (withinMs: number) => boolean;
}): WorkerWriter {
  const { session, campaign, worker, term, expectsOutcome } = input;
  let intentsExpected = 0;
  let groups = 0;
  let claims = 0;
  const notifyLeader = createNotifier(session.unsynced, leaderChannel(campaign));

  /** Those whose records do not allow it are `failed`. */
  async function jobsToClaim(
    lead: LeadJobs,
    toWrite: readonly ClaimToWrite[],
    failed: Map<ToWrite, Error>,
  ): Promise<ReadonlyMap<ClaimToWrite, JobToClaim>> {
    const known = toWrite.filter(({ claim }) => !claim.isNew).map(({ claim }) => claim.change.to);
    const before = await term.repeat(() => readJobs(session, lead.runId, known));
    const jobs = new Map<ClaimToWrite, JobToClaim>();
    for (const one of toWrite) {
      const { change, chunk } = one.claim;
      const job = afterChange(before.get(nameOf(change.to)), change);
      if (job === undefined) failed.set(one, notClaimed('otherState'));
      else jobs.set(one, { job, step: await lead.stepId(job.step), number: ++claims, chunk });
    }
    return jobs;
  }

  /** Which of these an earlier try has claimed, whose answer was lost, before the last try was refused. */
  async function claimedBefore(runId: number, jobs: readonly JobToClaim[]): Promise<readonly number[]> {
    // A claim has this row, too: a try that is still under way ends first.
    await term.repeat(() => session.rows('SELECT 1 FROM callsheet.worker WHERE id = $1 FOR UPDATE', [worker]));
    const found = await term.repeat(() =>
      session.rows(
        `SELECT job.claim FROM unnest($3::int[], $4::text[], $5::bigint[]) AS mine (step, key, claim)
         JOIN callsheet.job ON job.run = $1 AND job.worker = $2
           AND job.step = mine.step AND job.key = mine.key AND job.claim = mine.claim`,
        [
          runId,
          worker,
          jobs.map(({ step }) => step),
          jobs.map(({ job }) => job.key ?? ''),
          jobs.map(({ number }) => number),
        ],
      ),
    );
    return found.map(({ claim }) => Number(claim));
  }

  /** How the reports of a group counted. */
  async function confirmReports({ outcomes, ...group }: WorkerGroup, found: Row | undefined): Promise<Counted> {
    if (Number(found?.['counted']) === 1) {
      if (Number(found?.['written']) === outcomes.length) return 'now';
      throw storeError('storeLostChanges', 'jobs that this worker has claimed are recorded otherwise');
    }
    // A write, so that it waits for the standbys for which the first try would have waited.
    const [seat] = await repeatFor(term.leaseMs, () =>
      session.rows('UPDATE callsheet.worker SET reports = reports WHERE id = $1 RETURNING reports', [worker]),
    );
    if (seat === undefined) {
      const late = outcomes.filter(({ job: { state } }) => state === 'accepted' || state === 'rejected');
      if (late.length > 0)
        await repeatFor(term.leaseMs, () => session.rows(writeLate, lateValues({ ...group, outcomes: late })));
      return 'late';
    }
    if (Number(seat['reports']) === groups + 1) return 'before';
    throw storeError('storeLostChanges', `it has ${Number(seat['reports'])} groups of reports, not ${groups + 1}`);
  }

  async function writeFor(lead: LeadJobs, toWrite: readonly ToWrite[], failed: Map<ToWrite, Error>): Promise<void> {
    const jobs = await jobsToClaim(lead, toWrite.filter(isClaim), failed);
    const reported = toWrite.filter(isReport);
    if (jobs.size + reported.length === 0) return;
    const toClaim = [...jobs.values()];
    const outcomes = reported.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
    const reports = reported.map(({ report }) => report);
    const group: WorkerGroup = { campaign, worker, lead, groups, toClaim, reports, outcomes };
    const values = groupValues(group);
    let tries = 0;
    const attempt = (): Promise<readonly Row[]> => {
      tries++;
      return session.rows(writeGroup, values, 'callsheet_worker_group');
    };
    // What was sent is recorded also when the lease has ended, if the database comes back within about another one.
    const [found] = await (reports.length > 0 ? repeatFor(term.leaseMs, attempt) : term.repeat(attempt));
    const counted = reports.length > 0 ? await confirmReports(group, found) : undefined;
    if (counted === 'now' || counted === 'before') {
      groups++;
      notifyLeader();
    }
    const claimed = new Set(listOf(found, 'claimed').map(Number));
    if (tries > 1 && claimed.size < toClaim.length)
      for (const number of await claimedBefore(lead.runId, toClaim)) claimed.add(number);
    const chunks = new Set(listOf(found, 'chunks'));
    for (const [one, { job, number, chunk }] of jobs) {
      if (claimed.has(number)) lead.onClaimed(job, number);
      // The try that counted has refused it, and its answer was lost: it may ask once more.
      else failed.set(one, notClaimed(counted === 'before' ? 'closed' : whyNot(found, chunks.has(chunk))));
    }
  }

  const write = async (batch: readonly ToWrite[]): Promise<ReadonlyMap<ToWrite, Error>> => {
    const failed = new Map<ToWrite, Error>();
    const byLead = new Map<LeadJobs, ToWrite[]>();
    for (const one of batch) {
      const group = byLead.get(one.lead);
      if (group === undefined) byLead.set(one.lead, [one]);
      else group.push(one);
    }
    for (const [lead, group] of byLead) await writeFor(lead, group, failed);
    return failed;
  };
  const batches = createBatches({
    write,
    expectsMore: (withinMs, batch) => (intentsExpected > 0 && batch.every(isReport)) || expectsOutcome(withinMs),
  });
  return {
    ...batches,
    expectIntent() {
      intentsExpected++;
      return () => void intentsExpected--;
    },
  };
}

/** By the latest try, by an earlier one, or only as far as a doubt ended: the lease was over. */
type Counted = 'now' | 'before' | 'late';

const isClaim = (one: ToWrite): one is ClaimToWrite => 'claim' in one;
const isReport = (one: ToWrite): one is ReportToWrite => 'report' in one;

function whyNot(found: Row | undefined, hasChunk: boolean): NotClaimed {
  if (Number(found?.['leader']) === 0) return 'otherLeader';
  if (Number(found?.['open']) === 0) return 'closed';
  if (Number(found?.['seat']) === 0) return 'noLease';
  return hasChunk ? 'otherState' : 'takenBack';
}

function listOf(row: Row | undefined, column: string): readonly unknown[] {
  return (row?.[column] ?? []) as readonly unknown[];
}
