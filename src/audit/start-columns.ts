import { doubled } from '../audience/list-memory.ts';
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

/** Starts in columns: an object for each of a million would fill the memory. */
export function createStartColumns() {
  let ats = new Float64Array(1024);
  let people = new Float64Array(1024);
  /** Twice the place of its kind, and 1 more for a repeat. */
  let marks = new Uint32Array(1024);
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
  return {
    kinds,
    get size(): number {
      return size;
    },
    add(start: AuditedStart): void {
      if (size === ats.length) [ats, people, marks] = [doubled(ats), doubled(people), doubled(marks)];
      ats[size] = start.at;
      people[size] = personOf(start.key);
      marks[size] = kindOf(start) * 2 + (start.repeat === true ? 1 : 0);
      size++;
    },
    at: (index: number): Instant => ats[index]!,
    /** A number for each person, the same for the same key; NaN for a start without a key. */
    person: (index: number): number => people[index]!,
    keyOf: (person: number): string => (person < 0 ? texts[-person - 1]! : person.toFixed(0)),
    /** Place of its kind. */
    kind: (index: number): number => marks[index]! >>> 1,
    isRepeat: (index: number): boolean => (marks[index]! & 1) === 1,
    /** In the order of time; of one kind, where it is given. */
    slots(kind?: number): Float64Array {
      const slots = new Float64Array(size);
      let found = 0;
      for (let index = 0; index < size; index++)
        if (kind === undefined || marks[index]! >>> 1 === kind) slots[found++] = ats[index]!;
      return slots.subarray(0, found).sort();
    },
  };
}

export type StartColumns = ReturnType<typeof createStartColumns>;

/** Place of the starts that can only belong to this step; -1 where there are none. */
export function kindOf({ kinds }: StartColumns, id: string): number {
  return kinds.findIndex(({ steps: [step, other] }) => step === id && other === undefined);
}
