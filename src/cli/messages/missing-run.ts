import { dirname } from 'node:path';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { openRollbackGuard, rollbackGuardFolder } from '../../state/rollback-guard.ts';
import { statePaths } from '../../state/state-paths.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { shellWord } from './format-command.ts';

/** A run without a record. */
interface About {
  readonly campaign: string;
  readonly run: string;
  /** Base URL; empty where it is not known. */
  readonly service: string;
  /** Where its state would be. */
  readonly folder: string;
}

/** That a run has no record, and where one may have been meant: in another file, in the sandbox, in life, or under another name. */
export async function missingRunHint(options: CampaignOptions, about: About, host: Host): Promise<string> {
  return (await lookElsewhere(options, about, host)).words;
}

/** The same, beside sums that are all to do. */
export async function tellElsewhere(options: CampaignOptions, about: About, host: Host): Promise<void> {
  const { words, isFound } = await lookElsewhere(options, about, host);
  if (isFound) host.console.err(`${visibleLine(words)}.\n`);
}

async function lookElsewhere(
  options: CampaignOptions,
  about: About,
  host: Host,
): Promise<{ readonly words: string; readonly isFound: boolean }> {
  const lost = await lostWords(options, about, host);
  if (lost !== undefined) return { words: lost, isFound: true };
  const where = options.sandbox === true ? ' in the sandbox' : '';
  const not = `${options.file} has not been run${where} (run ${about.run})`;
  const elsewhere = await elsewhereWords(options, about, host);
  return elsewhere === undefined ? { words: not, isFound: false } : { words: `${not}; ${elsewhere}`, isFound: true };
}

/** The same, where everybody would be contacted anew: this machine remembers that they have been. `run` refuses then. */
export async function tellLost(options: CampaignOptions, about: About, host: Host): Promise<void> {
  const words = await lostWords(options, about, host);
  if (words !== undefined) host.console.err(`${visibleLine(words)}. A run is refused until then.\n`);
}

/** Undefined where this machine knows of no other state file of this run at this service, or not at which service. */
async function lostWords(options: CampaignOptions, about: About, host: Host): Promise<string | undefined> {
  const folder = rollbackGuardFolder(host.env);
  if (options.sandbox === true || about.service === '' || folder === undefined) return undefined;
  const rollbackGuard = openRollbackGuard(folder);
  const carrier = rollbackGuard.carrier(about);
  if (carrier === undefined || (rollbackGuard.highWaterMark(carrier.lineage)?.seq ?? 0) === 0) return undefined;
  const isThere = (await host.files.realPath(carrier.path)) !== undefined;
  const { folder: here, campaign } = about;
  const asked = await host.files.realPath(statePaths({ folder: here, campaign, sandbox: false }).database);
  return `Run ${about.run} of ${options.file} has been carried out, ${
    !isThere
      ? `and its state file ${carrier.path}, which says who was contacted, is gone: put it back`
      : asked === carrier.path
        ? `but ${carrier.path} is not the file that carried it out: it was replaced, or it lost its latest changes. Put the right file back`
        : `with the state file ${carrier.path}: look there with --state ${shellWord(dirname(carrier.path))}`
  }`;
}

/** Undefined where there is no other state of this campaign in this folder. */
async function elsewhereWords(
  options: CampaignOptions,
  { campaign, folder }: About,
  host: Host,
): Promise<string | undefined> {
  const isThere = async (sandbox: boolean): Promise<boolean> =>
    (await host.files.realPath(statePaths({ folder, campaign, sandbox }).database)) !== undefined;
  const sandbox = options.sandbox === true;
  if (await isThere(sandbox)) return 'another run of it has: name it with --run';
  if (!(await isThere(!sandbox))) return undefined;
  return sandbox ? 'outside the sandbox it has: leave --sandbox out' : 'in the sandbox it has: add --sandbox';
}
