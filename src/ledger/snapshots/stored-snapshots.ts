import type { SharedSnapshots } from '../../snapshot/shared-snapshots.ts';

/** In a store. What goes wrong with it is thrown as a `storeError`. */
export interface SnapshotStore extends SharedSnapshots {
  close(): Promise<void>;
}
