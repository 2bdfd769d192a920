import { existsSync } from 'node:fs';
import type { Instant } from '../../platform/ports.ts';
import { contactPaths } from '../contact-paths.ts';
import type { LedgerFile } from '../ledger.ts';
import { type LedgerRefusal, ledgerRefusal } from '../ledger-refusal.ts';
import { openContactLedger, readContactLedger } from '../open-ledger.ts';
import { readPepper } from '../pepper.ts';
import { personOf } from '../person.ts';
import { forgetInCopies } from '../sqlite/forget-in-copies.ts';
import { projectOf } from '../sqlite/project-of.ts';

interface LedgerHere {
  readonly folder: string;
  readonly sandbox: boolean;
  readonly pepper: string | undefined;
  /** The folder of the rollback guard. */
  readonly guard: string | undefined;
}

export interface ForgottenHere {
  readonly digits: string;
  /** A text without the number, in whatever notation. */
  readonly clean: (text: string) => string;
}

/** Leaves a tombstone in a project's ledger and in what its moves have left, and nothing else of the person. Undefined where that went well, or there is no ledger. */
export function forgetInLedger(
  given: LedgerHere,
  { digits, clean }: ForgottenHere,
  at: Instant,
): LedgerRefusal | undefined {
  const refused = useLedger(given, (ledger) => {
    ledger.forget(digits, at);
    ledger.cleanTexts(clean);
  });
  const { database, key } = contactPaths(given);
  if (refused !== undefined || !existsSync(given.folder)) return refused;
  const pepper = readPepper(key, given.pepper, false);
  const person = 'kind' in pepper ? undefined : personOf(pepper.bytes, digits);
  return refusing(() => forgetInCopies(database, { person, clean }));
}

/** Why nobody can be forgotten in it; undefined where it can be used, or there is none. */
export function whyUnusable(given: LedgerHere): LedgerRefusal | undefined {
  // Of no run: it changes nothing, and fails where nothing can be written.
  return useLedger(given, (ledger) => ledger.dropClaims({ campaign: '', run: '' }));
}

function useLedger(given: LedgerHere, use: (ledger: LedgerFile) => void): LedgerRefusal | undefined {
  const paths = contactPaths(given);
  if (!existsSync(paths.database)) return undefined;
  const ledger = openContactLedger({
    paths,
    project: projectOf(paths.database) ?? '',
    pepper: given.pepper,
    guard: given.guard,
  });
  if ('kind' in ledger) return ledger;
  try {
    return refusing(() => use(ledger));
  } finally {
    ledger.close();
  }
}

function refusing(use: () => void): LedgerRefusal | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    const refused = ledgerRefusal(error);
    if (refused === undefined) throw error;
    return refused;
  }
}

/** Where a folder knows of a ledger that is not in it: moved to a store, or `missing`, as it is in a store or lost. */
export function ledgerElsewhere(given: {
  readonly folder: string;
  readonly pepper: string | undefined;
}): Extract<LedgerRefusal, { kind: 'inStore' | 'missing' }> | undefined {
  const paths = contactPaths({ ...given, sandbox: false });
  if (existsSync(paths.database)) return undefined;
  const found = readContactLedger({ ...given, paths, project: '' });
  return found !== undefined && 'kind' in found && (found.kind === 'inStore' || found.kind === 'missing')
    ? found
    : undefined;
}
