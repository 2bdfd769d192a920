/** Changes that are made durable together: what is added within one turn of the event loop, or during a commit, shares one. */
export interface CommitGroup<Item> {
  /** Resolves when these changes are on disk. Rejects when one of them is refused; a failed commit rejects its whole group. */
  add(changes: readonly Item[]): Promise<void>;
  /** Resolves when nothing is on its way to the disk any more. */
  close(): Promise<void>;
}

/** Makes a group durable, here, on another thread or on another machine. Resolves, when it is on disk, with those that were refused. */
export type Commit<Item> = (changes: readonly Item[]) => Promise<readonly Refusal[]>;

/** A change of which nothing is recorded, by its place in the group, and what its `add` rejects with. */
export interface Refusal {
  readonly place: number;
  readonly error: Error;
}

/** One call of `add`; its changes are those of the group from `from` on, up to those of the next entry. */
interface Entry {
  readonly from: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Group<Item> {
  readonly changes: Item[];
  readonly entries: Entry[];
}

/** `atEndOfTurn`: calls back when the turn of the event loop is over. */
export function createCommitGroup<Item>(
  commit: Commit<Item>,
  atEndOfTurn: (work: () => void) => void = setImmediate,
): CommitGroup<Item> {
  let waiting: Group<Item> = { changes: [], entries: [] };
  let isCommitting = false;
  let endsTurn = false;
  let idle: (() => void) | undefined;

  const commitNext = (): void => {
    const group = waiting;
    if (isCommitting || group.entries.length === 0) return;
    waiting = { changes: [], entries: [] };
    isCommitting = true;
    const committed = (): void => {
      isCommitting = false;
      if (waiting.entries.length === 0) idle?.();
      else commitNext();
    };
    // The next group is handed over before this one is resolved, so that the disk does not wait for what follows from it.
    commit(group.changes).then(
      (refused) => {
        committed();
        answerAll(group, refused);
      },
      (error: unknown) => {
        committed();
        for (const { reject } of group.entries) reject(error);
      },
    );
  };

  return {
    add(changes) {
      return new Promise((resolve, reject) => {
        waiting.entries.push({ from: waiting.changes.length, resolve, reject });
        for (const change of changes) waiting.changes.push(change);
        if (isCommitting || endsTurn) return;
        endsTurn = true;
        atEndOfTurn(() => {
          endsTurn = false;
          commitNext();
        });
      });
    },
    async close() {
      if (isCommitting || waiting.entries.length > 0) await new Promise<void>((resolve) => void (idle = resolve));
    },
  };
}

/** Answers those who have added to a group that is on disk. */
function answerAll({ changes, entries }: Group<unknown>, refused: readonly Refusal[]): void {
  entries.forEach(({ from, resolve, reject }, at) => {
    const to = entries[at + 1]?.from ?? changes.length;
    const first = refused.length === 0 ? undefined : refused.find(({ place }) => place >= from && place < to);
    if (first === undefined) resolve();
    else reject(first.error);
  });
}
