import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import type { VirtualClock } from '../../src/platform/clocks.ts';
import type { RehearsalHooks } from '../../src/rehearsal/run-rehearsal.ts';
import type { Dice } from './simulated-campaign.ts';
import { createSimulatedDecisions } from './simulated-decisions.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

const hourMs = 3_600_000;

/**
 * Those who meddle with one campaign: they keep a channel from some people for a while, decide upon jobs in doubt, and give the command
 * again when a process has ended by itself.
 */
export function createContactMeddlers(
  dice: Dice,
  given: {
    readonly clock: VirtualClock;
    readonly machine: () => SimulatedMachine;
    readonly ledger: LedgerFile;
    readonly people: readonly string[];
    readonly loaded: LoadedCampaign;
  },
) {
  const { clock, machine, ledger, people, loaded } = given;
  const now = (): number => clock.now();
  const decisions = createSimulatedDecisions(dice, {
    machine,
    now,
    sleep: (ms) => clock.sleepUntil(now() + ms),
    isThere: () => true,
    hold: (work) => clock.hold(work),
  });
  let left = dice.pick([0, 0, 1, 3, 8]);
  let comebacks = dice.pick([0, 1, 3]);
  const opens: NonNullable<RehearsalHooks['opens']> = async (process) => {
    await decisions.begins(process);
    return loaded;
  };
  return {
    decisions: () => decisions.made.length,
    ignored: (): readonly string[] => decisions.ignored,
    opens,
    /** Something happens in a process, to this person at last. */
    moment(latest: string | undefined): void {
      if (left === 0 || !dice.chance(0.1)) return;
      left--;
      const until = now() + dice.pick([0.3, 5, 24]) * hourMs;
      const key = latest !== undefined && dice.chance(0.6) ? latest : dice.pick(people);
      const some = { key, channel: dice.pick(['whatsapp', 'otp', undefined] as const) };
      void ledger.suppress([{ ...some, purpose: undefined, from: 0, until, reason: 'asked for a while', source: '' }]);
    },
    comesBackAfterMs(end: Parameters<NonNullable<RehearsalHooks['resumesAfterMs']>>[0]): number | undefined {
      decisions.ends(end);
      const isWanted = decisions.hasNews() || dice.chance(0.5);
      if (end === 'died' || !isWanted || comebacks-- <= 0) return undefined;
      return dice.pick([1 / 60, 6, 25]) * hourMs;
    },
    noting: (lease: RunLease): RunLease => ({
      ...lease,
      apply(changes) {
        for (const change of changes) {
          const isOutcome = change.kind === 'settle' || change.kind === 'drop';
          if (isOutcome && change.to.state === 'inDoubt') decisions.doubted();
        }
        return lease.apply(changes);
      },
    }),
  };
}
