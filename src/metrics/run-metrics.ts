import promClient from 'prom-client';
import type { Limits } from '../campaign/campaign.ts';
import type { RunLease } from '../ledger/backend.ts';
import type { Claims, LeaseTerm } from '../ledger/hand-out.ts';
import type { RunView } from '../run/run-input.ts';
import type { SenderView } from '../run/send/hand-out/send-for-leader.ts';
import type { StopReason } from '../run/stop-reason.ts';
import type { Transport } from '../service/http/transport.ts';

export interface MeasuredRun {
  readonly campaign: string;
  readonly run: string;
  readonly limits: Limits;
  readonly term: LeaseTerm | undefined;
}

/** From a database beside the process to a slow disk; requests take longer. */
const commitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Within a machine room a claim takes a few milliseconds. */
const claimBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const requestBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Shown extends Omit<MeasuredRun, 'term'> {
  term: LeaseTerm | undefined;
  view: RunView | undefined;
}

/** Labels are names that the campaign's author wrote: never a recipient, never a secret. */
export function createMetrics(version: string) {
  const registry = new promClient.Registry();
  const registers = [registry];
  promClient.collectDefaultMetrics({ register: registry });
  const runs: Shown[] = [];
  const ofRun = ['campaign', 'run'];
  const labelsOf = ({ campaign, run }: Pick<MeasuredRun, 'campaign' | 'run'>) => ({ campaign, run });

  const info = new promClient.Gauge({
    name: 'callsheet_info',
    help: 'The version that runs; always 1',
    labelNames: ['version'],
    registers,
  });
  info.set({ version }, 1);

  /** Is read whenever somebody asks; what is undefined then is not shown. */
  const read = (name: string, help: string, labelNames: readonly string[], each: (set: SetValue) => void): void =>
    registry.registerMetric(
      new promClient.Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        collect() {
          this.reset();
          each((labels, value) => {
            if (value !== undefined) this.set(labels, value);
          });
        },
      }),
    );
  /** One value for each run. */
  const gauge = (name: string, help: string, value: (shown: Shown) => number | undefined): void =>
    read(name, help, ofRun, (set) => {
      for (const shown of runs) set(labelsOf(shown), value(shown));
    });

  read('callsheet_jobs', 'Jobs of the whole run by step and state', [...ofRun, 'step', 'state'], (set) => {
    for (const shown of runs)
      for (const { step, counts } of shown.view?.progress() ?? [])
        for (const [state, jobs] of Object.entries(counts)) set({ ...labelsOf(shown), step, state }, jobs);
  });
  read(
    'callsheet_waiting_until_timestamp_seconds',
    'When the next job may start, and what holds it until then; absent while nothing waits',
    [...ofRun, 'step', 'held_by'],
    (set) => {
      for (const shown of runs) {
        const waiting = shown.view?.waiting();
        if (waiting === undefined) continue;
        set({ ...labelsOf(shown), step: waiting.step ?? '', held_by: waiting.heldBy }, waiting.until / 1000);
      }
    },
  );
  gauge('callsheet_jobs_in_flight', 'Jobs started by this process without a recorded outcome', ({ view }) =>
    view?.inFlight(),
  );
  gauge('callsheet_jobs_in_flight_limit', 'Jobs that may be in flight now, as the answers of the service allow', (of) =>
    of.view?.slots(),
  );
  gauge('callsheet_rate_limit_per_second', 'limits.rate of the campaign, in starts a second', ({ limits: { rate } }) =>
    rate === undefined ? undefined : (rate.count * 1000) / rate.perMs,
  );
  gauge('callsheet_doubts', 'Jobs that this process has left in doubt', ({ view }) => view?.doubts());
  gauge('callsheet_doubts_limit', 'Jobs in doubt at which the run halts', ({ limits }) => limits.doubts);
  gauge('callsheet_budget_spent_currency_units', 'What the run has cost, by costs', ({ view, limits }) =>
    limits.budget === undefined ? undefined : view?.budgetSpent(),
  );
  gauge('callsheet_budget_limit_currency_units', 'limits.budget of the campaign', ({ limits }) => limits.budget);
  gauge(
    'callsheet_lease_left_seconds',
    'How long this process may act as the leader without a renewal',
    ({ term }) => term && leftSeconds(term),
  );

  const workers = new Map<string, WorkerView>();
  const workerGauge = (name: string, help: string, value: (view: WorkerView) => number): void =>
    read(name, help, ['campaign'], (set) => {
      for (const [campaign, view] of workers) set({ campaign }, value(view));
    });
  workerGauge('callsheet_worker_slots', 'Requests that this worker may have in flight now', (view) => view.slots());
  workerGauge('callsheet_worker_jobs_in_flight', 'Jobs that this worker has begun and not recorded yet', (view) =>
    view.inFlight(),
  );
  workerGauge(
    'callsheet_worker_jobs_waiting',
    'Jobs that were assigned to this worker and that it has not begun',
    (view) => view.waiting(),
  );
  workerGauge('callsheet_worker_lease_left_seconds', 'How long this worker may send without a renewal', ({ term }) =>
    leftSeconds(term),
  );

  const requests = new promClient.Counter({
    name: 'callsheet_requests_total',
    help: 'Attempts of this process by operation and outcome; those that are unsent did not reach the service',
    labelNames: [...ofRun, 'operation', 'outcome'],
    registers,
  });
  const stops = new promClient.Counter({
    name: 'callsheet_run_stops_total',
    help: 'How often this process stopped the run before its end, by the kind of reason',
    labelNames: [...ofRun, 'reason'],
    registers,
  });
  const requestSeconds = new promClient.Histogram({
    name: 'callsheet_request_duration_seconds',
    help: 'From the start of an attempt to its outcome',
    labelNames: [...ofRun, 'operation'],
    buckets: requestBuckets,
    registers,
  });
  const commitSeconds = new promClient.Histogram({
    name: 'callsheet_commit_duration_seconds',
    help: 'Until a group of changes was durable in the state file or the store',
    labelNames: ofRun,
    buckets: commitBuckets,
    registers,
  });

  const claimSeconds = new promClient.Histogram({
    name: 'callsheet_claim_duration_seconds',
    help: 'Until a worker has claimed a job, and may send it',
    labelNames: ofRun,
    buckets: claimBuckets,
    registers,
  });

  const count = (transport: Transport, labelsNow: () => Labels): Transport => ({
    ...transport,
    async send(operation, body, options) {
      const labels = labelsNow();
      const end = requestSeconds.startTimer({ ...labels, operation });
      const outcome = await transport.send(operation, body, options);
      if (outcome.kind !== 'unsent') end();
      requests.inc({ ...labels, operation, outcome: outcome.kind });
      return outcome;
    },
  });
  return {
    contentType: registry.contentType,
    /** In the text format of Prometheus. */
    text: () => registry.metrics(),
    /** What this process shows of one run. */
    ofRun(measured: MeasuredRun) {
      const shown: Shown = { ...measured, view: undefined };
      runs.push(shown);
      const labels = labelsOf(measured);
      return {
        countRequests: (transport: Transport) => count(transport, () => labels),
        timeCommits: (lease: RunLease): RunLease => ({
          ...lease,
          apply: (changes) => timed(commitSeconds, labels, () => lease.apply(changes)),
        }),
        show: (view: RunView) => void (shown.view = view),
        countStop: ({ kind }: StopReason) => stops.inc({ ...labels, reason: kind }),
        /** Another process may lead it. */
        giveUp: () => void (shown.term = undefined),
        /** Its gauges are shown no more. */
        hide: () => void runs.splice(runs.indexOf(shown), 1),
      };
    },
    /** What a worker shows of what it does for one campaign, for the run of that moment. */
    ofWorker: (campaign: string) => ({
      countRequests: (transport: Transport, run: () => string) => count(transport, () => ({ campaign, run: run() })),
      timeClaims: (claims: Claims, run: string): Claims => ({
        ...claims,
        claim: (claim) => timed(claimSeconds, { campaign, run }, () => claims.claim(claim)),
        settle: (change, report) => timed(commitSeconds, { campaign, run }, () => claims.settle(change, report)),
      }),
      /** Undefined while it has no lease. */
      show(view: WorkerView | undefined) {
        if (view === undefined) workers.delete(campaign);
        else workers.set(campaign, view);
      },
    }),
  };
}

/** What fails is not measured. */
async function timed(histogram: promClient.Histogram, labels: Labels, work: () => Promise<void>): Promise<void> {
  const end = histogram.startTimer(labels);
  await work();
  end();
}

function leftSeconds(term: LeaseTerm): number {
  return Math.max(0, term.leaseMs - term.ageMs()) / 1000;
}

export interface WorkerView extends SenderView {
  readonly term: LeaseTerm;
}

type Labels = Readonly<Record<'campaign' | 'run', string>>;

type SetValue = (labels: Readonly<Record<string, string>>, value: number | undefined) => void;
