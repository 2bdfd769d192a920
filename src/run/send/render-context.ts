import type { Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { RenderContext } from '../../campaign/request/rendering.ts';
import { formatAddress, type JobAddress, type JobId, jobId, type RecipientKey } from '../../job/address.ts';
import type { JobRecord, Outputs } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { PlanCampaignInput } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';

/** Records that were read before: rendering does not wait. */
export type RecordOf = (id: JobId) => JobRecord | undefined;

export async function readRecords(reader: Pick<RunReader, 'job'>, ids: readonly JobId[]): Promise<RecordOf> {
  const records = new Map<JobAddress, JobRecord>();
  for (const id of ids) {
    const job = await reader.job(id);
    if (job !== undefined) records.set(formatAddress(id), job);
  }
  return (id) => records.get(formatAddress(id));
}

/** Jobs whose outputs a job's templates read. */
export function jobsRead(loaded: LoadedCampaign, { reads }: Step, key: RecipientKey | undefined): readonly JobId[] {
  const steps = reads.optionalSteps.length === 0 ? reads.steps : [...reads.steps, ...reads.optionalSteps];
  return steps.map((step) => outputsOf(loaded, step, key));
}

/** A job's request, as a plan knows it: nothing that another step will give. */
export function plannedRequests(loaded: LoadedCampaign, run: string): NonNullable<PlanCampaignInput['render']> {
  return (job, at) =>
    loaded.renderers.get(job.step.id)?.(renderContext({ loaded, run, recordOf: () => undefined }, job, at));
}

export interface RenderedJob extends Pick<JobId, 'key'> {
  readonly step: Step;
  /** Index into the roster of the step's audience. */
  readonly recipient?: number | undefined;
}

/** What one job's templates may read. A retry renders as of its first attempt: it must carry the same bytes. */
export function renderContext(
  input: {
    readonly loaded: LoadedCampaign;
    readonly run: string;
    /** Of the jobs of `jobsRead`. */
    readonly recordOf: RecordOf;
  },
  job: RenderedJob,
  startedAt: Instant,
): RenderContext {
  const { loaded, recordOf } = input;
  const { key, recipient } = job;
  const audience = job.step.forEach?.audience;
  const roster = audience === undefined ? undefined : loaded.rosters.get(audience);
  return {
    run: { id: input.run },
    inputs: loaded.inputs,
    env: loaded.env,
    now: startedAt,
    key,
    recipient:
      roster === undefined || recipient === undefined ? undefined : (column) => roster.value(recipient, column),
    outputs(stepId: string): Outputs | undefined {
      const record = recordOf(outputsOf(loaded, stepId, key));
      return record?.state === 'accepted' ? (record.outputs ?? {}) : undefined;
    },
  };
}

/** This recipient's job of a step, or its single one. */
function outputsOf({ campaign }: LoadedCampaign, step: string, key: RecipientKey | undefined): JobId {
  const each = campaign.steps.find(({ id }) => id === step)?.forEach !== undefined;
  return jobId(step, each ? key : undefined);
}
