import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CampaignRig, createCampaignRig, people } from './campaign-rig.ts';
import type { Child } from './child.ts';
import { newDatabase } from './postgres/database.ts';

export const members = people(60);
export const files = ['campaign.yaml', 'autumn.yaml'] as const;
export const pepper = 'the pepper of the team, from its vault';

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

/** Two campaigns of one project with one database; each process as on a machine of its own. */
interface Team extends AsyncDisposable {
  readonly rig: CampaignRig;
  /** URL of the database. */
  readonly database: string;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Child;
}

/** With a short lease, who died is missed soon; and a server that answers late on a busy machine cannot be reached. */
export async function createTeam(leaseSeconds = 2): Promise<Team> {
  const rig = await cappedCampaigns(members);
  const database = await newDatabase();
  let machines = 0;
  return {
    rig,
    database,
    start(args, env = {}) {
      const machine = join(rig.folder, `machine-${++machines}`);
      const shared = {
        CALLSHEET_STORE: `${database}?lease=${leaseSeconds}`,
        CALLSHEET_CONTACTS_PEPPER: pepper,
        HOME: machine,
      };
      // What sends may be killed.
      const start = ['run', 'worker'].includes(args[0]!) ? rig.process : rig.callsheet;
      return start([...args, '--state', machine], { ...shared, ...env });
    },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}
