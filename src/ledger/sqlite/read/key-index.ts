import { release } from '../../../audience/list-memory.ts';

const fullest = 0.8;
const growth = 1.5;
const hashes = 2 ** 32;

/** More than a file can hold. */
export const highestPosition = 2 ** 31;

/**
 * Where the rows of one step's jobs are, by the jobs' keys. An index in the file would have each outcome written to a page of its own
 * when recipients come in no order; this one is in memory, and takes some 12 bytes a job.
 */
export function createKeyIndex() {
  /** Pairs of hash and position, each in the first free place from that of its hash on; position 0 where there is none. */
  let slots = new Uint32Array(2 * 128);
  let [jobs, last] = [0, 0];

  /** By the upper bits, so that the pairs are in the order of their hashes, and growing does not jump about in memory. */
  const placeOf = (hash: number): number => 2 * Math.floor((hash * (slots.length / 2)) / hashes);
  const after = (place: number): number => (place + 2 === slots.length ? 0 : place + 2);

  function put(hash: number, position: number): void {
    let place = placeOf(hash);
    while (slots[place + 1] !== 0) place = after(place);
    slots[place] = hash;
    slots[place + 1] = position;
  }

  function grow(): void {
    const before = slots;
    slots = new Uint32Array(2 * Math.ceil((before.length / 2) * growth));
    for (let place = 0; place < before.length; place += 2) {
      if (before[place + 1] !== 0) put(before[place]!, before[place + 1]!);
    }
    release(before);
  }

  return {
    /** The highest position that was added. */
    get last(): number {
      return last;
    },
    add(hash: number, position: number): void {
      jobs++;
      if (jobs > fullest * (slots.length / 2)) grow();
      put(hash, position);
      last = Math.max(last, position);
    },
    /** All positions with this hash: another key may have the same. */
    find(hash: number): readonly number[] {
      const found: number[] = [];
      for (let place = placeOf(hash); slots[place + 1] !== 0; place = after(place))
        if (slots[place] === hash) found.push(slots[place + 1]!);
      return found;
    },
  };
}

/** 32 bits: FNV-1a, and then the last step of MurmurHash3, as keys that differ in their last digit only would be neighbours else. */
export function hashOfKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
