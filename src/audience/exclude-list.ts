import type { Roster } from './roster.ts';

/** The numbers of one `exclude` file. */
export interface ExcludeList {
  /** As the campaign names it. */
  readonly file: string;
  /** Different numbers. */
  readonly numbers: number;
  /** How many of them are left out of the audience. */
  readonly inAudience: number;
  leavesOut(key: number): boolean;
}

/** `roster`: of the people in the file; undefined where it cannot be read. */
export function createExcludeList(file: string, roster: Roster | undefined): ExcludeList {
  const met = new Uint8Array(roster?.size ?? 0);
  let inAudience = 0;
  return {
    file,
    numbers: met.length,
    get inAudience() {
      return inAudience;
    },
    leavesOut(key) {
      const index = roster?.indexOf(key);
      if (index === undefined) return false;
      // A person with several rows counts once.
      if (met[index] === 0) inAudience++;
      met[index] = 1;
      return true;
    },
  };
}
