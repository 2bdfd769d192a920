import { createServer, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../diagnostic/message-of.ts';
import type { LeaseTerm } from '../ledger/hand-out.ts';
import { listen } from '../platform/listen.ts';
import { createMetrics, type MeasuredRun } from './run-metrics.ts';

export type Monitor = Awaited<ReturnType<typeof startMonitor>>;

/**
 * What a process shows of itself over HTTP: `/metrics`, `/healthz` and `/livez`. Rejects where the port is taken. Imported only where metrics
 * are asked for.
 */
export async function startMonitor(options: {
  readonly port: number;
  readonly host: string;
  readonly version: string;
}) {
  const metrics = createMetrics(options.version);
  const runs = new Set<() => WatchedRun>();
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    switch (path) {
      case '/metrics':
        return send(response, 200, metrics.contentType, await metrics.text());
      case '/healthz': {
        const health = await checkHealth([...runs].map((watched) => watched()));
        return send(response, health.status === 'ready' ? 200 : 503, json, `${JSON.stringify(health)}\n`);
      }
      case '/livez':
        return send(response, 200, json, '{"status":"alive"}\n');
      default:
        return send(response, 404, 'text/plain', 'Try /metrics, /healthz or /livez.\n');
    }
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'text/plain', 'Use GET.\n');
    answer(request.url?.split('?')[0] ?? '/', response).catch((error: unknown) => {
      send(response, 500, 'text/plain', `${messageOf(error)}\n`);
    });
  });
  const listening = await listen(server, options);
  // A run that has ended does not wait for those who look at it.
  server.unref();
  return {
    ...listening,
    /** Shows a run until it is hidden, and its health until its lease is given up. */
    add(run: MeasuredRun & WatchedRun) {
      const watched = (): WatchedRun => run;
      runs.add(watched);
      const shown = metrics.ofRun(run);
      return {
        ...shown,
        giveUp() {
          runs.delete(watched);
          shown.giveUp();
        },
      };
    },
    /** Shows what a worker does for one campaign, until `end`; `watched` is asked for each look at its health. */
    addWorker(campaign: string, watched: () => WatchedRun) {
      runs.add(watched);
      return { ...metrics.ofWorker(campaign), end: () => void runs.delete(watched) };
    },
  };
}

const json = 'application/json';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** What a process does for a run. */
type Role = 'leading' | 'sending';

interface WatchedRun {
  readonly campaign: string;
  /** Absent while a worker waits for a leader. */
  readonly run?: string | undefined;
  readonly role: Role;
  /** Absent where the run is this process's own while it lives. */
  readonly term: LeaseTerm | undefined;
  /** Asks the state file or the store for something small. */
  readonly ask: () => Promise<unknown>;
}

interface RunHealth {
  readonly campaign: string;
  readonly run?: string | undefined;
  readonly role: Role;
  /** Whether the state file or the store answered within a second. */
  readonly stateAnswers: boolean;
  /** Since the latest renewal of the lease; absent where there is no lease. */
  readonly leaseAgeSeconds?: number;
  readonly leaseLeftSeconds?: number;
}

const answerMsMost = 1_000;

/** Ready: every run could go on now, as its state answers and its lease allows a start. */
async function checkHealth(runs: readonly WatchedRun[]) {
  const checked = await Promise.all(runs.map(checkRun));
  const status = checked.every(({ isReady }) => isReady) ? 'ready' : 'notReady';
  return { status: runs.length === 0 ? 'starting' : status, runs: checked.map(({ health }) => health) };
}

async function checkRun({ campaign, run, role, term, ask }: WatchedRun) {
  const stateAnswers = await answersInTime(ask);
  const ageMs = term?.ageMs() ?? 0;
  const lease =
    term === undefined
      ? {}
      : { leaseAgeSeconds: seconds(ageMs), leaseLeftSeconds: seconds(Math.max(0, term.leaseMs - ageMs)) };
  const health: RunHealth = { campaign, run, role, stateAnswers, ...lease };
  return { isReady: stateAnswers && term?.mayStart() !== false, health };
}

function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  const answered = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, setTimeout(answerMsMost, false, { ref: false })]);
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
