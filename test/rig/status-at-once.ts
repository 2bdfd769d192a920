import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type CampaignRig, people } from './campaign-rig.ts';
import { edited } from './damaged-state.ts';

/** What `status` prints, without the times that are others a moment later. */
export async function statusOf(rig: CampaignRig, ...more: readonly string[]) {
  return shownBy(rig, 'status', ...more);
}

/** The same of any command that looks, and of whatever files. */
export async function shownBy(rig: CampaignRig, command: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await rig.callsheet([command, 'campaign.yaml', ...more]).ended;
  return {
    code,
    stdout: stdout.replace(/(?<="at":)"[^"]*"|(?<=\(in )[^)]+/g, '…'),
    stderr: stderr.replace(/^The files, inputs or variables are not those .*\n/m, ''),
  };
}

const [first, , third] = people(3);
/** So that a plan of a moment later has the same times. */
const asOf = ['--format', 'json', '--at', '2031-01-06T12:00:00'];

/** `status`, `reconcile` and `why` say by what was counted what they say when they have to read everything. */
export async function expectSameAtOnce(rig: CampaignRig): Promise<void> {
  const looked = async () => [
    await statusOf(rig, '--format', 'json'),
    await shownBy(rig, 'reconcile'),
    await shownBy(rig, 'why', first!, ...asOf),
    await shownBy(rig, 'why', third!, ...asOf),
  ];
  const atOnce = await looked();
  // Other bytes: what was counted is not known of them.
  const text = await readFile(rig.file, 'utf8');
  await rig.write('campaign.yaml', `${text}# another file\n`);
  expect(await looked()).toEqual(atOnce);
  await rig.write('campaign.yaml', text);
}

/** Changes the state file behind the back of its checksums. No process may have it open. */
export async function damage(rig: CampaignRig, sql: string): Promise<void> {
  const path = join(rig.folder, '.callsheet', 'trial.db');
  await rig.write('.callsheet/trial.db', edited(await readFile(path), sql));
}

/** SQL that changes the records of jobs. */
export const changed = (from: string, to: string): string =>
  `UPDATE job SET record = replace(record, '${from}', '${to}')`;
