import { dirname, resolve } from 'node:path';
import { campaignPaths } from '../../campaign/campaign-paths.ts';
import { projectOf } from '../../campaign/load-contacts.ts';
import { contactPaths } from '../../contacts/contact-paths.ts';
import { findProject } from '../../forget/find-project.ts';
import type { Host } from '../../platform/ports.ts';
import { claimFile } from '../../state/file-backend.ts';
import { couldNot, printFindings } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { pepperOf } from '../options/settings.ts';
import { ledgerMessage, shownStore } from './contact-messages.ts';

interface CopyOptions {
  readonly envFile?: string;
  readonly state?: string;
  readonly format: 'text' | 'json';
}

/** callsheet store copy contacts.yaml: the contact ledger of a project goes from its file to the store. */
export async function copyContacts(file: string, store: string, options: CopyOptions, host: Host): Promise<ExitCode> {
  const { project, diagnostics } = await projectOf(host.files, await campaignPaths(host.files, file, host.cwd));
  if (project === undefined) {
    if (diagnostics.length === 0) return couldNot(host, `There is no ${file}. Nothing was moved.`);
    printFindings({ file }, diagnostics, host);
    return exitCode.findings;
  }
  const root = dirname(resolve(host.cwd, file));
  const folder = resolve(host.cwd, options.state ?? `${root}/.callsheet`);
  const paths = contactPaths({ folder, sandbox: false });
  const me = { pid: host.pid, host: host.hostname, since: host.clock.now() };
  const releases: (() => void)[] = [];
  try {
    for (const path of findProject(root, folder).folders.flatMap(({ stateFiles }) => stateFiles)) {
      const lock = claimFile(path, me);
      if ('holder' in lock)
        return couldNot(host, `A run uses ${path}: wait until it ends, or stop it. Nothing was moved.`);
      releases.push(() => lock.release());
    }
    const { moveLedgerToStore } = await import('../../contacts/open-ledger.ts');
    const moved = await moveLedgerToStore({ paths, project, pepper: pepperOf(options, host), store });
    if (moved === undefined) return couldNot(host, `There is no ${paths.database}. Nothing was moved.`);
    if ('busy' in moved)
      return couldNot(
        host,
        `${paths.database} has ${moved.busy} contacts of runs that were not ended: run them to their end first. Nothing was moved.`,
      );
    if ('kind' in moved) return couldNot(host, `${ledgerMessage(moved, { paths, store })} Nothing was moved.`);
    const { touches, renamed } = moved;
    const to = shownStore(store);
    host.console.out(
      options.format === 'json'
        ? `${JSON.stringify({ project, to, contacts: touches, renamed })}\n`
        : `Moved the contact ledger of ${project} with ${touches} contacts to ${to}. The file is ${renamed} now.\n`,
    );
    return exitCode.done;
  } finally {
    for (const release of releases) release();
  }
}
