import { join } from 'node:path';
import { plan } from '../../src/cli/commands/plan.ts';
import type { PlanFormat } from '../../src/report/plan/document.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { tinyCampaign, tinyMembers, tinyNow } from '../rig/tiny-campaign.ts';

const defaults = { format: 'text', jobs: false, input: [], file: 'tiny.yaml' } as const;
const reviewed = tinyCampaign
  .replace(
    'limits: { rate: 1/m }',
    'costs: { whatsapp.send: 0.0075 }\nlimits: { rate: 1/m, budget: 25, stopAfter: { failures: 5%, of: 20 } }',
  )
  .replace('uses: sms.balance', 'uses: sms.balance\n    expect: { balance: { atLeast: 50 } }');

/** A plan of the campaign is saved, the files are edited, and a plan of them is compared with it. */
export async function comparePlanFiles(
  edit: (text: string) => string,
  given: {
    readonly format?: PlanFormat;
    readonly exitCode?: boolean;
    /** The list, edited. */
    readonly members?: string;
  } = {},
) {
  const { format = 'text', exitCode = false, members = tinyMembers } = given;
  const files = memoryFiles({ 'tiny.yaml': reviewed, 'members.csv': tinyMembers }, process.cwd());
  const { host, out, err } = commandHost({ now: tinyNow, files });
  const path = (name: string): string => join(process.cwd(), name);
  await plan({ ...defaults, out: 'PLAN.json' }, host);
  const saved = await files.readText(path('PLAN.json'));
  if (typeof saved !== 'string') throw new Error('there is no saved plan');
  await files.writeAtomically(path('tiny.yaml'), edit(reviewed));
  await files.writeAtomically(path('members.csv'), members);
  const [outBefore, errBefore] = [out().length, err().length];
  const code = await plan({ ...defaults, format, exitCode, against: 'PLAN.json' }, host);
  return { code, saved, stdout: out().slice(outBefore), stderr: err().slice(errBefore) };
}
