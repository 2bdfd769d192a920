import { messageOf } from '../../diagnostic/message-of.ts';
import { createSkippingClock } from '../../platform/clocks.ts';
import type { Instant } from '../../platform/ports.ts';
import { campaignWorld, moneyInput } from '../../rehearsal/campaign-world.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import type { WorldInput } from '../../sandbox/world/world-input.gen.ts';
import { createClient } from '../../service/http/client.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { OpenedRun } from './opened-run.ts';
import { couldNot } from './refuse.ts';
import { sandboxStart } from './sandbox-start.ts';
import type { ServiceConnection } from './service-connection.ts';

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
