/** What a statement reads, in milliseconds. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::float8';

/** Clocks may run this much faster or slower than one another, and one that is corrected faster still. */
const drift = 0.001;

/**
 * Between which moments of this process an instant of the database's clock is, learned from its answers. What two of them say of the clock
 * holds together; if they contradict each other, the clock was set, and the later one counts.
 */
export function createDatabaseClock() {
  /** Of the database's clock less this process's. */
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let readAt = 0;
  return {
    /** The database read its clock between these moments of `performance.now()`. */
    read(at: number, { before, after }: { readonly before: number; readonly after: number }): void {
      const driftMs = drift * (after - readAt);
      least -= driftMs;
      most += driftMs;
      readAt = after;
      const [low, high] = [Math.max(least, at - after), Math.min(most, at - before)];
      [least, most] = low <= high ? [low, high] : [at - after, at - before];
    },
    /** The earliest, and the latest moment at which the database's clock may show this. */
    earliest: (at: number): number => at - most,
    latest: (at: number): number => at - least,
    /** What it shows at this moment, once it has been read. */
    showsAtLeast: (moment: number): number => moment + least - drift * Math.max(0, moment - readAt),
    showsAtMost: (moment: number): number => moment + most + drift * Math.max(0, moment - readAt),
    /** Milliseconds. */
    uncertainty: (): number => most - least,
  };
}
