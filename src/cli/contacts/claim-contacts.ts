import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { Later } from '../../contacts/ledger.ts';
import type { JobId } from '../../job/address.ts';
import { startsJob } from '../../plan/saved/saved-plan.ts';
import { claimsOf } from '../../plan/together/claims-of.ts';
import type { Host } from '../../platform/ports.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { runPlanInput } from '../open/plan-input.ts';

/** How often a run says that it is still under way. */
const keepMs = 30_000;

/** Lets other runs of the project know whom this one is going to contact: those of a lower priority leave room for it. */
export async function claimContacts(
  opened: OpenedRun,
  { priority }: Pick<ContactRules, 'priority'>,
  host: Host,
): Promise<{ release(): Promise<void> } | undefined> {
  const { loaded, run, contacts, approved } = opened;
  if (contacts === undefined) return undefined;
  const { ledger } = contacts;
  const { id: campaign } = loaded.campaign;
  const isApproved = approved && ((job: JobId) => startsJob(approved, job));
  const input = await runPlanInput(opened, host);
  await ledger.claim({ campaign, run, priority, contacts: claimsOf({ ...input, ...(isApproved && { isApproved }) }) });
  const quietly = async (work: () => Later<void>): Promise<void> => {
    try {
      await work();
    } catch {
      // A ledger that cannot be written ends the run at its next contact, and claims lapse by themselves.
    }
  };
  const timer = setInterval(() => void quietly(() => ledger.keepClaims({ campaign, run })), keepMs);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await quietly(() => ledger.dropClaims({ campaign, run }));
    },
  };
}
