import { join, resolve } from 'node:path';
import { campaignPaths } from '../../campaign/campaign-paths.ts';
import { contactsFile, projectOf } from '../../campaign/load-contacts.ts';
import { contactPaths } from '../../ledger/contacts/contact-paths.ts';
import type { ContactLedger } from '../../ledger/contacts/ledger.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import { rollbackGuardFolder } from '../../ledger/state-paths.ts';
import type { Host } from '../../platform/ports.ts';
import { couldNot, printFindings } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { ProjectOptions } from '../options/project-options.ts';
import { pepperOf, storeOf } from '../options/settings.ts';
import { ledgerMessage } from './contact-messages.ts';

/** Gives the project's contact ledger to `work`, and the suppression lists that its `contacts.yaml` requires. What keeps it from being used is printed, and the result is the exit code. */
export async function withLedger(
  options: ProjectOptions,
  host: Host,
  work: (ledger: ContactLedger, lists: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const file = join(options.project, contactsFile);
  const paths = await campaignPaths(host.files, file, host.cwd);
  const { project, lists, diagnostics } = await projectOf(host.files, paths);
  if (project === undefined && diagnostics.length > 0) {
    printFindings({ file }, diagnostics, host);
    return exitCode.findings;
  }
  if (project === undefined)
    return couldNot(
      host,
      `There is no ${file}, which every project with contact rules has: write it, or name the folder that has it with --project. Nothing was changed.`,
    );
  const folder = stateFolderOf(options, host);
  const { openProjectLedger } = await import('../../ledger/contacts/open-ledger.ts');
  const place = {
    paths: contactPaths({ folder, sandbox: options.sandbox }),
    project,
    pepper: pepperOf(options, host),
    store: storeOf(options, host),
    guard: rollbackGuardFolder(host.env),
    adopt: options.adopt,
  };
  const ledger = await openProjectLedger(place);
  if ('kind' in ledger) return couldNot(host, `${ledgerMessage(ledger, place)} Nothing was changed.`);
  try {
    return await work(ledger, lists);
  } catch (error) {
    const refused = ledgerRefusal(error);
    if (refused === undefined) throw error;
    return couldNot(host, ledgerMessage(refused, place));
  } finally {
    await ledger.close();
  }
}

/** Of the project that the options name. */
export function stateFolderOf({ state, project }: ProjectOptions, { cwd }: Pick<Host, 'cwd'>): string {
  return state ?? resolve(cwd, project, '.callsheet');
}
