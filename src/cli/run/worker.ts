import { resolve } from 'node:path';
import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../job/address.ts';
import type { StateBackend } from '../../ledger/backend.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import { type WorkerLease, whyNotClaimed } from '../../ledger/hand-out.ts';
import { mayPass, type StateTrouble, stateTrouble } from '../../ledger/state-trouble.ts';
import type { Monitor } from '../../metrics/monitor.ts';
import { type Host, withConsole } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { openSenderContacts } from '../../project/contacts.ts';
import { openProject, type Project } from '../../project/project.ts';
import { readSettings, type Settings } from '../../project/settings.ts';
import { backendOf, findRun } from '../../project/state.ts';
import { type WorkerEvent, workerToJson, workerToText } from '../../report/run/event-text.ts';
import type { RunEvent } from '../../run/event.ts';
import { isAbandoned } from '../../run/run-state.ts';
import {
  createFollowedClock,
  type SendForLeaderInput,
  sendForLeader,
} from '../../run/send/hand-out/send-for-leader.ts';
import type { Transport } from '../../service/http/transport.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { readRecorded } from '../messages/missing-run.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { loadToSend } from '../open/open-campaign.ts';
import { openServiceConnection, sentWithOf, whyOther } from '../open/opened-run.ts';
import { refuse, stateError } from '../open/refuse.ts';
import { campaignFiles, campaignsIn, eachOnce } from '../options/campaign-files.ts';
import type { RunOptions } from '../options/shared-options.ts';
import { stopOnSignal } from '../output/at-terminal.ts';
import type { Given } from '../program.ts';
import { openMonitor, type RunBeside, runToEnd } from './run-to-end.ts';

/** callsheet worker FILE…: sends what the leaders of these campaigns hand out, until Ctrl-C. */
export async function worker(options: Given<'worker'>, host: Host): Promise<ExitCode> {
  const project = openProject(options, host);
  if (project.store === undefined) {
    return couldNot(host, 'A worker needs the store of its leader: --store URL, or CALLSHEET_STORE. Nothing was sent.');
  }
  const paths = await filesOf(options.files.length === 0 ? ['.'] : options.files, host);
  if (!Array.isArray(paths)) return couldNot(host, `${paths}. Nothing was sent.`);
  const settings = readSettings({ ...project, sandbox: false });
  if ('fault' in settings) return couldNot(host, `${settings.fault} Nothing was sent.`);
  const monitor = await openMonitor(options, host);
  if (typeof monitor === 'number') return monitor;
  const { stop, stopListening } = stopOnSignal(host, 'stopping after the requests in flight');
  try {
    // A failure ends the other campaigns in good order: their requests are recorded.
    const stopAll = (error: unknown): never => {
      stop.abort('a failure');
      throw error;
    };
    const beside = { monitor, settings, stop: stop.signal };
    const works = paths.flatMap((file) => serve({ ...options, file }, host, beside)).map((one) => one.catch(stopAll));
    await Promise.allSettled(works);
    const codes = await Promise.all(works);
    return codes.reduce((worst, code) => (code > worst ? code : worst), exitCode.done);
  } finally {
    stopListening();
    await monitor?.close();
  }
}

/** One campaign: a process that may not send for its leader does not lead it either. */
function serve(options: SenderOptions, host: Host, beside: SendBeside): readonly Promise<ExitCode>[] {
  if (!options.mayLead) return [sendAsWorker(options, host, beside)];
  const { monitor, stop } = beside;
  const leading = new AbortController();
  stop.addEventListener('abort', () => leading.abort(stop.reason));
  return [
    sendAsWorker(options, host, beside).finally(() => leading.abort('its worker has ended')),
    leadWhenNeeded(options, host, { monitor, stop: leading.signal }),
  ];
}

/** A folder stands for the campaign files in it. */
async function filesOf(files: readonly string[], host: Host): Promise<string[] | string> {
  const found: string[] = [];
  for (const path of files) {
    const isFolder = (await host.files.list(resolve(host.cwd, path))) !== undefined;
    const inside = isFolder ? await campaignsIn(path, host) : await campaignFiles([path], host);
    if (typeof inside === 'string') return inside;
    if (inside.length === 0) return `There is no campaign in ${path}`;
    found.push(...inside);
  }
  return eachOnce(found, host.cwd);
}

const lookMs = 1_000;
/** After a refusal the same run is tried again so much later: what was wrong may be on another machine. */
const refusedMs = 60_000;

/** Leads a run whose leader has died, and sends nothing by itself: the worker of the same process does. */
async function leadWhenNeeded(options: SenderOptions, host: Host, beside: RunBeside): Promise<ExitCode> {
  const asRun: RunOptions = {
    ...options,
    yes: false,
    sandbox: false,
    realTime: false,
    late: false,
    adopt: false,
    acceptEdits: false,
    allowCommands: false,
    showNumbers: false,
    send: false,
    continuesAbandoned: true,
  };
  const { stop } = beside;
  /** What was said before the run was refused. */
  let refusal: readonly string[] = [];
  while (!stop.aborted) {
    let waitMs = lookMs;
    if (await lacksLeader(options, host)) {
      const said: string[] = [];
      const err = (text: string): void => {
        said.push(text);
        if (!refusal.includes(text)) host.console.err(text);
      };
      const silent = withConsole(host, { err, ask: () => Promise.resolve(undefined) });
      const code = await runToEnd(asRun, silent, beside);
      const isRefused = code === exitCode.findings || code === exitCode.couldNotRun;
      refusal = isRefused ? said : [];
      if (isRefused) waitMs = refusedMs;
    }
    await host.clock.sleepUntil(host.clock.now() + waitMs, stop);
  }
  return exitCode.done;
}

async function lacksLeader(options: SenderOptions, host: Host): Promise<boolean> {
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  // While the database restarts, or cannot be reached, it is not known: the next look tells.
  const isKnown = found && (await readRecorded(found, async (reader) => isAbandoned(await reader.status())));
  return isKnown === true;
}

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
  // Its leader leaves out who was forgotten.
  const forgotten = () => Promise.resolve(undefined);
  const loaded = await loadToSend(project, options, host, { reads: 'kept', forgotten });
  if (typeof loaded === 'number') return loaded;
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
        return couldNot(host, `${refusalMessage(refused, backend.location, options)}${ending}`);
      const triedMs = clock.now() - startedAt;
      if (!hasAnswered && triedMs >= beginMsMost) {
        const message = `for ${Math.round(triedMs / 1000)} s: ${refused.message}`;
        return couldNot(host, `${refusalMessage({ ...refused, message }, backend.location, options)}${ending}`);
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
