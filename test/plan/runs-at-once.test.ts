import { expect, test } from 'vitest';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress } from '../../src/job/address.ts';
import { emptyHistory } from '../../src/job/history.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { contactsInFile, openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { planTogether } from '../../src/plan/together/plan-together.ts';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { claimContacts } from '../../src/run/claim-contacts.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { projectBegins, type RandomProject, randomProject } from '../rig/random-project.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { loadContactCampaign } from '../rig/simulated-contacts.ts';

const run = '1';

/** In the plan of the first two people once waited for planned contacts that were over in the runs. */
const seeds = sampleOf([31, 68, 3, 22], 1);

test.each(seeds)('seed %i: what campaigns with priorities do at once is what their plan says', async (seed) => {
  const project = randomProject(seed);
  const ledger = openMemoryLedger();
  await ledger.suppress(project.suppressions);
  await ledger.recordConsents(project.consents);
  const loaded: LoadedCampaign[] = [];
  for (const name of project.campaigns) {
    const { [`${name}.yaml`]: text, ...files } = project.files;
    loaded.push(await loadContactCampaign({ ...files, 'campaign.yaml': text! }));
  }
  const planned = plannedStarts(loaded, ledger);
  expect(await startsOfRuns(loaded, project, ledger)).toEqual(planned);
  expect(planned.length).toBeGreaterThan(5);
  ledger.close();
});

/** `campaign step[key] instant`, to the second. */
function startOf(campaign: string, id: Parameters<typeof formatAddress>[0], at: number): string {
  return `${campaign} ${formatAddress(id)} ${new Date(at).toISOString().slice(0, 19)}`;
}

function plannedStarts(loaded: readonly LoadedCampaign[], ledger: LedgerFile): readonly string[] {
  const starts: string[] = [];
  const contactFacts = (key: string) => ledger.factsOf(key);
  const more = { history: emptyHistory, now: projectBegins, run, contactFacts, fileHashes: {}, tzdata: '' };
  planTogether({
    campaigns: loaded.map(({ campaign, rosters }) => ({ input: { campaign, rosters, ...more }, ledger: 'one' })),
    sharesAccounts: false,
    balance: undefined,
    onJob: (campaign, { id, at }) => void (at !== undefined && starts.push(startOf(campaign, id, at))),
  });
  return starts.sort();
}

/** In one virtual time. The services answer at once. */
async function startsOfRuns(
  loaded: readonly LoadedCampaign[],
  project: RandomProject,
  ledger: LedgerFile,
): Promise<readonly string[]> {
  const clock = createVirtualClock(projectBegins);
  const { world } = readWorld({ timezone: 'Africa/Lagos', timestampValid: '3d' });
  const files = memoryFiles(project.files);
  /** Those of the greatest priority plan their contacts first. */
  let claimed = Promise.resolve();
  const played = loaded.map(async (one) => {
    let release = async (): Promise<void> => {};
    const setup = { loaded: one, run, world: world!, files, at: projectBegins, seed: 1, latencyMs: 0 };
    const { result, records } = await runRehearsal(setup, {
      clock,
      ledger,
      async opens({ lease, clock: own }) {
        const contacts = contactsInFile(ledger, one.campaign.contacts!);
        const given = { loaded: one, lease, run, clock: own, part: undefined, contacts, files, approvalOf: undefined };
        claimed = claimed.then(async () => void (release = (await claimContacts(given))?.release ?? release));
        await claimed;
        return one;
      },
    });
    await release();
    expect(result.ended).toBe('finished');
    return records.flatMap(({ state, at, ...id }) => (state === 'accepted' ? startOf(one.campaign.id, id, at!) : []));
  });
  return (await Promise.all(played)).flat().sort();
}
