/** Changes that are made durable together: what is added within one turn of the event loop, or during a sync, shares one. */
export interface CommitGroup<Item> {
  /** Resolves when these changes are on disk. Rejects when one of them is refused; a failed commit rejects its whole group. */
  add(changes: readonly Item[]): Promise<void>;
  /**
   * An intent is being prepared. Outcomes alone wait for it, at most as long as the last group took. Call the result when it is added, or
   * when it will not be.
   */
  expectIntent(): () => void;
  /** Resolves when nothing is on its way to the disk any more. */
  close(): Promise<void>;
}

/** What makes a group durable: a database here, on another thread or on another machine. */
export interface GroupWriter<Item> {
  /** Resolves, when the group is on disk, with those that were refused. */
  commit(changes: readonly Item[]): Promise<readonly Refusal[]>;
  /** Resolves a commit that is on disk at once, rather than in the next turn of the event loop. */
  poll?(): void;
  close(): Promise<void>;
}

/** A change of which nothing is recorded, by its place in the group, and what its `add` rejects with. */
export interface Refusal {
  readonly place: number;
  readonly error: Error;
}

/** `intend`: a request leaves when it is on disk. `settle`: its outcome. */
interface Kind {
  readonly kind: string;
}

/** One call of `add`; its changes are those of the group from `from` on, up to those of the next entry. */
interface Entry {
  readonly from: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Group<Item> {
  readonly changes: Item[];
  readonly entries: Entry[];
  /** Since when outcomes alone wait for an intent. */
  heldSince?: number;
}

interface CommitGroupInput<Item> {
  readonly writer: GroupWriter<Item>;
  /**
   * The most jobs in flight, where they are sent while the disk writes. If half of them wait, their group is written as soon as the disk
   * is free and not at the end of the turn of the event loop: a turn that reads the answers of many connections takes longer than
   * a commit. If all of them could be answered in the time of a commit, a group waits for the answers that are on their way: else
   * each job would wait for two commits, its own and the one before.
   */
  readonly slots?: number | undefined;
  /** So many times as long as a commit those answers may take: more where each commit costs much, whatever its size. Default 1. */
  readonly patience?: number;
}

/** On a faster disk a group would be held for longer than the commit that it is held for takes. */
const shortestTimerMs = 1;
/** After a commit that took long, as the database was away. */
const longestHoldMs = 50;

export function createCommitGroup<Item extends Kind>({
  writer,
  slots,
  patience = 1,
}: CommitGroupInput<Item>): CommitGroup<Item> {
  const largeGroup = Math.ceil((slots ?? Number.POSITIVE_INFINITY) / 2);
  const answers = createAnswerWatch();
  let waiting: Group<Item> = { changes: [], entries: [] };
  let isCommitting = false;
  let endsTurn = false;
  let heldUntil = 0;
  let lastTookMs = 0;
  let intentsExpected = 0;
  let holdEnds: NodeJS.Timeout | undefined;
  let idle: (() => void) | undefined;

  const msForAnswers = (): number => (answers.expected() === 0 ? 0 : heldUntil - performance.now());
  const msForIntent = (): number => {
    if (intentsExpected === 0 || lastTookMs < shortestTimerMs) return 0;
    if (waiting.changes.some(({ kind }) => kind !== 'settle')) return 0;
    const now = performance.now();
    waiting.heldSince ??= now;
    return waiting.heldSince + Math.min(lastTookMs, longestHoldMs) - now;
  };

  const commitWhenFree = (): void => {
    if (isCommitting || waiting.entries.length === 0) return;
    const heldMs = Math.max(msForAnswers(), msForIntent());
    if (heldMs <= 0) return commit();
    holdEnds ??= setTimeout(() => {
      holdEnds = undefined;
      commitWhenFree();
    }, Math.ceil(heldMs));
  };

  const atEndOfTurn = (): void => {
    if (endsTurn) return;
    endsTurn = true;
    setImmediate(() => {
      endsTurn = false;
      commitWhenFree();
    });
  };

  /** What comes while one group is on its way shares the next. */
  const commit = (): void => {
    const group = waiting;
    waiting = { changes: [], entries: [] };
    isCommitting = true;
    const startedAt = performance.now();
    const committed = (): void => {
      isCommitting = false;
      const now = performance.now();
      lastTookMs = now - startedAt;
      const areAnsweredInTime = slots !== undefined && answers.msFor(slots) < patience * lastTookMs;
      heldUntil = areAnsweredInTime && lastTookMs >= shortestTimerMs ? now + Math.min(lastTookMs, longestHoldMs) : 0;
      if (waiting.entries.length === 0) idle?.();
      else commitWhenFree();
    };
    // The next group is handed over before this one is resolved, so that the disk does not wait for what follows from it.
    writer.commit(group.changes).then(
      (refused) => {
        const left = group.changes.filter(({ kind }) => kind === 'intend').length;
        answers.left(left - refused.filter(({ place }) => group.changes[place]?.kind === 'intend').length);
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
        answers.came(changes.filter(({ kind }) => kind === 'settle').length);
        const isLarge = waiting.entries.length >= largeGroup;
        // The last outcome is followed by an intent in the same turn.
        if (!isCommitting && (!isLarge || answers.expected() === 0)) atEndOfTurn();
        else if (!isCommitting) commitWhenFree();
        else if (isLarge) writer.poll?.();
      });
    },
    expectIntent() {
      intentsExpected++;
      return () => {
        intentsExpected--;
        if (intentsExpected === 0 && waiting.heldSince !== undefined) atEndOfTurn();
      };
    },
    async close() {
      if (isCommitting || waiting.entries.length > 0) await new Promise<void>((resolve) => void (idle = resolve));
      await writer.close();
    },
  };
}

/** Answers those who have added to a group that is on disk. */
export function answerAll({ changes, entries }: Group<unknown>, refused: readonly Refusal[]): void {
  entries.forEach(({ from, resolve, reject }, at) => {
    const to = entries[at + 1]?.from ?? changes.length;
    const first = refused.length === 0 ? undefined : refused.find(({ place }) => place >= from && place < to);
    if (first === undefined) resolve();
    else reject(first.error);
  });
}

/** How many requests are without an answer, as their intents are on disk, and how long the latest ones waited for theirs. */
function createAnswerWatch() {
  let expected = 0;
  let changedAt = performance.now();
  let [waitedMs, answered] = [0, 0];
  let averageMs = Number.POSITIVE_INFINITY;

  const count = (by: number): void => {
    const now = performance.now();
    waitedMs += expected * (now - changedAt);
    changedAt = now;
    expected += by;
  };

  return {
    left: count,
    came(answers: number): void {
      // Outcomes of an earlier process come before the first request of this one.
      const known = Math.min(answers, expected);
      count(-known);
      answered += known;
    },
    expected: () => expected,
    /** In what time so many would be answered, as fast as those that were since this was asked last; if none was, as before. */
    msFor(requests: number): number {
      if (answered > 0) averageMs = waitedMs / answered;
      [waitedMs, answered] = [0, 0];
      // Of those that left together, the last is answered after about twice the average.
      return (2 * averageMs * requests) / expected;
    },
  };
}
