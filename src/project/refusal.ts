import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { StaleList } from '../ledger/contacts/ledger.ts';
import type { LedgerRefusal } from '../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../ledger/contacts/open-ledger.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import type { Instant } from '../platform/ports.ts';

/** Why a campaign of a project, or what is recorded of it, cannot be opened. Nothing was sent, and nothing was changed. */
export type Refusal = LoadRefusal | StateRefused | ContactsRefusal | ForgottenRefusal;

export type LoadRefusal =
  /** An option, or the env file, cannot be read. */
  | { readonly kind: 'options'; readonly fault: string }
  /** There is no campaign file. */
  | { readonly kind: 'absent' }
  /** The campaign has errors. */
  | { readonly kind: 'findings'; readonly diagnostics: readonly Diagnostic[] };

export interface StateRefused {
  readonly kind: 'state';
  readonly refused: StateRefusal;
  /** By the name under which people know the state. */
  readonly location: string;
}

/** The contact ledger of the project cannot be used. */
export interface LedgerRefused {
  readonly kind: 'contacts';
  readonly refused: LedgerRefusal;
  readonly place: Pick<LedgerPlace, 'paths' | 'store'>;
}

export type ContactsRefusal =
  | LedgerRefused
  /** A suppression list that the rules require was never imported, or too long ago. */
  | { readonly kind: 'staleList'; readonly stale: StaleList; readonly now: Instant }
  /** This machine's clock is behind the contact that was recorded last: caps would not count it. */
  | { readonly kind: 'clockBehind'; readonly last: Instant; readonly now: Instant };

export type ForgottenRefusal =
  /** Somebody was forgotten since the campaign was loaded, or it was loaded without the state of the run: load it again. */
  { readonly kind: 'forgotten' } | { readonly kind: 'unknownForgotten'; readonly fault: string };
