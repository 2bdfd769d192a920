import type { Instant } from '../../platform/ports.ts';
import type { Later } from '../sql.ts';
import type { Suppression } from './facts.ts';
import { inChunks } from './in-chunks.ts';
import type { ImportedList, ListChange, NewSuppression } from './ledger.ts';
import type { Person } from './person.ts';

export interface ListedPerson extends NewSuppression {
  /** Of the person. */
  readonly name: string;
}

/** Where lists are. Every write is on disk when it has answered. */
export interface ListTable {
  /** The number of a new import, larger than that of an earlier one. */
  begin(): Later<number>;
  /** Without a `number`: says what it would do. */
  importPart(
    list: string,
    part: readonly ListedPerson[],
    number: number | undefined,
  ): Later<Omit<ListChange, 'removed'>>;
  /** Some people on the list, after this one, whom no import from this one on has. */
  notImported(list: string, number: number, after: Person): Later<readonly Person[]>;
  takeOff(list: string, number: number, people: readonly Person[]): Later<number>;
  /** The import is complete. */
  noteImport(list: string, at: Instant): Later<void>;
  countOf(list: string): Later<number>;
  /** So many people are taken on a list in one transaction: nobody waits for longer than that takes. */
  readonly partMost: number;
  readonly nameOf: (key: string) => string;
}

/**
 * In parts, each a short transaction, so that runs write between them. Nobody is taken off before everybody is on, and until the end the
 * list does not count as imported: where it ends before, the same import again does the rest.
 */
export async function importInParts(
  table: ListTable,
  { name, at, people, replaces }: ImportedList,
  isDryRun: boolean,
): Promise<ListChange> {
  const number = isDryRun ? undefined : await table.begin();
  const before = isDryRun ? await table.countOf(name) : 0;
  const sum = { added: 0, kept: 0, removed: 0 };
  for (const part of inChunks(listedPeople(people, table.nameOf), table.partMost)) {
    const { added, kept } = await table.importPart(name, part, number);
    sum.added += added;
    sum.kept += kept;
  }
  if (number === undefined) return { ...sum, removed: replaces ? before - sum.kept : 0 };
  for (let last: Person = new Uint8Array(); replaces; ) {
    const off = await table.notImported(name, number, last);
    if (off.length === 0) break;
    last = off.at(-1)!;
    sum.removed += await table.takeOff(name, number, off);
  }
  await table.noteImport(name, at);
  return sum;
}

/** Each once, in the order of their names: that of the tables, in which two imports take them, too, so that neither waits for the other. */
function listedPeople(people: Iterable<NewSuppression>, nameOf: ListTable['nameOf']): readonly ListedPerson[] {
  const named = Array.from(people, (one): ListedPerson => ({ ...one, name: nameOf(one.key) }));
  const listed = longestOf(named, ({ name, channel, purpose }) => [name, channel, purpose].join(' '));
  return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Of several of one name, the one that holds longest; of two that hold as long, the second. */
export function longestOf<One extends Suppression>(
  all: Iterable<One>,
  nameOf: (one: One) => string,
): ReadonlyMap<string, One> {
  const endOf = ({ until = Number.POSITIVE_INFINITY }: Suppression): number => until;
  const longest = new Map<string, One>();
  for (const one of all) {
    const name = nameOf(one);
    const before = longest.get(name);
    if (before === undefined || endOf(one) >= endOf(before)) longest.set(name, one);
  }
  return longest;
}
