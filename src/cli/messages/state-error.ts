import { dirname } from 'node:path';
import { contactPaths } from '../../ledger/contacts/contact-paths.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { Host } from '../../platform/ports.ts';
import { ledgerMessage } from '../contacts/contact-messages.ts';
import { couldNot } from '../open/refuse.ts';
import type { ExitCode } from '../options/exit-code.ts';
import { stateErrorMessage } from './state-messages.ts';

/** Explains a state file that failed; rethrows our own bugs. */
export function stateError(error: unknown, path: string, host: Host): ExitCode {
  const refused = ledgerRefusal(error);
  if (refused !== undefined) {
    const folder = dirname(path);
    return couldNot(
      host,
      `${ledgerMessage(refused, { paths: contactPaths({ folder, sandbox: path.endsWith('.sandbox.db') }), store: undefined })} Run again when it is repaired.`,
    );
  }
  return couldNot(host, stateErrorMessage(error, path));
}
