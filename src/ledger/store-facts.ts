import type { Holder } from './refusal.ts';

/** Versions of the tables; 0 where there were none. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

export interface StoreFacts {
  readonly serverVersion: string;
  readonly isStandby: boolean;
  readonly isEncrypted: boolean;
  /** As the server sees it. */
  readonly isOnThisMachine: boolean;
  readonly tables: { readonly version: number; readonly needed: number };
  /** Of the server's clock, against the one of this machine. */
  readonly clockAheadMs: number;
  readonly durability: readonly { readonly name: string; readonly value: string; readonly isDurable: boolean }[];
  /** `synchronous_standby_names`. */
  readonly standbys: string;
  readonly connections: { readonly used: number; readonly most: number };
  /** Of those that this role may see; undefined where there is none. */
  readonly oldestTransactionMs: number | undefined;
  readonly bytes: number;
  readonly deadRows: readonly { readonly table: string; readonly live: number; readonly dead: number }[];
  /** Such as `UPDATE on job`. */
  readonly missingRights: readonly string[];
  readonly campaigns: readonly CampaignFacts[];
}

export interface CampaignFacts {
  readonly name: string;
  readonly service: string;
  readonly runs: number;
  readonly leader: Leadership | undefined;
  /** Where its ledger is now. */
  readonly movedTo: string | undefined;
  /** Where its ledger is copied from; the copy is not complete. */
  readonly movedFrom: string | undefined;
}

/** Which process carries out a run. */
export interface Leadership extends Holder {
  /** Negative where its lease has ended: it died. */
  readonly leaseLeftMs: number;
}
