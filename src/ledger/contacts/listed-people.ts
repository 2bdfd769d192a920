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
  const listed = new Map<string, ListedPerson>();
  for (const one of people) {
    const name = nameOf(one.key);
    listed.set(`${name} ${one.channel} ${one.purpose}`, { ...one, name });
  }
  return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
