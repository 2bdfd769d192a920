import type { Campaign } from '../../campaign/campaign.ts';
import type { Host } from '../../platform/ports.ts';
import { type WorkerEvent, workerToJson, workerToText } from '../../report/run/worker-text.ts';
import type { RunEvent } from '../../run/event.ts';

/** What a worker prints of one campaign. Each job is for its leader to print. */
export interface WorkerReporter {
  print(event: Omit<WorkerEvent, 'event' | 'at' | 'campaign' | 'jobs'>): void;
  /** Counts what the worker sends. */
  count(event: RunEvent): void;
}

export function createWorkerReporter(
  { id: campaign, timezone }: Campaign,
  format: 'text' | 'json',
  { console, clock }: Host,
): WorkerReporter {
  let counts: Record<string, number> = {};
  let isWaiting = false;
  const takeSums = () => {
    const jobs = counts;
    counts = {};
    return Object.keys(jobs).length === 0 ? {} : { jobs };
  };
  return {
    print(given) {
      // Each look without a leader is one.
      if (isWaiting && given.state === 'waiting') return;
      isWaiting = given.state === 'waiting';
      const sums = given.state === 'waiting' || given.state === 'ended' ? takeSums() : {};
      const event: WorkerEvent = { event: 'worker', at: clock.now(), campaign, ...given, ...sums };
      console.out(format === 'json' ? `${JSON.stringify(workerToJson(event, timezone))}\n` : workerToText(event));
    },
    count(event) {
      if (event.event === 'job') counts[event.state] = (counts[event.state] ?? 0) + 1;
    },
  };
}
