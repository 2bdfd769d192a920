export interface SnapshotName {
  readonly audience: string;
  /** Of the rows. */
  readonly digest: string;
}

/** What a campaign's snapshots are, as those who wrote them recorded it. */
export interface StoredSnapshots {
  /** JSON of each whose rows are all there. */
  readonly records: readonly unknown[];
  /** JSON of which of them each run uses. */
  readonly uses: ReadonlyMap<string, unknown>;
}

/** The snapshots of one campaign in a store, for every machine. What goes wrong with the store is thrown as a `storeError`. */
export interface SnapshotStore {
  readonly location: string;
  list(): Promise<StoredSnapshots>;
  /** Calls back with the rows, one part after another. */
  read(name: SnapshotName, onPart: (bytes: Uint8Array) => void): Promise<void>;
  /** Rows that are there already are not written again. */
  write(name: SnapshotName, record: object, parts: Iterable<Uint8Array>): Promise<void>;
  use(run: string, pins: object): Promise<void>;
  remove(names: readonly SnapshotName[]): Promise<void>;
  close(): Promise<void>;
}
