/** What a statement reads, in milliseconds. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::float8';

/** Between which moments of this process an instant of the database's clock is, learned from its answers. */
interface DatabaseClock {
  /** The database read its clock between these moments of `performance.now()`. */
  read(at: number, moments: { readonly before: number; readonly after: number }): void;
  /** The earliest moment at which the database's clock may show this. */
  earliest(at: number): number;
  /** The latest. */
  latest(at: number): number;
  /** What the database's clock shows at this moment, at least; it has been read before. */
  showsAtLeast(moment: number): number;
  /** At most. */
  showsAtMost(moment: number): number;
  /** Between the two. Milliseconds. */
  uncertainty(): number;
}

/** Clocks may run this much faster or slower than one another, and one that is corrected faster still. */
const drift = 0.001;

/** What two answers say of the clock holds together; if they contradict each other, the clock was set, and the later one counts. */
export function createDatabaseClock(): DatabaseClock {
  /** Of the database's clock less this process's. */
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let readAt = 0;
  return {
    read(at, { before, after }) {
      const driftMs = drift * (after - readAt);
      least -= driftMs;
      most += driftMs;
      readAt = after;
      const [low, high] = [Math.max(least, at - after), Math.min(most, at - before)];
      [least, most] = low <= high ? [low, high] : [at - after, at - before];
    },
    earliest: (at) => at - most,
    latest: (at) => at - least,
    showsAtLeast: (moment) => moment + least - drift * Math.max(0, moment - readAt),
    showsAtMost: (moment) => moment + most + drift * Math.max(0, moment - readAt),
    uncertainty: () => most - least,
  };
}
