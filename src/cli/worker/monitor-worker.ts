import type { Monitor } from '../../metrics/monitor.ts';
import type { SendForLeaderInput } from '../../run/send/hand-out/send-for-leader.ts';
import type { Transport } from '../../service/http/transport.ts';
import type { WorkerLease } from '../../state/hand-out.ts';

/** Shows what this worker does for one campaign, from one lease to the next. */
export interface WorkerMonitor {
  /** The same lease and transport, measured until `end`. */
  begin(worker: WorkerLease, transport: Transport): Pick<SendForLeaderInput, 'worker' | 'transport' | 'onView'>;
  end(): void;
  /** It works no more for this campaign. */
  close(): void;
}

export function monitorWorker(monitor: Monitor, campaign: string): WorkerMonitor {
  let lease: WorkerLease | undefined;
  let run: string | undefined;
  const noLease = (): Promise<never> => Promise.reject(new Error('it has no place among the workers'));
  const metrics = monitor.addWorker(campaign, () => ({
    campaign,
    run,
    role: 'sending',
    term: lease?.term,
    ask: lease === undefined ? noLease : lease.ask,
  }));
  return {
    begin(worker, transport) {
      lease = worker;
      return {
        worker: {
          ...worker,
          claims(lead) {
            run = lead.run;
            return metrics.timeClaims(worker.claims(lead), lead.run);
          },
        },
        transport: {
          ...transport,
          send: (operation, body, options) =>
            metrics.countRequests(transport, run ?? '').send(operation, body, options),
        },
        onView: (view) => metrics.show({ ...view, term: worker.term }),
      };
    },
    end() {
      lease = undefined;
      metrics.show(undefined);
    },
    close: metrics.end,
  };
}
