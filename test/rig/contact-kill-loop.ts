import { dirname, join } from 'node:path';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { people, peopleInDoubt } from './campaign-rig.ts';
import { cappedCampaigns, files } from './contact-team.ts';
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
  /** Of contacts that are only reserved: everybody who was sent to, or is in doubt, counts as contacted. */
  readonly held: readonly string[];
}

export interface ContactKillInput {
  readonly seed: number;
  /** Of each of the two. */
  readonly kills: number;
  readonly recipients: number;
}

/** Runs both at once, kills each (SIGKILL) when the sandbox has done so many more requests, and runs it again; at last to the end. */
export async function contactKillLoop({ seed, kills: most, recipients }: ContactKillInput): Promise<ContactKillReport> {
  const members = people(recipients);
  await using rig = await cappedCampaigns(members);
  const dice = createDice(createSeededRandom(seed));
  const each = Math.ceil(recipients / most / 2);
  let kills = 0;
  const runToEnd = async (file: string): Promise<void> => {
    for (let left = most; ; left--) {
      const child = rig.process(['run', file, '--yes']);
      if (left > 0) {
        await Promise.race([rig.answered(rig.requests().length + dice.between(1, 2 * each)), child.ended]);
        child.kill('SIGKILL');
      }
      const { signal, code, stderr } = await child.ended;
      if (signal === 'SIGKILL') kills++;
      // 3: somebody is in doubt, or was held until the end.
      else if (code === 0 || code === 3) return;
      else throw new Error(`${file} ended with ${code}: ${stderr}`);
    }
  };
  await Promise.all(files.map(runToEnd));
  const statuses = files.map((file) => rig.callsheet(['status', file, '--format', 'json']).ended);
  const inDoubt = (await Promise.all(statuses)).flatMap(peopleInDoubt);
  const effects = rig.effects('whatsapp.send');
  const paths = contactPaths({ folder: join(dirname(rig.file), '.callsheet'), sandbox: false });
  const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const touches = new Map(members.map((key) => [key, ledger.factsOf(key).touches]));
  ledger.close();
  return {
    kills,
    twice: members.filter((key) => (effects[key] ?? 0) > 1),
    lost: members.filter((key) => effects[key] === undefined && !inDoubt.includes(key)),
    inDoubt,
    miscounted: members.filter((key) => touches.get(key)!.length !== 1),
    held: members.filter((key) => touches.get(key)!.some(({ isReserved }) => isReserved === true)),
  };
}
