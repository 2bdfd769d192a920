import type { Claims } from '../ledger/hand-out.ts';
import type { LeaseTerm } from '../ledger/lease-term.ts';
import type { Transport } from '../service/http/transport.ts';

/** What one worker shows of what it does for one campaign. */
export interface WorkerMetrics {
  /** The same transport, whose requests are counted for this run. */
  countRequests(transport: Transport, run: string): Transport;
  /** The same claims, which are timed. */
  timeClaims(claims: Claims, run: string): Claims;
  /** What it has now; undefined while it has no lease. */
  show(view: WorkerView | undefined): void;
}

/** Read whenever somebody asks. */
export interface WorkerView {
  readonly term: LeaseTerm;
  /** Requests that it may have in flight now. */
  slots(): number;
  inFlight(): number;
  /** Jobs that it was handed and has not begun. */
  waiting(): number;
}

export type Labels = Readonly<Record<'campaign' | 'run', string>>;

export type SetValue = (labels: Readonly<Record<string, string>>, value: number) => void;

/** A histogram of durations. */
export interface Timed {
  startTimer(labels: Labels): () => void;
}

/** Within a machine room a claim takes a few milliseconds. */
const claimBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createWorkerMetrics(input: {
  /** Its values are read when somebody asks for them. */
  readonly gauge: (name: string, help: string, labels: readonly string[], read: (set: SetValue) => void) => void;
  readonly histogram: (name: string, help: string, labels: readonly string[], buckets: number[]) => Timed;
  readonly count: (labels: Labels, transport: Transport) => Transport;
  readonly startCommit: (labels: Labels) => () => void;
}): (campaign: string) => WorkerMetrics {
  const { count, startCommit } = input;
  const views = new Map<string, WorkerView>();
  const gauge = (name: string, help: string, value: (view: WorkerView) => number): void =>
    input.gauge(name, help, ['campaign'], (set) => {
      for (const [campaign, view] of views) set({ campaign }, value(view));
    });
  gauge('callsheet_worker_slots', 'Requests that this worker may have in flight now', (view) => view.slots());
  gauge('callsheet_worker_jobs_in_flight', 'Jobs that this worker has begun and not recorded yet', (view) =>
    view.inFlight(),
  );
  gauge('callsheet_worker_jobs_waiting', 'Jobs that were assigned to this worker and that it has not begun', (view) =>
    view.waiting(),
  );
  gauge(
    'callsheet_worker_lease_left_seconds',
    'How long this worker may send without a renewal',
    ({ term }) => Math.max(0, term.leaseMs - term.ageMs()) / 1000,
  );
  const claimSeconds = input.histogram(
    'callsheet_claim_duration_seconds',
    'Until a worker has claimed a job, and may send it',
    ['campaign', 'run'],
    claimBuckets,
  );
  return (campaign) => ({
    countRequests: (transport, run) => count({ campaign, run }, transport),
    timeClaims: (claims, run) => ({
      ...claims,
      async claim(claim) {
        const end = claimSeconds.startTimer({ campaign, run });
        await claims.claim(claim);
        end();
      },
      async settle(change, report) {
        const end = startCommit({ campaign, run });
        await claims.settle(change, report);
        end();
      },
    }),
    show(view) {
      if (view === undefined) views.delete(campaign);
      else views.set(campaign, view);
    },
  });
}
