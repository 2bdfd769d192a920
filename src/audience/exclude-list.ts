import { createKeyTable } from './key-table.ts';
import { personKey } from './number/person-key.ts';

/** The numbers of one `exclude` file. */
export interface ExcludeList {
  /** As the campaign names it. */
  readonly file: string;
  /** Different numbers. */
  readonly numbers: number;
  /** How many of them are left out of the audience. */
  readonly inAudience: number;
  add(number: number): void;
  leavesOut(number: number): boolean;
}

export function createExcludeList(file: string): ExcludeList {
  const keys = createKeyTable();
  let met = new Uint8Array(0);
  let inAudience = 0;
  return {
    file,
    get numbers() {
      return keys.size;
    },
    get inAudience() {
      return inAudience;
    },
    add: (number) => void keys.add(personKey(number)),
    leavesOut(number) {
      const index = keys.indexOf(personKey(number));
      if (index === undefined) return false;
      if (met.length < keys.size) met = new Uint8Array(keys.size);
      // A person with several rows counts once.
      if (met[index] === 0) inAudience++;
      met[index] = 1;
      return true;
    },
  };
}
