import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { type Asked, ask, putRows, scan } from '../sql.ts';
import type { Suppression } from './facts.ts';
import type { ListChange, NewSuppression, SuppressionCount } from './ledger.ts';
import { rowColumns, suppressionRow } from './ledger-rows.ts';
import { type LedgerProject, nameOf, type Person } from './person.ts';

/** In a column that is part of the key: every channel, every purpose. */
const every = '';

/** `number`: of the import that they come from. */
export function* putSuppressions(
  { id: project, personOf }: LedgerProject,
  all: Iterable<NewSuppression>,
  number: number | null,
): Asked<void> {
  const longest = longestOf(all, ({ key, source, channel, purpose }) => [key, source, channel, purpose].join(' '));
  yield* putRows(
    'suppression',
    ['project', 'import', ...rowColumns.suppressions],
    longest.values(),
    (one) => ({ project, import: number, ...suppressionRow(personOf(one.key), one) }),
    // What holds longer stays.
    `ON CONFLICT (project, person, source, channel, purpose) DO UPDATE
       SET (reason, starts, ends) = (SELECT excluded.reason, excluded.starts, excluded.ends
           WHERE excluded.ends IS NULL OR excluded.ends >= known.ends
           UNION ALL SELECT known.reason, known.starts, known.ends LIMIT 1),
         import = CASE WHEN known.import > excluded.import THEN known.import ELSE coalesce(excluded.import, known.import) END`,
  );
}

export function* removeSuppressions(
  { id, personOf }: LedgerProject,
  key: string,
  { channel, purpose }: Pick<Suppression, 'channel' | 'purpose'>,
): Asked<number> {
  const removed = yield* ask(
    `DELETE FROM callsheet_contacts.suppression
     WHERE project = $1 AND person = $2 AND channel = $3 AND purpose = $4 RETURNING 1`,
    [id, personOf(key), channel ?? every, purpose ?? every],
  );
  return removed.length;
}

/** `number`: of the import, larger than that of an earlier one; undefined: says what it would do. */
export function* importPart(
  project: LedgerProject,
  list: string,
  part: readonly ListedPerson[],
  number: number | undefined,
): Asked<Omit<ListChange, 'removed'>> {
  const people = part.map(({ name }) => Buffer.from(name, 'hex'));
  const select = `SELECT person, channel, purpose FROM callsheet_contacts.suppression
    WHERE project = $1 AND person = ANY ($3) AND source = $2`;
  const placeOf = (name: string, channel: unknown, purpose: unknown): string => [name, channel, purpose].join(' ');
  const before = yield* scan(select, [project.id, list, people]);
  const kept = before.length;
  if (number === undefined) {
    const known = new Set(
      before.map((row) => placeOf(nameOf(row['person'] as Person), row['channel'], row['purpose'])),
    );
    const added = part.filter(
      ({ name, channel = every, purpose = every }) => !known.has(placeOf(name, channel, purpose)),
    );
    return { added: added.length, kept };
  }
  yield* putSuppressions(project, part, number);
  return { added: (yield* scan(select, [project.id, list, people])).length - kept, kept };
}

/** Some people on the list, after this one, whom no import from this one on has. */
export function* notImported(
  { id }: LedgerProject,
  most: number,
  list: string,
  number: number,
  after: Person,
): Asked<readonly Person[]> {
  const found = yield* scan(
    `SELECT person FROM callsheet_contacts.suppression WHERE project = $1 AND source = $2 AND person > $4
     GROUP BY person HAVING coalesce(max(import), 0) < $3 ORDER BY person LIMIT ${most}`,
    [id, list, number, Buffer.from(after)],
  );
  return found.map(({ person }) => Buffer.from(person as Person));
}

export function* takeOff(
  { id }: LedgerProject,
  list: string,
  number: number,
  people: readonly Person[],
): Asked<number> {
  const gone = yield* scan(
    `DELETE FROM callsheet_contacts.suppression
     WHERE project = $1 AND source = $2 AND person = ANY ($4) AND coalesce(import, 0) < $3 RETURNING 1`,
    [id, list, number, people],
  );
  return gone.length;
}

/** The import is complete. */
export function* noteImport({ id }: LedgerProject, list: string, at: Instant): Asked<void> {
  yield* ask(
    `INSERT INTO callsheet_contacts.list (project, name, imported) VALUES ($1, $2, $3)
     ON CONFLICT (project, name) DO UPDATE SET imported = excluded.imported`,
    [id, list, Math.floor(at)],
  );
}

export function* countOnList({ id }: LedgerProject, list: string): Asked<number> {
  const [found] = yield* scan(
    'SELECT count(*) AS people FROM callsheet_contacts.suppression WHERE project = $1 AND source = $2',
    [id, list],
  );
  return Number(found?.['people']);
}

export function* importedLists({ id }: LedgerProject): Asked<ReadonlyMap<string, Instant>> {
  const found = yield* ask('SELECT name, imported FROM callsheet_contacts.list WHERE project = $1', [id]);
  return new Map(found.map(({ name, imported }) => [String(name), Number(imported)]));
}

export function* countSuppressions({ id }: LedgerProject, at: Instant): Asked<readonly SuppressionCount[]> {
  const found = yield* ask(
    `SELECT source, channel, purpose, reason, count(*) AS people, imported
     FROM callsheet_contacts.suppression AS one
     LEFT JOIN callsheet_contacts.list ON list.project = one.project AND list.name = one.source
     WHERE one.project = $1 AND (ends IS NULL OR ends > $2)
     GROUP BY source, channel, purpose, reason, imported
     ORDER BY source COLLATE "C", channel COLLATE "C", purpose COLLATE "C", reason COLLATE "C"`,
    [id, Math.floor(at)],
  );
  return found.map(({ source, channel, purpose, reason, people, imported }) => ({
    reason: String(reason),
    source: String(source),
    channel: channel === every ? undefined : (channel as Channel),
    purpose: purpose === every ? undefined : (purpose as Purpose),
    people: Number(people),
    imported: imported === null ? undefined : Number(imported),
  }));
}

interface ListedPerson extends NewSuppression {
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
function longestOf<One extends Suppression>(
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
