import type { Instant } from '../../../platform/ports.ts';
import type { Forgotten } from '../../forgotten-job.ts';
import { contactPaths } from '../../state-paths.ts';
import type { LedgerFile } from '../ledger.ts';
import { type LedgerRefusal, ledgerRefusal } from '../ledger-refusal.ts';
import { openContactLedger } from '../open-ledger.ts';
import { elsewhere, projectIn } from '../sqlite/ledger-file.ts';

export { addTombstone, whyNobodyAdded } from '../sqlite/tombstones.ts';

interface LedgerHere {
  readonly folder: string;
  readonly sandbox: boolean;
  readonly pepper: string | undefined;
  /** The folder of the rollback guard. */
  readonly guard: string | undefined;
}

/** Leaves a tombstone in a project's ledger, and nothing else of the person. Undefined where that went well, or there is no ledger. */
export function forgetInLedger(
  given: LedgerHere,
  { digits, clean }: { readonly digits: string; readonly clean: Forgotten['clean'] },
  at: Instant,
): Promise<LedgerRefusal | undefined> {
  return useLedger(given, async (ledger) => {
    await ledger.forget(digits, at);
    await ledger.cleanTexts(clean);
  });
}

/** Why nobody can be forgotten in it; undefined where it can be used, or there is none. */
export function whyUnusable(given: LedgerHere): Promise<LedgerRefusal | undefined> {
  // Of no run: it changes nothing, and fails where nothing can be written.
  return useLedger(given, (ledger) => ledger.dropClaims({ campaign: '', run: '' }));
}

async function useLedger(
  given: LedgerHere,
  use: (ledger: LedgerFile) => Promise<void>,
): Promise<LedgerRefusal | undefined> {
  const paths = contactPaths(given);
  const project = projectIn(paths.database);
  if (project === undefined) return undefined;
  if (typeof project !== 'string') return project;
  const ledger = openContactLedger({ paths, project, pepper: given.pepper, guard: given.guard });
  if ('kind' in ledger) return ledger;
  try {
    await use(ledger);
    return undefined;
  } catch (error) {
    const refused = ledgerRefusal(error);
    if (refused === undefined) throw error;
    return refused;
  } finally {
    ledger.close();
  }
}

/** Where a folder knows of contacts that are not in it: moved to a store, or `missing`, as they are in a store or lost. */
export function ledgerElsewhere(given: {
  readonly folder: string;
  readonly pepper: string | undefined;
}): Extract<LedgerRefusal, { kind: 'inStore' | 'missing' }> | undefined {
  const found = elsewhere({ ...given, paths: contactPaths({ ...given, sandbox: false }) });
  return found !== undefined && (found.kind === 'inStore' || found.kind === 'missing') ? found : undefined;
}
