import type { Campaign, Step } from '../campaign/campaign.ts';
import { counted } from '../diagnostic/count-words.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Instant } from '../platform/ports.ts';
import type { ScheduledJob } from '../schedule/scheduler.ts';
import { operations } from '../service/operations/operations.ts';
import { instantOf } from '../time/local-time.ts';
import type { PlanCampaignInput } from './plan.ts';

/** Redials of a step that are submitted after the time at which the service should call. */
export interface LateCalls {
  readonly jobs: number;
  /** Of the first of them. */
  readonly sendTime: string;
}

export function createLateCalls({ campaign, render }: Pick<PlanCampaignInput, 'campaign' | 'render'>) {
  const found = new Map<string, LateCalls>();
  return {
    found,
    note(job: ScheduledJob, at: Instant): void {
      const { uses, id, with: written } = job.step;
      if (operations[uses].callsPeople !== true || written['sendTime'] === undefined) return;
      const request = render?.(job, at);
      const sendTime = request?.kind === 'request' ? request.body['sendTime'] : written['sendTime'];
      if (typeof sendTime !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(sendTime)) return;
      if (instantOf(sendTime, campaign.timezone) >= at) return;
      const before = found.get(id);
      found.set(id, { sendTime, ...before, jobs: (before?.jobs ?? 0) + 1 });
    },
  };
}

export function lateCallFindings({ steps }: Campaign, found: ReadonlyMap<string, LateCalls>): readonly Diagnostic[] {
  return steps.flatMap((step): readonly Diagnostic[] => {
    const late = found.get(step.id);
    if (late === undefined) return [];
    return [
      {
        code: 'CS5104',
        severity: 'warning',
        message: `Step \`${step.id}\` is submitted after its \`sendTime\` ${whose(step, late)}`,
        span: step.span,
        hint: 'Use a later `sendTime`, or leave it out to call at once',
      },
    ];
  });
}

function whose({ forEach }: Step, { jobs, sendTime }: LateCalls): string {
  return forEach === undefined ? sendTime : `for ${counted(jobs, 'recipient')}, such as ${sendTime}`;
}
