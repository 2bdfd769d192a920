/** Whose command it is. One that is for everybody, such as a plan behind live pages, is an operator's. */
export type Rank = 'operator' | 'viewer';

/** Lets some commands go on at once, and the others wait for their turn. */
export type Turns = <Value>(rank: Rank, signal: AbortSignal | undefined, work: () => Promise<Value>) => Promise<Value>;

interface Waiting {
  readonly rank: Rank;
  start(): void;
}

/**
 * Operators go before viewers, and viewers have all places but one: however many pages they open, an operator's page waits for other
 * operators only. Somebody who goes away while they wait loses their turn; `work` is called then, too, and finds the signal aborted.
 */
export function createTurns(places: number): Turns {
  const waiting: Waiting[] = [];
  const running = { operator: 0, viewer: 0 };
  const mayStart = ({ rank }: Waiting): boolean =>
    running.operator + running.viewer < places && (rank === 'operator' || running.viewer < Math.max(1, places - 1));
  const next = (): void => {
    const operator = waiting.find((one) => one.rank === 'operator' && mayStart(one));
    (operator ?? waiting.find(mayStart))?.start();
  };

  return async (rank, signal, work) => {
    let [hasPlace, leave] = [false, () => {}];
    await new Promise<void>((resolve) => {
      const one: Waiting = {
        rank,
        start() {
          hasPlace = true;
          running[rank]++;
          leave();
          resolve();
        },
      };
      const goneAway = (): void => {
        leave();
        resolve();
      };
      leave = () => {
        waiting.splice(waiting.indexOf(one), 1);
        signal?.removeEventListener('abort', goneAway);
      };
      waiting.push(one);
      if (signal?.aborted) goneAway();
      else signal?.addEventListener('abort', goneAway);
      next();
    });
    try {
      return await work();
    } finally {
      if (hasPlace) running[rank]--;
      next();
    }
  };
}
