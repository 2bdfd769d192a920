import { loadCampaign } from '../../campaign/load.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { Host } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { formatCount } from '../../report/plan/words.ts';
import type { RunEvent } from '../../run/event.ts';
import { createFollowedClock } from '../../run/send/hand-out/followed-clock.ts';
import { sendForLeader } from '../../run/send/hand-out/send-for-leader.ts';
import type { StateBackend } from '../../state/backend.ts';
import type { WorkerLease } from '../../state/hand-out.ts';
import { stateTrouble } from '../../state/state-trouble.ts';
import { absentFileMessage } from '../messages/absent-file.ts';
import { stateError } from '../messages/state-error.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { couldNot, printFindings } from '../open/open-campaign.ts';
import { openServiceConnection, type ServiceConnection } from '../open/service-connection.ts';
import { checkedBy, stateBackend } from '../open/state-backend.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { readSettings, type Settings } from '../options/settings.ts';
import { stateOf } from '../options/state-option.ts';
import { sentWithOf, whyOther } from '../run/sent-with.ts';
import { snapshotChooser } from '../snapshots/snapshot-chooser.ts';

export interface SenderOptions extends CampaignOptions {
  /** Requests that this process may have in flight for each campaign. */
  readonly concurrency?: number;
}

const retryMs = 1_000;

/** Sends for the leaders of one campaign, one after another, until it is stopped. */
export async function sendAsWorker(options: SenderOptions, host: Host, stop: AbortSignal): Promise<ExitCode> {
  const settings = readSettings({ ...options, sandbox: false }, host);
  if ('fault' in settings) return couldNot(host, `${settings.fault} Nothing was sent.`);
  const loaded = await load(options, settings, host);
  if (typeof loaded === 'number') return loaded;
  const clock = createFollowedClock(host.clock);
  const most = options.concurrency ?? loaded.campaign.limits.concurrency;
  const connection = await openServiceConnection({ settings, loaded, host: { ...host, clock }, connections: most });
  if (typeof connection === 'number') return connection;
  const backend = stateBackend(stateOf(loaded, options), options, host);
  const { print, emit, printSums } = createPrinter(loaded, host);
  const mine = sentWithOf(loaded, settings);
  const send = (worker: WorkerLease): Promise<string | undefined> =>
    sendForLeader({
      loaded,
      worker,
      transport: connection.transport,
      clock,
      signAhead: (aheadMs) => void connection.resync?.(clock.now() + aheadMs),
      files: host.files,
      random: createSeededRandom(host.clock.now() ^ host.pid),
      emit,
      stop,
      onLead(lead) {
        if (lead?.sentWith === undefined) {
          printSums();
          print('waiting for a leader');
          return undefined;
        }
        const why = whyOther(mine, lead.sentWith);
        if (why === undefined) print(`sending for run ${lead.run}`);
        return why && `${options.file}: this worker may not send for the leader of run ${lead.run}: ${why}.`;
      },
    });
  try {
    return await keepSending({ options, host, stop, backend, campaign: loaded.campaign.id, most, send, print });
  } finally {
    printSums();
    await closeQuietly(connection);
  }
}

async function keepSending(input: {
  readonly options: SenderOptions;
  readonly host: Host;
  readonly stop: AbortSignal;
  readonly backend: StateBackend;
  readonly campaign: string;
  readonly most: number;
  readonly send: (worker: WorkerLease) => Promise<string | undefined>;
  readonly print: (text: string) => void;
}): Promise<ExitCode> {
  const { options, host, stop, backend, campaign, most, send, print } = input;
  const { pid, hostname, clock } = host;
  let wasOpened = false;
  while (!stop.aborted) {
    const opened = await backend.openForSending?.({ campaign, pid, host: hostname, most });
    if (opened !== undefined && 'refused' in opened) {
      const { refused } = opened;
      const mayCome = refused.kind === 'trouble' && refused.trouble === 'storeUnreachable' && wasOpened;
      if (!mayCome) return couldNot(host, refusalMessage(refused, backend.location, options));
    } else if (opened !== undefined) {
      wasOpened = true;
      try {
        const refused = await send(opened);
        if (refused !== undefined) return couldNot(host, refused);
      } catch (error) {
        const trouble = stateTrouble(error);
        if (trouble !== 'leaseLost' && trouble !== 'storeUnreachable') return stateError(error, backend.location, host);
        print('its lease has ended; what it was sending is treated as after a crash. It begins again');
      } finally {
        await opened.close();
      }
      continue;
    }
    await clock.sleepUntil(clock.now() + retryMs, stop);
  }
  return exitCode.done;
}

async function load(options: SenderOptions, { env }: Settings, host: Host): Promise<LoadedCampaign | ExitCode> {
  const { cwd, files } = host;
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  const request = { path: options.file, cwd, files, env, inputs, unsetEnv: 'error', checkedBy } as const;
  const snapshots = snapshotChooser(options, host, env, 'look');
  const found = await loadCampaign({ ...request, depth: 'rendered', snapshots });
  if (found.absent) return couldNot(host, await absentFileMessage(options.file, host));
  if (found.value !== undefined) return found.value;
  printFindings(options, found.diagnostics, host);
  return exitCode.findings;
}

function createPrinter({ campaign }: LoadedCampaign, { console }: Host) {
  const counts = new Map<string, number>();
  const print = (text: string): void => console.out(`${campaign.id}: ${text}\n`);
  return {
    print,
    emit(event: RunEvent): void {
      if (event.event === 'job') counts.set(event.state, (counts.get(event.state) ?? 0) + 1);
    },
    /** Of this process since the last time. */
    printSums(): void {
      if (counts.size > 0) print([...counts].map(([state, jobs]) => `${formatCount(jobs)} ${state}`).join(', '));
      counts.clear();
    },
  };
}

async function closeQuietly(connection: ServiceConnection): Promise<void> {
  await connection.close().catch(() => undefined);
}
