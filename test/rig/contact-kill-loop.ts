import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contactPaths } from '../../src/ledger/contacts/contact-paths.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type CampaignRig, createCampaignRig, people } from './campaign-rig.ts';
import { createDice } from './simulated-campaign.ts';

/** What came of two campaigns that write to the same people at once, and whose processes were killed again and again; by recipient. */
export interface ContactKillReport {
  readonly kills: number;
  /** Reached more than once, by both campaigns together. */
  readonly twice: readonly string[];
  /** Reached by neither, and in doubt in neither. */
  readonly lost: readonly string[];
  readonly inDoubt: readonly string[];
  /** With another number of contacts in the ledger than one. */
  readonly miscounted: readonly string[];
  /** Jobs that still hold a contact, and are not in doubt. */
  readonly held: readonly string[];
}

export interface ContactKillInput {
  readonly seed: number;
  /** Of each of the two. */
  readonly kills: number;
  readonly recipients: number;
}

export const campaigns = ['trial', 'autumn'] as const;
export const fileOf = (campaign: string): string => (campaign === 'trial' ? 'campaign.yaml' : `${campaign}.yaml`);

/** Two campaigns to the same people. One contact is allowed in 48 hours, and both end before. */
export async function cappedCampaigns(members: readonly string[]): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: rolling 48h }]\n');
  const ends = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 16);
  await rig.campaign(
    'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }\n',
    `ends: ${ends}\nlimits: { concurrency: 4, doubts: 1000 }`,
  );
  await rig.write('autumn.yaml', readFileSync(rig.file, 'utf8').replace('campaign: trial', 'campaign: autumn'));
  return rig;
}

/** Runs both at once, kills each (SIGKILL) when the sandbox has done so many more requests, and runs it again; at last to the end. */
export async function contactKillLoop({ seed, kills: most, recipients }: ContactKillInput): Promise<ContactKillReport> {
  const members = people(recipients);
  await using rig = await cappedCampaigns(members);
  const dice = createDice(createSeededRandom(seed));
  const each = Math.ceil(recipients / most / 2);
  let kills = 0;
  const runToEnd = async (campaign: string): Promise<void> => {
    for (let left = most; ; left--) {
      const child = rig.process(['run', fileOf(campaign), '--yes']);
      if (left > 0) {
        await Promise.race([rig.answered(rig.requests().length + dice.between(1, 2 * each)), child.ended]);
        child.kill('SIGKILL');
      }
      const { signal, code, stderr } = await child.ended;
      if (signal === 'SIGKILL') kills++;
      // 3: somebody is in doubt, or was held until the end.
      else if (code === 0 || code === 3) return;
      else throw new Error(`${campaign} ended with ${code}: ${stderr}`);
    }
  };
  await Promise.all(campaigns.map(runToEnd));
  const inDoubt = (await Promise.all(campaigns.map((campaign) => doubtsOf(rig, campaign)))).flat();
  const effects = rig.effects('whatsapp.send');
  const paths = contactPaths({ folder: join(dirname(rig.file), '.callsheet'), sandbox: false });
  const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const miscounted = members.filter((key) => ledger.factsOf(key).touches.length !== 1);
  const reserved = campaigns.flatMap((campaign) => ledger.reservations({ campaign, run: '1' }));
  ledger.close();
  return {
    kills,
    twice: members.filter((key) => (effects[key] ?? 0) > 1),
    lost: members.filter((key) => effects[key] === undefined && !inDoubt.includes(key)),
    inDoubt,
    miscounted,
    held: reserved.map(({ key }) => key).filter((key) => !inDoubt.includes(key)),
  };
}

async function doubtsOf(rig: CampaignRig, campaign: string): Promise<readonly string[]> {
  const { stdout } = await rig.callsheet(['status', fileOf(campaign), '--format', 'json']).ended;
  const { inDoubt } = JSON.parse(stdout) as { inDoubt: readonly string[] };
  return inDoubt.map((address) => address.slice(address.indexOf('[') + 1, -1));
}
