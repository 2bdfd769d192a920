import type { Suppression } from './facts.ts';
import type { NewSuppression } from './ledger.ts';

export interface ListedPerson extends NewSuppression {
  /** Of the person. */
  readonly name: string;
}

/** Each once, in the order of their names: that of the tables, in which two imports take them, too, so that neither waits for the other. */
export function listedPeople(
  people: Iterable<NewSuppression>,
  nameOf: (key: string) => string,
): readonly ListedPerson[] {
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
