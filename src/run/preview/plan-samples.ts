import type { Step } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { PlannedJob } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { isConditional } from '../../schedule/reasons.ts';
import type { RenderInput } from '../resume/edits.ts';
import { type Preview, previewRequest } from './preview-request.ts';

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
