import type { Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { jobId, type RecipientKey } from '../job/address.ts';
import type { JobRecord, Outputs } from '../job/job.ts';
import type { PlannedJob } from '../plan/plan.ts';
import type { Instant } from '../platform/ports.ts';
import { isConditional } from '../schedule/reasons.ts';
import { type OperationId, operations } from '../service/operations/operations.ts';
import { type RenderInput, requestNow, stepsByName } from './resume/edits.ts';
import {
  jobsRead,
  type PreparedRequest,
  prepareRequest,
  type RenderedJob,
  readRecords,
} from './send/prepare-request.ts';

/** What a job would send, or in words why that cannot be shown. */
export type Preview =
  | {
      readonly kind: 'request';
      readonly uses: OperationId;
      readonly request: PreparedRequest;
      /** Outputs of earlier steps that are not known yet: a placeholder is in their place. */
      readonly open: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Renders a job's request as it is sent, before the steps that it needs have run. */
export async function previewRequest(input: RenderInput, job: RenderedJob, at: Instant): Promise<Preview> {
  const { loaded, reader, run, files } = input;
  const { step, key } = job;
  const id = jobId(step.id, key);
  const recordOf = await readRecords(reader, [id, ...jobsRead(loaded, step, key)]);
  const before = recordOf(id);
  const open = new Set<string>();
  const given = { loaded, run, files, recordOf, before, openOutputs: (id: string) => openOutputs(loaded, id, open) };
  const prepared = await prepareRequest(given, job, before?.firstAt ?? at);
  if ('missing' in prepared) return { kind: 'unknown', reason: prepared.missing };
  if ('changed' in prepared) return { kind: 'unknown', reason: prepared.changed };
  return { kind: 'request', uses: step.uses, request: prepared, open: [...open] };
}

/** Placeholders for what a step will give; each that is read is noted. */
function openOutputs({ campaign }: LoadedCampaign, id: string, open: Set<string>): Outputs | undefined {
  const step = campaign.steps.find((one) => one.id === id);
  if (step === undefined) return undefined;
  const placeholders = Object.entries(operations[step.uses].outputs).map(([name, { type }]) => {
    const get = (): unknown => {
      open.add(`steps.${id}.${name}`);
      return type === 'array' ? [] : `‹${name} of ${id}›`;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(placeholders));
}

/** So many of each step, or the whole sequence of one person. */
type SampleChoice = { readonly count: number } | { readonly key: RecipientKey };

/** One job of a plan with what it would send. */
export interface Sample {
  readonly job: PlannedJob;
  readonly step: Step;
  readonly key?: RecipientKey | undefined;
  /** Absent for a job that will not start, unless it depends on how another step ends. */
  readonly preview?: Preview;
}

/** Keeps the first jobs of each step as a plan is made, and renders them afterwards. */
export function createPlanSamples(choice: SampleChoice, steps: readonly Step[]) {
  const kept = new Map(
    steps.map(({ id }) => [id, { planned: new Array<PlannedJob>(), others: new Array<PlannedJob>() }]),
  );
  return {
    note(job: PlannedJob): void {
      const of = kept.get(job.id.step);
      if (of === undefined) return;
      const isPlanned = job.at !== undefined;
      if ('key' in choice) {
        if (job.id.key === choice.key) (isPlanned ? of.planned : of.others).push(job);
        return;
      }
      if (job.drop !== undefined && !isConditional(job.drop.reason)) return;
      const jobs = isPlanned ? of.planned : of.others;
      if (jobs.length < choice.count) jobs.push(job);
    },
    /** By step, in the order of the file; one person's by time. */
    async samples(input: RenderInput, now: Instant): Promise<readonly Sample[]> {
      const samples: Sample[] = [];
      for (const step of steps) {
        const { planned, others } = kept.get(step.id) ?? { planned: [], others: [] };
        for (const job of planned.length > 0 ? planned : others) samples.push(await sampleOf(input, step, job, now));
      }
      const lastOfAll = Number.POSITIVE_INFINITY;
      if ('key' in choice) samples.sort((a, b) => (a.job.at ?? lastOfAll) - (b.job.at ?? lastOfAll) || 0);
      return samples;
    },
  };
}

async function sampleOf(input: RenderInput, step: Step, job: PlannedJob, now: Instant): Promise<Sample> {
  const { at, drop, recipient } = job;
  const { key } = job.id;
  const who = { key, recipient };
  if (drop !== undefined && !isConditional(drop.reason)) return { job, step, ...who };
  return { job, step, ...who, preview: await previewRequest(input, { step, ...who }, at ?? now) };
}

/**
 * What a job's latest attempt carried. The state file has only a hash of it: the request is rendered again from the files, and is the
 * same if it has the same hash. Undefined where nothing was sent.
 */
export async function sentRequest(input: RenderInput, job: JobRecord): Promise<Preview | undefined> {
  if (job.requestHash === undefined) return undefined;
  const { loaded } = input;
  const step = stepsByName(loaded.campaign.steps).get(job.step);
  const unknown = (reason: string): Preview => ({ kind: 'unknown', reason });
  if (step === undefined) return unknown('its step was removed from the campaign');
  const roster = loaded.rosters.get(step.forEach?.audience ?? '');
  if (job.key !== undefined && roster?.indexOf(job.key) === undefined)
    return unknown('the recipient is no longer in the audience');
  const request = await requestNow(input, { ...job, step: step.id });
  if (request === undefined) return undefined;
  if ('missing' in request) return unknown(request.missing);
  if ('changed' in request) return unknown(request.changed);
  if (request.hash !== job.requestHash)
    return unknown('the campaign was edited since it was sent, and the text that was sent is not recorded');
  return { kind: 'request', uses: step.uses, request, open: [] };
}
