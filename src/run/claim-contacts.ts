import { everybodyIn } from '../campaign/audiences/selection.ts';
import type { ContactClaims } from '../ledger/contacts/ledger.ts';
import type { PlanCampaignInput } from '../plan/plan.ts';
import { claimsOf } from '../plan/together/plan-together.ts';
import { tzdata } from '../platform/clocks.ts';
import { operations } from '../service/operations/operations.ts';
import { effectiveHistory } from './resume/effective-history.ts';
import type { RunInput } from './run-input.ts';

/** How often a run says that it is still under way. */
const keepMs = 10_000;

/**
 * Lets other runs of the project know whom this one is going to contact: those of a lower priority leave room for it. Undefined where it
 * has no priority over others.
 */
export async function claimContacts(
  run: PlannedRun & Pick<RunInput, 'files' | 'approvalOf'>,
): Promise<{ release(): Promise<void> } | undefined> {
  const { loaded, contacts } = run;
  const priority = loaded.campaign.contacts?.priority ?? 0;
  if (contacts === undefined || priority === 0) return undefined;
  const { ledger } = contacts;
  const mine = { campaign: loaded.campaign.id, run: run.run };
  await ledger.claim({ ...mine, priority, contacts: await plannedContacts(run) });
  const quietly = async (work: () => Promise<void>): Promise<void> => {
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

/**
 * As columns: there may be a million. A store asks for them again after it was away, and nobody waits with a transaction until they are
 * planned. The plan itself is not kept.
 */
async function plannedContacts(run: Parameters<typeof claimContacts>[0]): Promise<ContactClaims['contacts']> {
  const { approvalOf, loaded } = run;
  const input = await runPlanInput(run, run);
  const placeOf = new Map(loaded.campaign.steps.map(({ id }, index) => [id, index]));
  const [keys, starts, places]: [number[], number[], number[]] = [[], [], []];
  for (const { key, at, step } of claimsOf({ ...input, ...(approvalOf && { approvalOf }) })) {
    keys.push(Number(key));
    starts.push(at);
    places.push(placeOf.get(step)!);
  }
  return {
    *[Symbol.iterator]() {
      for (const [index, key] of keys.entries()) {
        const { id, purpose, uses } = loaded.campaign.steps[places[index]!]!;
        yield { step: id, key: String(key), at: starts[index]!, channel: operations[uses].channel!, purpose };
      }
    },
  };
}

type PlannedRun = Pick<RunInput, 'loaded' | 'lease' | 'run' | 'clock' | 'part' | 'contacts'>;

/** What the run that was just opened is about to do. */
export async function runPlanInput(
  { loaded, lease, run, clock, part, contacts }: PlannedRun,
  { files }: Pick<RunInput, 'files'>,
): Promise<PlanCampaignInput> {
  const { campaign, rosters, fileHashes, inputs } = loaded;
  return {
    campaign,
    rosters,
    ...(await effectiveHistory({ loaded, reader: lease, run, files })),
    part,
    now: clock.now(),
    run,
    contactFacts: await contacts?.known.factsOfAll(everybodyIn(loaded)),
    fileHashes,
    tzdata,
    values: inputs,
  };
}
