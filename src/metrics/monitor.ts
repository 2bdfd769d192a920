import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { messageOf } from '../diagnostic/message-of.ts';
import { checkHealth, type WatchedRun } from './health.ts';
import { createMetrics, type MeasuredRun, type RunMetrics } from './run-metrics.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** What a process shows of itself over HTTP: `/metrics`, `/healthz` and `/livez`. */
export interface Monitor {
  readonly port: number;
  /** Shows a run until `end`. */
  add(run: MeasuredRun & WatchedRun): RunMetrics & { end(): void };
  /** Shows what a worker does for one campaign, until `end`; `watched` is asked for each look at its health. */
  addWorker(campaign: string, watched: () => WatchedRun): WorkerMetrics & { end(): void };
  close(): Promise<void>;
}

export interface MonitorOptions {
  readonly port: number;
  readonly host: string;
  readonly version: string;
}

/** Rejects where the port is taken. Imported only where metrics are asked for. */
export async function startMonitor({ port, host, version }: MonitorOptions): Promise<Monitor> {
  const metrics = createMetrics(version);
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
  server.listen({ port, host });
  await once(server, 'listening');
  // A run that has ended does not wait for those who look at it.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    add(run) {
      const watched = (): WatchedRun => run;
      runs.add(watched);
      const shown = metrics.ofRun(run);
      return {
        ...shown,
        end() {
          runs.delete(watched);
          shown.hide();
        },
      };
    },
    addWorker(campaign, watched) {
      runs.add(watched);
      return { ...metrics.ofWorker(campaign), end: () => void runs.delete(watched) };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const json = 'application/json';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
