import type { Roster } from './roster.ts';

/** The numbers of one `exclude` file. `roster`: of the people in the file; undefined where it cannot be read. */
export function createExcludeList(file: string, roster: Roster | undefined) {
  const met = new Uint8Array(roster?.size ?? 0);
  let inAudience = 0;
  return {
    /** As the campaign names it. */
    file,
    /** Different numbers. */
    numbers: met.length,
    /** How many of them are left out of the audience. */
    get inAudience(): number {
      return inAudience;
    },
    leavesOut(key: number): boolean {
      const index = roster?.indexOf(key);
      if (index === undefined) return false;
      // A person with several rows counts once.
      if (met[index] === 0) inAudience++;
      met[index] = 1;
      return true;
    },
  };
}

export type ExcludeList = ReturnType<typeof createExcludeList>;
