import { dirname, resolve } from 'node:path';
import { campaignPaths } from '../../campaign/campaign-paths.ts';
import { projectOf } from '../../campaign/load-contacts.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { findProject } from '../../forget/find-project.ts';
import { keepForgetAway } from '../../ledger/contacts/forgotten/forget-lock.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { FailedMove } from '../../ledger/contacts/move-contacts.ts';
import type { LedgerFileInput } from '../../ledger/contacts/open-ledger.ts';
import { claimFiles } from '../../ledger/file-backend.ts';
import { contactPaths } from '../../ledger/state-paths.ts';
import { shownStore } from '../../ledger/store-address.ts';
import type { Host } from '../../platform/ports.ts';
import { couldNot, printFindings } from '../open/refuse.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';
import { inUse, keyMessage, ledgerMessage } from './contact-messages.ts';

/** callsheet store copy contacts.yaml: the contact ledger of a project goes from its file to the store, or back. */
export async function copyContacts(
  file: string,
  ledger: Omit<MovePlace, 'paths' | 'project'>,
  options: Given<'store'>,
  host: Host,
): Promise<ExitCode> {
  const { project, diagnostics } = await projectOf(host.files, await campaignPaths(host.files, file, host.cwd));
  if (project === undefined) {
    if (diagnostics.length === 0) return couldNot(host, `There is no ${file}. Nothing was moved.`);
    printFindings({ ...options, file }, diagnostics, host);
    return exitCode.findings;
  }
  const root = dirname(resolve(host.cwd, file));
  const folder = resolve(host.cwd, options.state ?? `${root}/.callsheet`);
  const paths = contactPaths({ folder, sandbox: false });
  const place: MovePlace = { ...ledger, paths, project };
  const toStore = (): Promise<ExitCode> => copyToStore(root, place, options, host);
  const toFile = (): Promise<ExitCode> => copyToFile(place, options, host);
  return withForgotten(place, options, host, options.to === 'file' ? toFile : toStore);
}

async function copyToStore(root: string, place: MovePlace, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const { paths, project, store } = place;
  const { folders } = findProject(root, dirname(paths.database));
  const lock = claimFiles(
    folders.flatMap(({ stateFiles }) => stateFiles),
    { pid: host.pid, host: host.hostname, since: host.clock.now() },
  );
  if ('holder' in lock)
    return couldNot(host, `${inUse(lock.path, lock)} Wait until it ends, or stop it. Nothing was moved.`);
  try {
    const { moveLedgerToStore } = await import('../../ledger/contacts/move-contacts.ts');
    const to = shownStore(store);
    const moved = await moveLedgerToStore({ ...place, place: to });
    if (moved === undefined) return couldNot(host, `${paths.database} has no contacts. Nothing was moved.`);
    if ('inFile' in moved)
      return couldNot(host, `${ledgerMessage(moved.inFile, { paths, store: undefined })} Nothing was moved.`);
    if ('kind' in moved) return couldNot(host, `${ledgerMessage(moved, { paths, store })} Nothing was moved.`);
    const { touches } = moved;
    host.console.out(
      options.format === 'json'
        ? `${JSON.stringify({ project, to, contacts: touches })}\n`
        : `Moved the contacts of ${project}, ${touches} in total, to ${to}. They are no longer in ${paths.database}.\n`,
    );
    return exitCode.done;
  } catch (error) {
    const refused = ledgerRefusal(error);
    if (refused === undefined) throw error;
    const message = ledgerMessage(refused, { paths, store });
    const end = refused.kind === 'trouble' ? 'The move did not finish: run the command again.' : 'Nothing was moved.';
    return couldNot(host, `${message} ${end}`);
  } finally {
    lock.release();
  }
}

/** Who was forgotten goes along first, with whatever moves. Meanwhile nobody is forgotten. */
export async function withForgotten(
  place: Omit<MovePlace, 'project'>,
  options: Given<'store'>,
  host: Host,
  move: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { paths, store } = place;
  const { carryTombstones } = await import('../../ledger/contacts/move-contacts.ts');
  const lock = await keepForgetAway(dirname(paths.database));
  try {
    const wrong = await carryTombstones({ ...place, to: options.to });
    return wrong === undefined ? await move() : couldNot(host, `${keyMessage(wrong, paths, store)} Nothing was moved.`);
  } finally {
    lock.release();
  }
}

type MovePlace = LedgerFileInput & { readonly store: string };

async function copyToFile(place: MovePlace, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const { paths, project, store } = place;
  const { moveLedgerToFile } = await import('../../ledger/contacts/move-contacts.ts');
  const to = `${host.hostname}:${paths.database}`;
  const moved = await moveLedgerToFile({ ...place, place: to });
  const from = shownStore(store);
  if (moved === undefined) return couldNot(host, `${from} has no contact ledger of ${project}. Nothing was moved.`);
  if (moved === 'superseded')
    return couldNot(host, `Another process moves the contacts of ${project} to a file. This one has moved nothing.`);
  if ('failed' in moved) return couldNot(host, failedMove(moved, place));
  if ('inFile' in moved)
    return couldNot(host, `${ledgerMessage(moved.inFile, { paths, store: undefined })} Nothing was moved.`);
  if ('occupied' in moved)
    return couldNot(host, `The contacts of ${project} already have a file: ${moved.occupied}. Nothing was moved.`);
  if ('busy' in moved)
    return couldNot(
      host,
      `${from} has ${counted(moved.busy, 'run')} of ${project} in progress. Wait until nothing is in progress, or stop it. Nothing was moved.`,
    );
  if ('kind' in moved) return couldNot(host, `${ledgerMessage(moved, place)} Nothing was moved.`);
  const { touches, digest } = moved;
  host.console.out(
    options.format === 'json'
      ? `${JSON.stringify({ project, from, to, contacts: touches, digest })}\n`
      : `Moved the contact ledger of ${project} with ${counted(touches, 'contact')} from ${from} to ${paths.database}. The records are the same on both sides (${digest.slice(0, 16)}…). ${from} refuses to use them from now on.\n`,
  );
  return exitCode.done;
}

function failedMove({ failed, isInStore }: FailedMove, place: MovePlace): string {
  const { paths, project, store } = place;
  const from = shownStore(store);
  const end = isInStore
    ? `Nothing was moved: the contacts stay in ${from}.`
    : `${from} refuses to use the contacts until the move is complete: run the command again.`;
  if (failed === 'occupied') return `${paths.database} has contacts of its own now. ${end}`;
  if (failed === 'different')
    return `The copy is not the same as the contact ledger of ${project} in ${from}, and was deleted. ${end}`;
  return `${ledgerMessage(failed, place)} ${end}`;
}
