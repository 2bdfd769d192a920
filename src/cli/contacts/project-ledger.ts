import { join } from 'node:path';
import { campaignPaths } from '../../campaign/campaign-paths.ts';
import { contactsFile, projectOf } from '../../campaign/load-contacts.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { numberFinder } from '../../forget/number-finder.ts';
import type { ContactLedger } from '../../ledger/contacts/ledger.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { Host } from '../../platform/ports.ts';
import { ledgerPlace } from '../../project/contacts.ts';
import { forgottenOf } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { ledgerMessage, printFindings } from '../open/refuse.ts';
import type { ProjectOptions } from '../options/shared-options.ts';

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
    printFindings({ ...options, file }, diagnostics, host);
    return exitCode.findings;
  }
  if (project === undefined)
    return couldNot(
      host,
      `There is no ${file}, which every project with contact rules has: write it (\`project: NAME\` is enough), or name the folder that has it with --project. Nothing was changed.`,
    );
  const { openProjectLedger } = await import('../../ledger/contacts/open-ledger.ts');
  const place = ledgerPlace(openProject(options, host), options.project, project);
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

interface WithoutForgotten<T> {
  readonly kept: readonly T[];
  readonly forgotten: readonly T[];
}

/**
 * People whom the project has forgotten, apart: their rows are not recorded again. An error text where it is not known who they are, or
 * where the reason has the number of one of them.
 */
export async function leaveForgotten<T extends { readonly key: string }>(
  rows: readonly T[],
  options: ProjectOptions & { readonly reason?: string },
  host: Host,
): Promise<WithoutForgotten<T> | string> {
  const found = await forgottenOf(openProject(options, host), options.project, { mustRead: true });
  if (found === undefined) return { kept: rows, forgotten: [] };
  if ('fault' in found) return unknownForgotten(found);
  const isForgotten = ({ key }: T): boolean => found.isForgotten(Number(key));
  const forgotten = rows.filter(isForgotten);
  const { reason = '' } = options;
  return forgotten.some(({ key }) => numberFinder(key).isIn(reason))
    ? '--reason has the number of a person who asked to be forgotten: write it without the number.'
    : { kept: rows.filter((row) => !isForgotten(row)), forgotten };
}

export function unknownForgotten({ fault }: { readonly fault: string }): string {
  return `The people who asked to be forgotten cannot be read: ${fault}.`;
}

/** After the count of the rows that are recorded. */
export function formatForgotten({ forgotten }: WithoutForgotten<unknown>): string {
  return forgotten.length === 0 ? '' : `, ${formatCount(forgotten.length)} forgotten`;
}
