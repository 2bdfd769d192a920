import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, jobId } from '../../job/address.ts';
import { forEachRow, type HistoryRow } from '../../job/history.ts';
import { type JobRecord, onlyAsked } from '../../job/job.ts';
import { lasts, withRest } from '../../job/rest.ts';
import { listJobs, type RunLease } from '../../ledger/backend.ts';
import type { Change, Settled } from '../../ledger/change.ts';
import type { ContactLedger, MadeTouch } from '../../ledger/contacts/ledger.ts';
import type { Instant } from '../../platform/ports.ts';
import { operations } from '../../service/operations/operations.ts';
import { asRecorded, restAskedBy } from '../decide/halt-state.ts';
import { recoveryOf } from '../decide/retry.ts';
import type { RunInput } from '../run-input.ts';
import type { JobReport } from '../send/hand-out/handed.ts';

/** Settles the jobs that a process left `sending` when it died, whose bytes may have left. */
export async function recover(
  campaign: Campaign,
  lease: RunLease,
  now: Instant,
  /** Those of them whose retry would be another request, as the files were edited since. */
  editedOf?: (left: readonly JobRecord[]) => Promise<ReadonlySet<JobAddress>>,
): Promise<{ again: number; edited: number; inDoubt: number }> {
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  const left = await listJobs(lease, { state: 'sending' });
  const changed = await editedOf?.(left);
  const resumptions = left.map((job) => resumptionOf(job, steps.get(job.step), false));
  const settled = left.map((job, at): Change => ({ kind: 'settle', to: settledAs(job, resumptions[at]!, now) }));
  if (settled.length > 0) await lease.apply(settled);
  const count = (resumption: Resumption): number => resumptions.filter((one) => one === resumption).length;
  const edited = left.filter(
    (job, at) => resumptions[at] === 'retry' && changed?.has(formatAddress(job)) === true,
  ).length;
  return { again: count('retry') - edited, edited, inDoubt: count('inDoubt') };
}

export function settledAs({ step, key, attempts }: JobRecord, resumption: Resumption, at: Instant): Settled {
  const settled = { ...jobId(step, key), attempt: attempts, at };
  const reason = 'the process died before the answer was saved';
  switch (resumption) {
    case 'retry':
      return { ...settled, state: 'pending', doubtful: true, reason };
    case 'inDoubt':
      return { ...settled, state: 'inDoubt', reason };
    case 'forget':
      return {
        ...settled,
        state: 'pending',
        reason: 'the process died, and the step was removed from the campaign',
      };
    case 'unchanged':
      throw new Error(`a job that is sending has no answer: ${step}`);
    default:
      return resumption satisfies never;
  }
}

/** What a run that starts now makes of a recorded job, before it starts anything. */
export type Resumption =
  | 'unchanged'
  /** Its answer was lost, and it can be sent again: pending, and doubtful. */
  | 'retry'
  /** Its answer was lost, but it only asked, and the step is gone: pending, and nobody asks again. */
  | 'forget'
  /** Its answer was lost, and a retry is not possible, or would be another request. */
  | 'inDoubt';

/** The one place that decides it: the engine records the result, and plan, status and `why` show it before. */
export function resumptionOf(
  job: Pick<JobRecord, 'state' | 'requestHash'>,
  /** Undefined where the campaign no longer has it. */
  step: Step | undefined,
  /** The files were edited since, so that its retry would be another request. */
  isEdited: boolean,
): Resumption {
  if (job.state !== 'sending' && job.state !== 'pending') return 'unchanged';
  if (isEdited) return 'inDoubt';
  if (job.state === 'pending') return 'unchanged';
  const isStillAsked = step !== undefined && operations[step.uses].effect === 'query';
  if (onlyAsked(job) && !isStillAsked) return 'forget';
  return step === undefined || recoveryOf(step) === 'manual' ? 'inDoubt' : 'retry';
}

/** Records the pauses for which the service asked a worker when its leader had died. */
export async function recordMissedRests(input: Pick<RunInput, 'loaded' | 'lease' | 'clock'>): Promise<void> {
  const { loaded, lease, clock } = input;
  const reports = (await lease.handOut?.reportsBefore()) as readonly JobReport[] | undefined;
  if (reports === undefined || reports.length === 0) return;
  const now = clock.now();
  const known = (await lease.status()).rests;
  let rests = known;
  for (const report of reports) {
    if (!('verdict' in report)) continue;
    const step = loaded.campaign.steps.find(({ id }) => id === report.settled.step);
    const rest = restAskedBy(report.verdict, step);
    if (rest === undefined || !lasts(rest.until, now)) continue;
    if (rests.some((one) => one.step === rest.step && one.until >= rest.until)) continue;
    rests = withRest(rests, asRecorded(rest), now);
  }
  if (rests !== known) await lease.apply([{ kind: 'rests', rests }]);
}

/** Steps that were renamed keep their touches. Before anything is settled or sent under their present names. */
export async function renameTouches(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  run: string,
  ledger: Pick<ContactLedger, 'rename'>,
): Promise<void> {
  for (const { id, was } of campaign.steps)
    if (was !== undefined) await ledger.rename({ campaign: campaign.id, run, step: was }, id);
}

/** Of what the run has sent: a project whose rules began later lacks touches. */
export async function addMissingTouches(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  run: string,
  lease: Pick<RunLease, 'stepHistories'>,
  ledger: ContactLedger,
): Promise<void> {
  const source = { campaign: campaign.id, run };
  const histories = await lease.stepHistories('times');
  for (const { id: step, uses, purpose } of campaign.steps) {
    const { channel } = operations[uses];
    const history = histories.get(step);
    if (channel === undefined || history === undefined) continue;
    let [contacted, rejected] = [0, 0];
    forEachRow(history, (row) => {
      if (row.state === 'rejected') rejected++;
      else if (isContact(row) && !isToken(row.key!)) contacted++;
    });
    // Some of those that were rejected may have touches, too: so many more say that none is lacking.
    if ((await ledger.touches({ ...source, step })) >= contacted + rejected) continue;
    const touches: MadeTouch[] = [];
    forEachRow(history, (row) => {
      if (!isContact(row) || isToken(row.key!)) return;
      const at = row.at ?? row.settledAt ?? 0;
      touches.push({ ...source, step, key: row.key!.toFixed(0), at, channel, purpose });
    });
    await ledger.add(touches);
  }
}

/** Not a rejection: the record does not say whether an attempt before it may have reached somebody. */
function isContact(row: HistoryRow): boolean {
  const { key, state, doubtful, maybeSent } = row;
  if (key === undefined || state === 'rejected') return false;
  const isUnsent = state === 'pending' || state === 'skipped' || state === 'expired';
  return !isUnsent || doubtful === true || maybeSent === true;
}

/** Of a person who is forgotten: no telephone number is as long. */
function isToken(key: number): boolean {
  return key >= 1e15;
}
