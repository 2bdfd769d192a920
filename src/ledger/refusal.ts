import type { Instant } from '../platform/ports.ts';
import type { SharedLimits } from './account-share.ts';
import type { TroubleRefusal } from './state-trouble.ts';

/** Why a run was not opened. Nothing was changed. */
export type StateRefusal =
  | {
      readonly kind: 'locked';
      readonly holder: Holder | undefined;
      /** Where it is not the run that was asked for. */
      readonly otherRun?: string;
      /** Where the holder keeps the state of the same run elsewhere. */
      readonly otherState?: string;
      /** How long the holder keeps it if it has died; absent where a lock ends with its process. */
      readonly leaseMs?: number;
    }
  | { readonly kind: 'otherService'; readonly service: string }
  /** Another campaign of the account runs with other limits of the account. */
  | {
      readonly kind: 'otherAccountLimits';
      readonly campaign: string;
      readonly theirs: SharedLimits | undefined;
      readonly ours: SharedLimits | undefined;
    }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' }
  /** Its runs are carried out from another place. */
  | { readonly kind: 'moved'; readonly place: string }
  /** It is not yet copied completely from there. */
  | { readonly kind: 'incomplete'; readonly place: string }
  | TroubleRefusal
  | Doubtful;

/** A state that is sound, but perhaps not the one that knows most. `--adopt` accepts it. */
export type Doubtful =
  /** `lacksLog`: what a process that died there wrote last may have stayed there, in the file that ends in `-wal`. */
  | { readonly kind: 'otherHost'; readonly host: string; readonly lacksLog?: true }
  | KeptElsewhere
  /** It had come further when it was last written here: it was restored from a copy, or truncated. */
  | { readonly kind: 'behind'; readonly seq: number; readonly known: number }
  /** The original of this copy is still there. */
  | { readonly kind: 'copied'; readonly path: string };

/** This machine knows that the run was carried out with a state that is not at hand. */
export type KeptElsewhere =
  /** It is at `path`, or was when it was last seen. */
  | { readonly kind: 'missing'; readonly path: string; readonly isThere: boolean }
  /** What is at `path` now is not the state that carried out the run, or lost what it knew of it. */
  | { readonly kind: 'replaced'; readonly path: string };

/** What does not keep a run from being opened, and should be said. */
export type StateWarning =
  | { readonly kind: 'adopted'; readonly from: Doubtful }
  | { readonly kind: 'noGuard'; readonly folder: string; readonly message: string }
  /** Nothing says where the rollback guard could be. */
  | { readonly kind: 'noHome' }
  | { readonly kind: 'openFolder'; readonly folder: string };

/** The process that carries out a run. */
export interface Holder {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
  readonly since: Instant;
  /** Where it keeps the run's state: the path of a file, or a store. Absent where all who ask have that store. */
  readonly state?: string;
}
