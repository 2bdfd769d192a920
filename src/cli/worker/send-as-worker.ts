import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../job/address.ts';
import type { StateBackend } from '../../ledger/backend.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import { type WorkerLease, whyNotClaimed } from '../../ledger/hand-out.ts';
import { mayPass, type StateTrouble, stateTrouble } from '../../ledger/state-trouble.ts';
import type { Monitor } from '../../metrics/monitor.ts';
import type { Host } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { openSenderContacts } from '../../project/contacts.ts';
import { openProject, type Project } from '../../project/project.ts';
import type { Settings } from '../../project/settings.ts';
import { backendOf } from '../../project/state.ts';
import { type WorkerEvent, workerToJson, workerToText } from '../../report/run/event-text.ts';
import type { RunEvent } from '../../run/event.ts';
import {
  createFollowedClock,
  type SendForLeaderInput,
  sendForLeader,
} from '../../run/send/hand-out/send-for-leader.ts';
import type { Transport } from '../../service/http/transport.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { loadOrRefuse, snapshotsOf } from '../open/open-campaign.ts';
import { couldNot, refuse, stateError } from '../open/refuse.ts';
import { openServiceConnection } from '../open/service-connection.ts';
import { withLines } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';
import type { RunBeside } from '../run/run-to-end.ts';
import { sentWithOf, whyOther } from '../run/sent-with.ts';

/** Of one campaign. */
export type SenderOptions = Omit<Given<'worker'>, 'files'> & { readonly file: string };

export interface SendBeside extends RunBeside {
  readonly settings: Settings;
}

const ending = ' Nothing was sent.';
const retryMs = 1_000;
/** Longer than a database takes to start or to recover, at most times; then a supervisor shows that the worker could not begin. */
const beginMsMost = 60_000;

/** Sends for the leaders of one campaign, one after another, until it is stopped. */
export async function sendAsWorker(
  options: SenderOptions,
  host: Host,
  { stop, monitor, settings }: SendBeside,
): Promise<ExitCode> {
  const project = openProject(options, host);
  const found = await loadOrRefuse(project, withLines(options), host, {
    depth: 'rendered',
    unsetEnv: 'error',
    snapshots: snapshotsOf(project, options, host, 'look'),
    // Its leader leaves them out.
    forgotten: () => Promise.resolve(undefined),
  });
  if (typeof found === 'number') return found;
  const { value: loaded } = found;
  const clock = createFollowedClock(host.clock);
  const most = options.concurrency ?? loaded.campaign.limits.concurrency;
  const connection = await openServiceConnection(settings, most, { ...host, clock });
  if (typeof connection === 'number') return connection;
  const backend = backendOf(project, loaded, runName(loaded.campaign));
  const reporter = createWorkerReporter(loaded.campaign, options.format, host);
  const mine = sentWithOf(loaded, settings);
  const shown = monitor && monitorWorker(monitor, loaded.campaign.id);
  const send = (worker: WorkerLease, contacts: RunContacts | undefined): Promise<string | undefined> =>
    sendForLeader({
      loaded,
      contacts,
      ...(shown?.begin(worker, connection.transport) ?? { worker, transport: connection.transport }),
      clock,
      signAhead: (aheadMs) => void connection.resync?.(clock.now() + aheadMs),
      files: host.files,
      random: createSeededRandom(host.clock.now() ^ host.pid),
      emit: reporter.count,
      stop,
      onStopping: (left) => reporter.print({ state: 'stopping', reason: String(stop.reason), ...left }),
      onLead(lead) {
        if (lead?.sentWith === undefined) {
          reporter.print({ state: 'waiting' });
          return undefined;
        }
        const why = whyOther(mine, lead.sentWith);
        if (why === undefined) reporter.print({ state: 'sending', run: lead.run });
        return why && `${options.file}: this worker may not send for the leader of run ${lead.run}: ${why}.`;
      },
    });
  try {
    return await keepSending({ project, options, host, stop, backend, loaded, most, send, reporter, shown });
  } finally {
    shown?.close();
    reporter.print({ state: 'ended' });
    await connection.close().catch(() => undefined);
  }
}

async function keepSending(input: {
  readonly project: Project;
  readonly options: SenderOptions;
  readonly host: Host;
  readonly stop: AbortSignal;
  readonly backend: StateBackend;
  readonly loaded: LoadedCampaign;
  readonly most: number;
  readonly send: (worker: WorkerLease, contacts: RunContacts | undefined) => Promise<string | undefined>;
  readonly reporter: WorkerReporter;
  readonly shown: WorkerMonitor | undefined;
}): Promise<ExitCode> {
  const { project, options, host, stop, backend, loaded, most, send, reporter, shown } = input;
  const campaign = loaded.campaign.id;
  const { pid, hostname, clock } = host;
  const startedAt = clock.now();
  let hasAnswered = false;
  let away: StateTrouble | undefined;
  while (!stop.aborted) {
    const opened = await backend.openForSending?.({ campaign, pid, host: hostname, most });
    if (opened !== undefined && 'refused' in opened) {
      const { refused } = opened;
      if (refused.kind !== 'trouble' || !mayPass(refused.trouble))
        return couldNot(host, refusalMessage(refused, backend.location, options));
      const triedMs = clock.now() - startedAt;
      if (!hasAnswered && triedMs >= beginMsMost) {
        const message = `for ${Math.round(triedMs / 1000)} s: ${refused.message}`;
        return couldNot(host, refusalMessage({ ...refused, message }, backend.location, options));
      }
      // It may be another one by now: a server that started is not yet one that can be written to.
      if (refused.trouble !== away) {
        const until = hasAnswered ? '' : ` for ${beginMsMost / 1000} s`;
        host.console.err(
          `${campaign}: ${backend.location} does not answer (${refused.message}). This worker tries again every second${until}.\n`,
        );
      }
      away = refused.trouble;
      await clock.sleepUntil(clock.now() + retryMs, stop);
      continue;
    }
    hasAnswered = true;
    away = undefined;
    if (opened === undefined) {
      shown?.waits();
      reporter.print({ state: 'waiting' });
      await clock.sleepUntil(clock.now() + retryMs, stop);
    } else {
      let contacts: RunContacts | undefined;
      try {
        const counted = await openSenderContacts(project, loaded, opened);
        if (counted !== undefined && 'kind' in counted) return refuse(counted, options, host, ending);
        contacts = counted;
        const refused = await send(opened, contacts);
        if (refused !== undefined) return couldNot(host, refused);
      } catch (error) {
        const trouble = whyNotClaimed(error) === 'noLease' ? 'leaseLost' : stateTrouble(error);
        if (trouble !== 'leaseLost' && !mayPass(trouble)) return stateError(error, backend.location, host);
        reporter.print({ state: 'lost' });
      } finally {
        shown?.end();
        await contacts?.close().catch(() => undefined);
        await opened.close();
      }
    }
  }
  return exitCode.done;
}

type WorkerReporter = ReturnType<typeof createWorkerReporter>;

/** What a worker prints of one campaign. Each job is for its leader to print. */
function createWorkerReporter({ id: campaign, timezone }: Campaign, format: 'text' | 'json', { console, clock }: Host) {
  let counts: Record<string, number> = {};
  let isWaiting = false;
  const takeSums = () => {
    const jobs = counts;
    counts = {};
    return Object.keys(jobs).length === 0 ? {} : { jobs };
  };
  return {
    print(given: Omit<WorkerEvent, 'event' | 'at' | 'campaign' | 'jobs'>): void {
      // Each look without a leader is one.
      if (isWaiting && given.state === 'waiting') return;
      isWaiting = given.state === 'waiting';
      const sums = given.state === 'waiting' || given.state === 'ended' ? takeSums() : {};
      const event: WorkerEvent = { event: 'worker', at: clock.now(), campaign, ...given, ...sums };
      console.out(format === 'json' ? `${JSON.stringify(workerToJson(event, timezone))}\n` : workerToText(event));
    },
    /** Counts what the worker sends. */
    count(event: RunEvent): void {
      if (event.event === 'job') counts[event.state] = (counts[event.state] ?? 0) + 1;
    },
  };
}

type WorkerMonitor = ReturnType<typeof monitorWorker>;

/** It looks again each second. */
const waitedForMs = 3_000;

/** Shows what this worker does for one campaign, from one lease to the next. */
function monitorWorker(monitor: Monitor, campaign: string) {
  let lease: WorkerLease | undefined;
  let run: string | undefined;
  /** When the store last answered that it has nothing of the campaign yet, by `performance.now()`. */
  let waitedAt = Number.NEGATIVE_INFINITY;
  const withoutLease = (): Promise<void> =>
    performance.now() - waitedAt < waitedForMs
      ? Promise.resolve()
      : Promise.reject(new Error('it has no place among the workers'));
  const metrics = monitor.addWorker(campaign, () => ({
    campaign,
    run,
    role: 'sending',
    term: lease?.term,
    ask: lease === undefined ? withoutLease : lease.ask,
  }));
  return {
    /** The same lease and transport, measured until `end`. */
    begin(worker: WorkerLease, transport: Transport): Pick<SendForLeaderInput, 'worker' | 'transport' | 'onView'> {
      lease = worker;
      return {
        worker: {
          ...worker,
          claims(lead) {
            run = lead.run;
            return metrics.timeClaims(worker.claims(lead), lead.run);
          },
        },
        transport: metrics.countRequests(transport, () => run ?? ''),
        onView: (view) => metrics.show({ ...view, term: worker.term }),
      };
    },
    waits: () => void (waitedAt = performance.now()),
    end(): void {
      lease = undefined;
      metrics.show(undefined);
    },
    /** It works no more for this campaign. */
    close: metrics.end,
  };
}
