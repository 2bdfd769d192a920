import packageJson from '../../../package.json' with { type: 'json' };
import { messageOf } from '../../diagnostic/message-of.ts';
import type { Monitor } from '../../metrics/monitor.ts';
import { urlHost } from '../../platform/listen.ts';
import type { Host } from '../../platform/ports.ts';
import type { RunView } from '../../run/run-input.ts';
import type { StopReason } from '../../run/stop-reason.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { couldNot } from '../open/refuse.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { MonitorOptions } from '../options/run-options.ts';

const loopback = '127.0.0.1';

/** Shows the metrics of this process where --metrics-port asks for it; undefined where it does not. */
export async function openMonitor(options: MonitorOptions, host: Host): Promise<Monitor | ExitCode | undefined> {
  const { metricsPort, metricsHost } = options;
  if (metricsPort === undefined) return undefined;
  const { startMonitor } = await import('../../metrics/monitor.ts');
  const address = { port: metricsPort, host: metricsHost ?? loopback };
  try {
    const monitor = await startMonitor({ ...address, version: packageJson.version });
    host.console.err(`Metrics: http://${urlHost(address.host)}:${monitor.port}/metrics\n`);
    return monitor;
  } catch (error) {
    return couldNot(host, `--metrics-port ${metricsPort}: ${messageOf(error)}. Nothing was sent.`);
  }
}

/** The same run, measured and shown by the monitor. */
export function monitored<Opened extends Pick<OpenedRun, 'loaded' | 'run' | 'lease' | 'transport'>>(
  opened: Opened,
  monitor: Monitor | undefined,
): Opened & {
  readonly onView?: (view: RunView) => void;
  readonly onStop?: (reason: StopReason) => void;
  readonly unwatch?: () => void;
} {
  if (monitor === undefined) return opened;
  const { loaded, run, lease, transport } = opened;
  const { id: campaign, limits } = loaded.campaign;
  const metrics = monitor.add({ campaign, run, limits, role: 'leading', term: lease.term, ask: () => lease.status() });
  return {
    ...opened,
    lease: metrics.timeCommits(lease),
    transport: metrics.countRequests(transport),
    onView: metrics.show,
    onStop: metrics.countStop,
    unwatch: metrics.end,
  };
}
