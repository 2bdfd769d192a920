import { existsSync } from 'node:fs';
import type { Instant } from '../../platform/ports.ts';
import { contactPaths } from '../contact-paths.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { openContactLedger } from '../open-ledger.ts';
import { projectOf } from '../sqlite/project-of.ts';

/** Leaves a tombstone in a project's ledger, and nothing else of the person. Undefined where that went well, or there is no ledger. */
export function forgetInLedger(
  given: { readonly folder: string; readonly sandbox: boolean; readonly pepper: string | undefined },
  digits: string,
  at: Instant,
): LedgerRefusal | undefined {
  const paths = contactPaths(given);
  if (!existsSync(paths.database)) return undefined;
  const ledger = openContactLedger({ paths, project: projectOf(paths.database) ?? '', pepper: given.pepper });
  if ('kind' in ledger) return ledger;
  try {
    ledger.forget(digits, at);
    return undefined;
  } finally {
    ledger.close();
  }
}
