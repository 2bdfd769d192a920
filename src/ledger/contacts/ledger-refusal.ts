import type { TroubleRefusal } from '../state-trouble.ts';

/** Why a contact ledger is not used. Without it nobody is contacted. */
export type LedgerRefusal =
  /** Its pepper is not the one with which it was made. */
  | { readonly kind: 'wrongPepper' }
  /** The file of the key is gone, or cannot be read. */
  | { readonly kind: 'noPepper' }
  /** `CALLSHEET_CONTACTS_PEPPER` is too short to keep numbers secret. */
  | { readonly kind: 'shortPepper' }
  /** The ledger is gone though its key is there: people were contacted, and nobody knows who. */
  | { readonly kind: 'missing' }
  /** There are contacts in a file here, which the store may not know. */
  | { readonly kind: 'inFile' }
  /** Its contacts were moved from the store to a file. */
  | { readonly kind: 'moved'; readonly place: string }
  /** The contacts of the file go to a store, or are there: what is written here now would be lost. */
  | { readonly kind: 'inStore'; readonly place: string }
  /** Its rows come from a store, which does not know yet that they have arrived. */
  | { readonly kind: 'fromStore' }
  | { readonly kind: 'otherProject'; readonly found: string }
  /** The key belongs to another ledger: one of the two was copied. */
  | { readonly kind: 'otherLedger' }
  /** It is not where the jobs of the run are: a contact is recorded together with its job. */
  | { readonly kind: 'otherFile' }
  /** Projects of a store have different keys: with one of them the people of the others are not recognized. */
  | { readonly kind: 'severalKeys' }
  /** This machine has seen more changes of it than it has: it was restored from an older copy. */
  | { readonly kind: 'behind'; readonly seq: number; readonly known: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' }
  | TroubleRefusal;

/** An error of the ledger while a run uses it. */
export class LedgerError extends Error {
  readonly refusal: LedgerRefusal;

  constructor(refusal: LedgerRefusal) {
    super(refusal.kind === 'trouble' ? refusal.message : refusal.kind);
    this.refusal = refusal;
  }
}

/** Undefined where the error does not come from a contact ledger. */
export function ledgerRefusal(error: unknown): LedgerRefusal | undefined {
  return error instanceof LedgerError ? error.refusal : undefined;
}
