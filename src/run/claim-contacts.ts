import type { Later } from '../contacts/ledger.ts';
import { claimsOf } from '../plan/together/claims-of.ts';
import { type PlannedRun, runPlanInput } from './resume/plan-input.ts';
import type { RunInput } from './run-input.ts';

/** How often a run says that it is still under way. */
const keepMs = 10_000;

/**
 * Lets other runs of the project know whom this one is going to contact: those of a lower priority leave room for it. Undefined where it
 * has no priority over others.
 */
export async function claimContacts(
  run: PlannedRun & Pick<RunInput, 'files' | 'isApproved'>,
): Promise<{ release(): Promise<void> } | undefined> {
  const { loaded, contacts: people, isApproved } = run;
  const priority = loaded.campaign.contacts?.priority ?? 0;
  if (people === undefined || priority === 0) return undefined;
  const { ledger } = people;
  const mine = { campaign: loaded.campaign.id, run: run.run };
  const input = await runPlanInput(run, run);
  const planned = { ...input, ...(isApproved && { isApproved }) };
  // A store may ask for them again, after it was away.
  const contacts = { [Symbol.iterator]: () => claimsOf(planned) };
  await ledger.claim({ ...mine, priority, contacts });
  const quietly = async (work: () => Later<void>): Promise<void> => {
    try {
      await work();
    } catch {
      // A ledger that cannot be written ends the run at its next contact, and claims lapse by themselves.
    }
  };
  const timer = setInterval(() => void quietly(() => ledger.keepClaims(mine)), keepMs);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await quietly(() => ledger.dropClaims(mine));
    },
  };
}
