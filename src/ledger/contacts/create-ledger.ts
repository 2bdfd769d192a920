import { type Asked, ask as askOnce, inChunks, type Later, scan } from '../sql.ts';
import { dropClaims, dropOldClaims, keepClaims, putClaims } from './claims.ts';
import { countAllConsents, countConsents, latestConsents, putConsents } from './consents.ts';
import type { ContactLedger, ImportedList, ListChange, StepScope } from './ledger.ts';
import { type LedgerProject, nameOf, type Person } from './person.ts';
import { cleanTexts, forgetFacts, renameScope } from './project-rows.ts';
import {
  countOnList,
  countSuppressions,
  importedLists,
  importPart,
  listedPeople,
  noteImport,
  notImported,
  putSuppressions,
  removeSuppressions,
  takeOff,
} from './suppressions.ts';

/** What the ledgers of a file and of a store do each in its own way. */
interface LedgerDriver extends Pick<ContactLedger, 'place' | 'factsOf' | 'read' | 'lastContact' | 'add' | 'close'> {
  readonly project: LedgerProject;
  ask<T>(what: () => Asked<T>): Later<T>;
  /** In one transaction, which is on disk when it has answered. */
  write<T>(what: () => Asked<T>): Later<T>;
  /** The same for what may forbid a contact that was allowed before, or allow one that was forbidden. */
  change<T>(what: () => Asked<T>): Later<T>;
  /** Nobody else writes about these people until the transaction ends. */
  lock(people: readonly Person[]): Asked<unknown>;
  /** Answers when every process that sends knows what was changed. */
  untilKnown(): Later<void>;
  /** So many people are taken on a list, or off it, in one transaction: nobody waits for longer than that takes. */
  readonly partMost: number;
  /** Why nothing is written where the contacts are in this place now. */
  movedTo(place: string): Error;
}

/** `More`: what a ledger of this kind has beside that. */
export function createContactLedger<More>(driver: LedgerDriver & More): ContactLedger & More {
  const { project, ask, write, change, lock, untilKnown } = driver;
  const drop = async (run: Omit<StepScope, 'step'>): Promise<void> => {
    while (!(await write(() => dropClaims(project, run))));
  };
  return {
    ...driver,
    lists: async () => ask(() => importedLists(project)),
    touches: async (scope) => ask(() => countContacts(project, scope)),
    rename: async (scope, step) => write(() => renameScope(project, scope, step)),
    async claim(claims) {
      while (!(await change(() => dropClaims(project, claims))));
      while (!(await write(dropOldClaims)));
      for (const some of inChunks(claims.contacts)) await write(() => putClaims(project, claims, some));
      // To write a million takes a while.
      await change(() => keepClaims(project, claims));
    },
    keepClaims: async (run) => write(() => keepClaims(project, run)),
    dropClaims: drop,
    async suppress(added) {
      await change(() => putSuppressions(project, added, null));
      await untilKnown();
    },
    allow: async (key, scope) => change(() => removeSuppressions(project, key, scope)),
    importList: (list, isDryRun = false) => importInParts(driver, list, isDryRun),
    suppressionCounts: async (at) => ask(() => countSuppressions(project, at)),
    consentCounts: async (at) => ask(() => countConsents(project, at)),
    async recordConsents(consents) {
      const { latest, older } = latestConsents(consents);
      let recorded = 0;
      for (const part of inChunks(latest)) recorded += await write(() => putConsents(project, part));
      const all = await change(() => countAllConsents(project));
      return { recorded, older: older + latest.length - recorded, all };
    },
    forget: async (key, at) =>
      change(function* () {
        const person = project.personOf(key);
        yield* lock([person]);
        yield* forgetFacts(project, person, at);
      }),
    cleanTexts: async (clean) => write(() => cleanTexts(clean)),
  };
}

function* countContacts({ id }: LedgerProject, { campaign, run, step }: StepScope): Asked<number> {
  const [found] = yield* scan(
    `SELECT count(*) AS people FROM callsheet_contacts.contact
     JOIN callsheet_contacts.scope ON scope.id = contact.scope
     WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $4`,
    [id, campaign, run, step],
  );
  return Number(found?.['people']);
}

/** Changes with all that may forbid or allow a contact, but for touches and the end of claims. Last in a transaction: others wait for it. */
export function* nextGeneration({
  project: { id },
  movedTo,
}: Pick<LedgerDriver, 'project' | 'movedTo'>): Asked<number> {
  const [changed] = yield* askOnce(
    'UPDATE callsheet_contacts.project SET generation = generation + 1 WHERE id = $1 RETURNING generation, moved_to',
    [id],
  );
  const place = changed?.['moved_to'];
  if (typeof place === 'string') throw movedTo(place);
  return Number(changed?.['generation']);
}

/**
 * In parts, each a short transaction, so that runs write between them. Nobody is taken off before everybody is on, and until the end the
 * list does not count as imported: where it ends before, the same import again does the rest.
 */
async function importInParts(
  { project, ask, write, change, partMost, ...driver }: LedgerDriver,
  { name, at, people, replaces }: ImportedList,
  isDryRun: boolean,
): Promise<ListChange> {
  const number = isDryRun ? undefined : await write(() => nextGeneration({ project, ...driver }));
  const before = isDryRun ? await ask(() => countOnList(project, name)) : 0;
  const sum = { added: 0, kept: 0, removed: 0 };
  const nameOfKey = (key: string): string => nameOf(project.personOf(key));
  for (const part of inChunks(listedPeople(people, nameOfKey), partMost)) {
    const { added, kept } = await (isDryRun ? ask : write)(() => importPart(project, name, part, number));
    sum.added += added;
    sum.kept += kept;
  }
  if (number === undefined) return { ...sum, removed: replaces ? before - sum.kept : 0 };
  for (let last: Person = new Uint8Array(); replaces; ) {
    const off = await ask(() => notImported(project, partMost, name, number, last));
    if (off.length === 0) break;
    last = off.at(-1)!;
    sum.removed += await write(() => takeOff(project, name, number, off));
  }
  await change(() => noteImport(project, name, at));
  await driver.untilKnown();
  return sum;
}
