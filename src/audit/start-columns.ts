import type { Instant } from '../platform/ports.ts';
import type { AuditedStart } from './audited-start.ts';

/** Starts that may belong to the same steps. */
export interface StartKind {
  readonly steps: readonly string[];
  /** Attempts: the first and the latest of each job. */
  readonly starts: number;
  readonly jobs: number;
  /** Jobs for a recipient. */
  readonly people: number;
  readonly first: Instant;
  readonly last: Instant;
  readonly isTakenOut: boolean;
}

/** A start takes a place in a block of each column. */
const startsInBlock = 16_384;

/** Starts in columns: an object for each of a million would fill the memory. */
export function createStartColumns() {
  const ats: Float64Array[] = [];
  const people: Float64Array[] = [];
  const kindsOf: Uint32Array[] = [];
  const repeats: Uint8Array[] = [];
  const kinds: { -readonly [K in keyof StartKind]: StartKind[K] }[] = [];
  const kindPlaces = new Map<string, number>();
  const texts: string[] = [];
  const textPlaces = new Map<string, number>();
  let size = 0;

  let latest: { readonly steps: readonly string[]; readonly place: number } | undefined;
  const kindOf = (start: AuditedStart): number => {
    const { steps, at, key, repeat } = start;
    if (latest?.steps !== steps) latest = { steps, place: placeOf(start) };
    const kind = kinds[latest.place]!;
    kind.starts++;
    if (repeat !== true) kind.jobs++;
    if (repeat !== true && key !== undefined) kind.people++;
    if (at < kind.first) kind.first = at;
    if (at > kind.last) kind.last = at;
    return latest.place;
  };
  const placeOf = ({ steps, at, isTakenOut = false }: AuditedStart): number => {
    const name = steps.join();
    let place = kindPlaces.get(name);
    if (place === undefined) {
      place = kinds.push({ steps, starts: 0, jobs: 0, people: 0, first: at, last: at, isTakenOut }) - 1;
      kindPlaces.set(name, place);
    }
    return place;
  };
  const personOf = (key: string | undefined): number => {
    if (key === undefined) return Number.NaN;
    if (/^[1-9]\d{0,14}$/.test(key)) return Number(key);
    let place = textPlaces.get(key);
    if (place === undefined) {
      place = texts.push(key);
      textPlaces.set(key, place);
    }
    return -place;
  };
  const of = <T>(blocks: readonly ArrayLike<T>[], index: number): T =>
    blocks[Math.floor(index / startsInBlock)]![index % startsInBlock]!;

  return {
    kinds,
    get size(): number {
      return size;
    },
    add(start: AuditedStart): void {
      const [block, place] = [Math.floor(size / startsInBlock), size % startsInBlock];
      if (place === 0) {
        ats.push(new Float64Array(startsInBlock));
        people.push(new Float64Array(startsInBlock));
        kindsOf.push(new Uint32Array(startsInBlock));
        repeats.push(new Uint8Array(startsInBlock));
      }
      ats[block]![place] = start.at;
      people[block]![place] = personOf(start.key);
      kindsOf[block]![place] = kindOf(start);
      repeats[block]![place] = start.repeat === true ? 1 : 0;
      size++;
    },
    at: (index: number): Instant => of(ats, index),
    /** A number for each person, the same for the same key; NaN for a start without a key. */
    person: (index: number): number => of(people, index),
    keyOf: (person: number): string => (person < 0 ? texts[-person - 1]! : person.toFixed(0)),
    /** Place of its kind. */
    kind: (index: number): number => of(kindsOf, index),
    isRepeat: (index: number): boolean => of(repeats, index) === 1,
    /** In the order of time; of one kind, where it is given. */
    slots(kind?: number): Float64Array {
      const slots = new Float64Array(size);
      let found = 0;
      for (let index = 0; index < size; index++) {
        if (kind === undefined || of(kindsOf, index) === kind) slots[found++] = of(ats, index);
      }
      return slots.subarray(0, found).sort();
    },
  };
}

export type StartColumns = ReturnType<typeof createStartColumns>;

/** Place of the starts that can only belong to this step; -1 where there are none. */
export function kindOf({ kinds }: StartColumns, id: string): number {
  return kinds.findIndex(({ steps: [step, other] }) => step === id && other === undefined);
}
