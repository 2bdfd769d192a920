import { formatAddress } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import { afterChange, heldContact, type JobChange, refusedChange } from '../../change.ts';
import { type CommitGroup, createCommitGroup, type Refusal } from '../../commit-group.ts';
import { lockedMost } from '../../contacts/store/contact-rows.ts';
import type { StoreJudge, StoreJudgement } from '../../contacts/store/judge-in-store.ts';
import { type Claim, type Claims, type Lead, type NotClaimed, notClaimed, type Report } from '../../hand-out.ts';
import { inChunks } from '../../sql.ts';
import { StateError, storeTrouble } from '../../state-trouble.ts';
import { nameOf, readJobs, stepNumbers } from '../job-rows.ts';
import { type Queries, type Row, repeating, type Session } from '../session.ts';
import { pauseIncompleteRun } from '../take-lease.ts';
import { createNotifier, leaderChannel } from './queue.ts';
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
interface LeadJobs extends Pick<Lead, 'epoch' | 'runId' | 'run'> {
  stepId(step: string): Promise<number>;
  onClaimed(job: JobRecord, number: number): void;
}

interface ClaimToWrite {
  readonly lead: LeadJobs;
  readonly claim: Claim;
}

interface ReportToWrite {
  readonly lead: LeadJobs;
  readonly report: Report;
  /** Undefined for a job that was not claimed. */
  readonly outcome?: ClaimedOutcome & { readonly change: JobChange };
}

type ToWrite = ClaimToWrite | ReportToWrite;

interface WorkerWriter extends Pick<CommitGroup<ToWrite>, 'add'> {
  /** Groups that are durable, as far as is known. */
  groups(): number;
  /** Rejects with the same error. If the ledger went back, it pauses the run for all machines first. */
  stopIfIncomplete(error: unknown): Promise<never>;
}

/** Writes the claims and outcomes of one worker, in one group after another. Rejects with `notClaimed`. */
export function createWorkerWriter(input: {
  readonly session: Session;
  readonly campaign: { readonly id: number; readonly name: string; readonly lineage: string };
  readonly worker: number;
  /** Undefined while contacts are not judged. */
  readonly contacts: () => StoreJudge | undefined;
  /**
   * Repeats a statement for about another lease, whether this one has ended or not: what was sent is still recorded then, and nobody may
   * give up a group of which it is not known whether it counted.
   */
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
}): WorkerWriter {
  const { session, campaign, worker, contacts, repeat } = input;
  const patient = repeating(session, repeat);
  let groups = 0;
  let claims = 0;
  /** Of the latest leader for whom it wrote. */
  let run: string | undefined;
  const notifyLeader = createNotifier(session.unsynced, leaderChannel(campaign.id));

  /** Those whose records do not allow it are `failed`. */
  async function jobsToClaim(
    lead: LeadJobs,
    toWrite: readonly ClaimToWrite[],
    failed: Map<ToWrite, Error>,
  ): Promise<ReadonlyMap<ClaimToWrite, JobToClaim>> {
    const known = toWrite.filter(({ claim }) => !claim.isNew).map(({ claim }) => claim.change.to);
    const found = await readJobs(patient, lead.runId, known);
    const jobs = new Map<ClaimToWrite, JobToClaim>();
    for (const one of toWrite) {
      const { change, chunk } = one.claim;
      const before = found.get(nameOf(change.to));
      const job = afterChange(before, change);
      if (job === undefined) failed.set(one, notClaimed('otherState'));
      else jobs.set(one, { job, step: await lead.stepId(job.step), number: ++claims, chunk, before });
    }
    return jobs;
  }

  /** Which of these an earlier try has claimed, whose answer was lost. */
  async function claimedBefore(runId: number, jobs: readonly JobToClaim[]): Promise<ReadonlySet<number>> {
    const found = await patient.rows(
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
    );
    return new Set(found.map(({ claim }) => Number(claim)));
  }

  /** How a group counted. */
  async function confirmGroup({ outcomes, ...group }: WorkerGroup, found: Row | undefined): Promise<Counted> {
    if (Number(found?.['counted']) === 1) {
      if (Number(found?.['written']) === outcomes.length) return 'now';
      throw new StateError('storeLostChanges', 'jobs that this worker has claimed are recorded otherwise');
    }
    // A write, so that it waits for the standbys for which the first try would have waited.
    const [seat] = await patient.rows('UPDATE callsheet.worker SET groups = groups WHERE id = $1 RETURNING groups', [
      worker,
    ]);
    if (seat === undefined) {
      const late = outcomes.filter(({ job: { state } }) => state === 'accepted' || state === 'rejected');
      if (late.length > 0) await patient.rows(writeLate, lateValues({ ...group, outcomes: late }));
      return 'late';
    }
    if (Number(seat['groups']) === groups + 1) return 'before';
    throw new StateError(
      'storeLostChanges',
      `it has ${Number(seat['groups'])} groups of this worker, not ${groups + 1}`,
    );
  }

  /** Its leader need not have lost anything: it would go on, and send again what is missing. */
  async function stopIfIncomplete(error: unknown): Promise<never> {
    if (storeTrouble(error) === 'storeLostChanges' && run !== undefined)
      await pauseIncompleteRun(patient, campaign.lineage, run).catch(() => {});
    throw error;
  }

  async function writeFor(lead: LeadJobs, toWrite: readonly ToWrite[], failed: Map<ToWrite, Error>): Promise<void> {
    ({ run } = lead);
    const jobs = await jobsToClaim(lead, toWrite.filter(isClaim), failed);
    const reported = toWrite.filter(isReport);
    if (jobs.size + reported.length === 0) return;
    const toClaim = [...jobs.values()];
    const outcomes = reported.flatMap(({ outcome }) => outcome ?? []);
    const reports = reported.map(({ report }) => report);
    const group: WorkerGroup = { campaign: campaign.id, worker, lead, groups, toClaim, reports, outcomes };
    const writeOnce = async (queries: Queries, allowed: readonly JobToClaim[]): Promise<Row | undefined> => {
      const values = groupValues({ ...group, toClaim: allowed });
      return (await queries.rows(writeGroup, values, 'callsheet_worker_group'))[0];
    };
    const judge = contacts();
    /** By the latest try. */
    let held: ReadonlySet<ClaimToWrite> = new Set();
    let moved: Error | undefined;
    const writeJudged = (judge: StoreJudge): Promise<Row | undefined> => {
      const settled = outcomes.map(({ change }) => change);
      const changes = [...settled, ...[...jobs.keys()].map(({ claim }) => claim.change)];
      return judge.transaction(changes, { campaign: campaign.name, run: lead.run }, async (queries, judged) => {
        const begin = await judged;
        const first = begin();
        ({ moved } = first);
        settled.forEach(first.recorded);
        held = new Set([...jobs.keys()].filter(({ claim }) => !isAllowed(first, claim.change)));
        const allowed = [...jobs].flatMap(([one, job]) => (held.has(one) ? [] : job));
        const found = await writeOnce(queries, allowed);
        const claimed = claimedIn(found);
        const counted = begin();
        if (Number(found?.['counted']) === 1) settled.forEach(counted.recorded);
        for (const [{ claim }, { number }] of jobs) if (claimed.has(number)) counted.recorded(claim.change);
        await counted.write();
        return found;
      });
    };
    const attempt = (): Promise<Row | undefined> =>
      judge === undefined ? writeOnce(session, toClaim) : writeJudged(judge);
    const found = await repeat(attempt);
    const counted = await confirmGroup(group, found);
    if (counted !== 'late') groups++;
    if (counted !== 'late' && reports.length > 0) notifyLeader();
    const claimed = counted === 'before' ? await claimedBefore(lead.runId, toClaim) : claimedIn(found);
    const chunks = new Set(listOf(found, 'chunks'));
    for (const [one, { job, number, chunk }] of jobs) {
      if (claimed.has(number)) lead.onClaimed(job, number);
      else if (held.has(one)) failed.set(one, moved ?? heldContact(one.claim.change));
      // The try that counted has refused it, and its answer was lost: it may ask once more.
      else failed.set(one, notClaimed(counted === 'before' ? 'closed' : whyNot(found, chunks.has(chunk))));
    }
  }

  const write = async (batch: readonly ToWrite[]): Promise<readonly Refusal[]> => {
    const failed = new Map<ToWrite, Error>();
    const byLead = new Map<LeadJobs, ToWrite[]>();
    for (const one of batch) {
      const group = byLead.get(one.lead);
      if (group === undefined) byLead.set(one.lead, [one]);
      else group.push(one);
    }
    const most = contacts() === undefined ? batch.length : lockedMost;
    for (const [lead, group] of byLead)
      for (const part of inChunks(group, most)) await writeFor(lead, part, failed).catch(stopIfIncomplete);
    return batch.flatMap((one, place) => {
      const error = failed.get(one);
      return error === undefined ? [] : { place, error };
    });
  };
  return { ...createCommitGroup(write), groups: () => groups, stopIfIncomplete };
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

/** One that is not allowed counts for nothing in the judgement of those behind it. */
function isAllowed(judgement: StoreJudgement, change: JobChange): boolean {
  const isIt = judgement.allows(change);
  if (isIt) judgement.recorded(change);
  return isIt;
}

/** The numbers of the claims that count. */
function claimedIn(row: Row | undefined): ReadonlySet<number> {
  return new Set(listOf(row, 'claimed').map(Number));
}

function listOf(row: Row | undefined, column: string): readonly unknown[] {
  return (row?.[column] ?? []) as readonly unknown[];
}

export function createClaims(
  queries: Queries,
  writer: WorkerWriter,
  { epoch, runId, run }: Pick<Lead, 'epoch' | 'runId' | 'run'>,
): Claims {
  /** Claims of this worker whose outcomes are not recorded yet. */
  const sending = new Map<string, { readonly job: JobRecord; readonly number: number }>();
  const lead: LeadJobs = {
    epoch,
    runId,
    run,
    stepId: stepNumbers(queries, runId),
    onClaimed(job, number) {
      if (job.state === 'sending') sending.set(formatAddress(job), { job, number });
    },
  };

  return {
    async job(id) {
      const found = await readJobs(queries, runId, [id]);
      return found.get(nameOf(id));
    },
    async claim(claim) {
      await writer.add([{ lead, claim }]);
      if (claim.report !== undefined) await writer.add([{ lead, report: claim.report }]);
    },
    async settle(change, report) {
      const address = formatAddress(change.to);
      const claimed = sending.get(address);
      const job = afterChange(claimed?.job, change);
      if (claimed === undefined || job === undefined) throw refusedChange(change);
      sending.delete(address);
      const outcome = { job, step: await lead.stepId(job.step), number: claimed.number, change };
      await writer.add([{ lead, report, outcome }]);
    },
    report: (report) => writer.add([{ lead, report }]),
  };
}
