import { createHmac } from 'node:crypto';
import type { Part } from '../../campaign/audiences/part.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { RunLease } from '../../ledger/backend.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import type { SentWith } from '../../ledger/hand-out.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import { createSkippingClock } from '../../platform/clocks.ts';
import type { Clock, Host, Instant } from '../../platform/ports.ts';
import type { Project } from '../../project/project.ts';
import type { Settings } from '../../project/settings.ts';
import type { WorldInput } from '../../sandbox/world/world-input.gen.ts';
import type { Transport } from '../../service/http/transport.ts';
import { couldNot, type ExitCode } from '../exit-code.ts';
import type { RunOptions } from '../options/shared-options.ts';
import { checkedBy } from './open-campaign.ts';
import { sandboxStart } from './start-time.ts';

/** A campaign, the lease of its run, and a connection to the service. */
export interface OpenedRun extends ServiceConnection {
  /** What it was opened with. */
  readonly options: RunOptions;
  readonly host: Host;
  readonly project: Project;
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly lease: RunLease;
  readonly service: string;
  /** The path of the state file, or the name of the shared ledger. */
  readonly stateFile: string;
  readonly logFile: string;
  /** Not in the sandbox, and not by a worker without the settings for it. */
  readonly sendsNotices: boolean;
  /** What workers must have in common with this process; undefined where the state lets no others send. */
  readonly sentWith: SentWith | undefined;
  /** The plan that was approved, where one was given. */
  readonly approved: SavedPlan | undefined;
  /** The recipients that it is limited to, where it is. */
  readonly part: Part | undefined;
  /** The contact ledger, where the campaign has contact rules. */
  readonly contacts: RunContacts | undefined;
}

/** A clock and a transport that belong together. */
export interface ServiceConnection {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly resync?: (serviceTime: Instant) => number;
  readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** The real service, in real time. */
export async function openServiceConnection(
  settings: Settings,
  connections: number,
  host: Pick<Host, 'clock' | 'console'>,
): Promise<ServiceConnection | ExitCode> {
  const { clock } = host;
  const { createClient } = await import('../../service/http/client.ts');
  try {
    const client = createClient({ ...settings, clock, connections });
    return {
      clock,
      transport: client,
      resync: (serviceTime) => client.resync(serviceTime),
      close: () => client.close(),
    };
  } catch (error) {
    return couldNot(host, messageOf(error));
  }
}

/**
 * The embedded service over real HTTP, with its ledger kept beside the state file, on a clock that skips every wait. It knows what
 * the campaign's requests name, as in a rehearsal.
 */
export async function openSandboxConnection(
  { options, host, loaded, run, lease }: Pick<OpenedRun, 'options' | 'host' | 'loaded' | 'run' | 'lease'>,
  /** When its clock begins, where that is given. */
  at: Instant | undefined,
  ledger: string,
): Promise<ServiceConnection | ExitCode> {
  const { campaign } = loaded;
  // A real run loads no sandbox.
  const { campaignWorld, moneyInput } = await import('../../rehearsal/campaign-world.ts');
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const skipping = options.realTime
    ? undefined
    : createSkippingClock(await sandboxStart(campaign, lease, host.clock.now(), at));
  const clock = skipping ?? host.clock;
  const named = campaignWorld({ loaded, run, at: clock.now() });
  const world: WorldInput = {
    timezone: named.timezone,
    apps: [...named.apps],
    businessNumbers: [...named.businessNumbers],
    ...moneyInput(campaign.costs),
    templates: [...named.templates],
    flows: [...named.flows],
    tasks: [...named.tasks],
    aiVoiceJobs: [...named.aiVoiceJobs],
    agents: [...named.agents],
    sessions: { exceptEndings: [...named.sessions.exceptEndings] },
  };
  const sandbox = await startSandbox({ clock, data: ledger, world }).catch(messageOf);
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}. Nothing was sent.`);
  // Otherwise it ends before anybody could look, and keeps the ledger for `inbox`.
  if (options.realTime) host.console.err(`See what everybody receives, while it runs: ${sandbox.url}\n`);
  const { concurrency } = campaign.limits;
  const { createClient } = await import('../../service/http/client.ts');
  const client = createClient({ ...sandbox.service, clock, connections: concurrency });
  return {
    clock,
    transport: client,
    resync: (serviceTime) => client.resync(serviceTime),
    ...(skipping === undefined ? {} : { during: (work) => skipping.during(work) }),
    async close() {
      await client.close();
      await sandbox.close();
    },
  };
}

/** What a leader and its workers must have in common. */
export function sentWithOf(loaded: LoadedCampaign, { baseUrl, apiKey, apiSecret }: Settings): SentWith {
  // So short that many secrets have the same one: it shows a mistake, and nobody can find the secret with it.
  const credentials = createHmac('sha256', apiSecret).update(apiKey).digest('hex').slice(0, 8);
  return { version: checkedBy, digest: loaded.digest, service: baseUrl, credentials };
}

/** Why a worker may not send for a leader; undefined where it may. */
export function whyOther(mine: SentWith, leaders: SentWith): string | undefined {
  if (mine.version !== leaders.version)
    return `this is callsheet ${mine.version}, and the leader is callsheet ${leaders.version}. Use the same version of both`;
  if (mine.service !== leaders.service)
    return `CALLSHEET_BASE_URL is ${mine.service}, and the leader sends to ${leaders.service}`;
  if (mine.credentials !== leaders.credentials)
    return 'CALLSHEET_API_KEY or CALLSHEET_API_SECRET differs from the leader’s';
  if (mine.digest !== leaders.digest)
    return 'the campaign, one of its files, an --input or a variable that it reads differs from the leader’s. Use the same commit, inputs and variables';
  return undefined;
}
