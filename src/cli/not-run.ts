import type { Host } from '../platform/ports.ts';
import { statePaths } from '../state/state-paths.ts';
import type { CampaignOptions } from './open-campaign.ts';

/** That a run has no record, and where one may have been meant: in the sandbox, in life, or under another name. */
export async function notRunWords(
  options: CampaignOptions,
  about: { readonly campaign: string; readonly run: string; readonly folder: string },
  host: Host,
): Promise<string> {
  const sandbox = options.sandbox === true;
  const where = sandbox ? ' in the sandbox' : '';
  const elsewhere = await elsewhereWords(options, about, host);
  return `${options.file} has not been run${where} (run ${about.run})${elsewhere === undefined ? '' : `; ${elsewhere}`}`;
}

/** The same, beside sums that are all to do. */
export async function tellElsewhere(
  options: CampaignOptions,
  about: { readonly campaign: string; readonly run: string; readonly folder: string },
  host: Host,
): Promise<void> {
  if ((await elsewhereWords(options, about, host)) !== undefined)
    host.console.err(`${await notRunWords(options, about, host)}.\n`);
}

/** Undefined where there is no other state of this campaign in this folder. */
async function elsewhereWords(
  options: CampaignOptions,
  { campaign, folder }: { readonly campaign: string; readonly folder: string },
  host: Host,
): Promise<string | undefined> {
  const isThere = async (sandbox: boolean): Promise<boolean> =>
    (await host.files.realPath(statePaths({ folder, campaign, sandbox }).database)) !== undefined;
  const sandbox = options.sandbox === true;
  if (await isThere(sandbox)) return 'another run of it has: name it with --run';
  if (!(await isThere(!sandbox))) return undefined;
  return sandbox ? 'outside the sandbox it has: leave --sandbox out' : 'in the sandbox it has: add --sandbox';
}
