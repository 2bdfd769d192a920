import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { personKey } from '../../audience/number/person-key.ts';
import { readRecipientKey } from '../../audience/number/written-number.ts';
import { contactsFile } from '../../campaign/load-contacts.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { maskNumber } from '../../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import {
  filesWithNumber,
  hasNumber,
  isDatabase,
  shownPath,
  textFiles,
  whyKept,
} from '../../forget/files-with-number.ts';
import { findProject, type Project } from '../../forget/find-project.ts';
import { forgetInSharedSnapshots } from '../../forget/forget-in-shared-snapshots.ts';
import { type NumberFinder, numberFinder } from '../../forget/number-finder.ts';
import { rewriteText } from '../../forget/rewrite-file.ts';
import {
  addTombstone,
  forgetInLedger,
  ledgerElsewhere,
  whyNobodyAdded,
  whyUnusable,
} from '../../ledger/contacts/forgotten/forget-in-ledger.ts';
import { keepRunsAway } from '../../ledger/contacts/forgotten/forget-lock.ts';
import { forgottenFault } from '../../ledger/contacts/forgotten/forgotten-in.ts';
import type { LedgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import { forgottenToken } from '../../ledger/contacts/pepper.ts';
import { claimFiles, forgetKey, whoHolds, whyNobodyForgotten } from '../../ledger/file-backend.ts';
import { type ContactPaths, contactPaths, rollbackGuardFolder } from '../../ledger/state-paths.ts';
import { isSameDatabase, shownStore } from '../../ledger/store-address.ts';
import type { Host } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { openProject } from '../../project/project.ts';
import { type NumberPlaces, numberPlacesToText, type PlaceOfNumber } from '../../report/number-places.ts';
import {
  forgetInJournal,
  isJournalFile,
  type JournalFile,
  openJournalFile,
} from '../../sandbox/journal/file-journal.ts';
import { type ForgottenPerson, forgetInSnapshots } from '../../snapshot/forget-in-snapshots.ts';
import { readNumber } from '../contacts/read-people.ts';
import { answer, couldNot, type ExitCode } from '../exit-code.ts';
import { refusalMessage, stateErrorMessage } from '../messages/state-messages.ts';
import { inUse, keyMessage, ledgerMessage, placeRefusal } from '../open/refuse.ts';
import type { Given } from '../program.ts';

/** callsheet forget NUMBER: takes a person out of every file that Callsheet wrote, and leaves only that they are never contacted again. */
export async function forget(options: Given<'forget'>, host: Host): Promise<ExitCode> {
  const { country, format } = options;
  const number = await readNumber(options.number, { country, project: options.folder }, host);
  if ('fault' in number) return couldNot(host, `${number.fault} Nothing was changed.`);
  const root = resolve(host.cwd, options.folder);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    return couldNot(host, `There is no folder ${options.folder}. Nothing was changed.`);
  const digits = personKey(Number(number.key)).toFixed(0);
  const state = options.state && resolve(host.cwd, options.state);
  const project = findProject(root, state, isJournalFile);
  const { pepper, store } = openProject(options, host);
  const about: Forgetting = { project, digits, finder: numberFinder(digits), host, root, state, pepper, store, format };
  const fault = (await recordFault(about)) ?? (await keyFault(about, { mayMake: !options.dryRun }));
  if (fault !== undefined) return couldNot(host, `${fault} Nothing was changed.`);
  if (options.dryRun) return dryRun(about);
  if (await isElsewhere(about))
    return couldNot(
      host,
      `${options.folder} has no campaign, no contacts.yaml and no file with this number: name the folder of the campaigns. Nothing was changed.`,
    );
  const held: (() => void)[] = [];
  const release = (): void => {
    for (const one of held.splice(0).toReversed()) one();
  };
  try {
    const locked = await lockAll(about, held);
    if (typeof locked === 'string') return couldNot(host, `${locked} Nothing was changed.`);
    const failed = await forgetEverywhere(locked);
    if (failed !== undefined) return couldNot(host, `${failed} Run the same command again to complete it.`);
    release();
    return await tellLeft(locked);
  } finally {
    release();
  }
}

/** In a folder with nothing of a project, a tombstone keeps nobody from contacting the person. */
async function isElsewhere(about: Forgetting): Promise<boolean> {
  const { project, root, store } = about;
  const [only, ...more] = project.folders;
  if (store !== undefined || project.campaigns.length + more.length > 0) return false;
  if (existsSync(only!.folder) || existsSync(join(root, contactsFile))) return false;
  return (await filesWithNumber(about)).found.length === 0;
}

interface Forgetting {
  readonly project: Project;
  readonly digits: string;
  readonly finder: NumberFinder;
  readonly host: Host;
  readonly root: string;
  /** Of all campaigns; beside each of them by default. */
  readonly state: string | undefined;
  readonly pepper: string | undefined;
  /** URL of the store that the project shares, where it has one. */
  readonly store: string | undefined;
  readonly format: Given<'forget'>['format'];
}

interface Locked extends Forgetting {
  readonly journals: ReadonlyMap<string, JournalFile>;
}

/**
 * While files are rewritten no process may send or write, and nobody else may forget: all locks are taken before the first change. In
 * words why that cannot be. `held`: what releases them.
 */
async function lockAll(about: Forgetting, held: (() => void)[]): Promise<Locked | string> {
  const { host, root, state } = about;
  const random = createSeededRandom(host.clock.now() ^ host.pid);
  const me = { pid: host.pid, host: host.hostname, since: host.clock.now() };
  const wait = 'Wait until it ends, or stop it.';
  try {
    for (const { folder, stateFiles } of about.project.folders) {
      const lock = await keepRunsAway(folder, random);
      if (lock === undefined) {
        const [holder = `A run that uses ${folder} is in progress.`] = stateFiles.flatMap(inUseTexts);
        return `${holder} ${wait}`;
      }
      held.push(() => lock.release());
    }
    // A run may have made its state file since.
    const project = findProject(root, state, isJournalFile);
    const lock = claimFiles(stateFilesOf(project), me);
    if ('holder' in lock) return `${inUse(lock.path, lock)} ${wait}`;
    held.push(() => lock.release());
    const journals = new Map<string, JournalFile>();
    for (const path of project.journals) {
      const journal = openJournalFile(path);
      journals.set(path, journal);
      held.push(() => journal.close());
    }
    return { ...about, project, journals };
  } catch (error) {
    return `${messageOf(error)}.`;
  }
}

function stateFilesOf({ folders }: Project): readonly string[] {
  return folders.flatMap(({ stateFiles }) => stateFiles);
}

function inUseTexts(path: string): readonly string[] {
  const held = whoHolds(path);
  return held === undefined ? [] : [inUse(path, held)];
}

/** The tombstone first: whatever happens then, the person is not contacted. Everything after it can be done again. */
async function forgetEverywhere(about: Locked): Promise<string | undefined> {
  const { project, journals, digits, finder, host, root, pepper } = about;
  const rewritten = await databasesWithNumber(about);
  const tokens = new Map<string, string>();
  const guard = rollbackGuardFolder(host.env);
  for (const { folder } of project.folders) {
    const paths = contactPaths({ folder, sandbox: false });
    const key = addTombstone({ paths, pepper, guard }, digits, host.clock.now());
    if ('kind' in key) return listMessage(paths, key);
    const token = forgottenToken(key.bytes, digits);
    tokens.set(folder, token);
    const clean = (text: string): string => finder.replace(text, token);
    for (const sandbox of [false, true]) {
      const refused = await forgetInLedger({ folder, sandbox, pepper, guard }, { digits, clean }, host.clock.now());
      if (refused !== undefined) return fileMessage(contactPaths({ folder, sandbox }), refused);
    }
  }
  for (const { folder, stateFiles } of project.folders) {
    const token = tokens.get(folder) ?? '';
    for (const path of stateFiles) {
      try {
        forgetKey(path, { key: digits, token, clean: (text) => finder.replace(text, token) });
      } catch (error) {
        return stateErrorMessage(error, path);
      }
    }
    rewritten.push(...forgetInSnapshots(folder, personIn(digits, finder, token)));
  }
  const [first = ''] = tokens.values();
  const tokenFor = (path: string): string =>
    [...tokens].find(([folder]) => path.startsWith(`${folder}/`))?.[1] ?? first;
  for (const [path, journal] of journals) forgetInJournal(journal, finder, tokenFor(path));
  for (const path of rewritten) host.console.err(`Rewritten: ${shownPath(path, root)}\n`);
  const notInStore = await forgetInTeam(about, first);
  if (notInStore !== undefined) return notInStore;
  for (const path of textFiles(about)) {
    if (!(await hasNumber(path, finder))) continue;
    const rewritten = rewriteText(path, (text) => finder.replace(text, tokenFor(path)));
    if (rewritten === undefined) continue;
    const rest = rewritten.mayNameThem ? ' (a name or a message that is in it stays: delete it then)' : '';
    host.console.err(`Rewritten: ${shownPath(path, root)}${rest}\n`);
  }
  return undefined;
}

/** Of those that are rewritten. What a process has recorded before it died may be in the log of one. */
async function databasesWithNumber({ project, finder }: Forgetting): Promise<string[]> {
  const found: string[] = [];
  for (const path of [...stateFilesOf(project), ...project.journals])
    if ((await hasNumber(path, finder)) || (await hasNumber(`${path}-wal`, finder))) found.push(path);
  return found;
}

function personIn(digits: string, finder: NumberFinder, token: string): ForgottenPerson {
  return {
    isKey: (value) => String(value) === digits || personKey(readRecipientKey(String(value))) === Number(digits),
    isIn: finder.isIn,
    clean: (text) => finder.replace(text, token),
  };
}

/**
 * Why a person cannot be recorded as forgotten here. A list that another key has begun would stop every plan and run; where runs or
 * contacts were moved to another store, everybody who uses that would contact the person.
 */
async function recordFault({ project, pepper, host, store: url }: Forgetting): Promise<string | undefined> {
  const store = url && shownStore(url);
  for (const { folder, stateFiles } of project.folders) {
    for (const path of stateFiles) {
      const refused = whyNobodyForgotten(path, store);
      if (refused !== undefined) return refusalMessage(refused, path, { file: 'the campaign' });
    }
    const paths = contactPaths({ folder, sandbox: false });
    const moved = ledgerElsewhere({ folder, pepper });
    if (moved?.kind === 'inStore' && (store === undefined || !isSameDatabase(moved.place, store)))
      return fileMessage(paths, moved);
    const unread = whyNobodyAdded({ paths, pepper });
    if (unread !== undefined) return listMessage(paths, unread);
    for (const sandbox of [false, true]) {
      const refused = await whyUnusable({ folder, sandbox, pepper, guard: rollbackGuardFolder(host.env) });
      if (refused !== undefined) return fileMessage(contactPaths({ folder, sandbox }), refused);
    }
  }
  return undefined;
}

function fileMessage(paths: ContactPaths, refusal: LedgerRefusal): string {
  return ledgerMessage(refusal, { paths, store: undefined });
}

function listMessage(paths: ContactPaths, refusal: LedgerRefusal): string {
  if (!isOfKey(refusal)) return fileMessage(paths, refusal);
  const what = `The forgotten people in ${paths.database}, cannot be read`;
  return `${what}: ${forgottenFault(refusal)}. Restore it and ${paths.key}, or set CALLSHEET_CONTACTS_PEPPER to their key.`;
}

function isOfKey({ kind }: LedgerRefusal): boolean {
  return kind === 'wrongPepper' || kind === 'noPepper' || kind === 'shortPepper' || kind === 'missing';
}

/** With a store, why its key is not the one of each state folder here. */
async function keyFault(
  { project, pepper, store: url }: Forgetting,
  { mayMake }: { readonly mayMake: boolean },
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { refuseKey } = await import('../../ledger/contacts/forgotten/forget-in-store.ts');
  for (const { folder } of project.folders) {
    const paths = contactPaths({ folder, sandbox: false });
    const wrong = await refuseKey({ url, paths, pepper, mayMake });
    if (wrong !== undefined) return keyMessage(wrong, paths, url);
  }
  return undefined;
}

/** In the store. A text is the reason why the person is not forgotten there. */
async function forgetInTeam(about: Forgetting, token: string): Promise<string | undefined> {
  const { project, digits, finder, host, pepper, store: url } = about;
  if (url === undefined) return undefined;
  const { forgetInStore } = await import('../../ledger/contacts/forgotten/forget-in-store.ts');
  const { folder } = project.folders[0]!;
  const paths = contactPaths({ folder, sandbox: false });
  const clean = (text: string): string => finder.replace(text, token);
  const done = await forgetInStore({ url, paths, pepper, key: digits, token, clean, at: host.clock.now() });
  if (!('left' in done)) return keyMessage(done, paths, url);
  try {
    await forgetInSharedSnapshots(url, done.campaigns, personIn(digits, finder, token), folder);
  } catch (error) {
    return stateErrorMessage(error, shownStore(url));
  }
  for (const [table, rows] of done.left)
    host.console.err(`${counted(rows, 'row')} of ${table} in ${shownStore(url)}: the number is still there.\n`);
  return undefined;
}

function tell({ host, format, digits }: Forgetting, found: Omit<NumberPlaces, 'number'>): ExitCode {
  const places = { number: maskNumber(digits), ...found };
  return answer(host, format, { json: places, text: numberPlacesToText(places) });
}

const ours = { becomes: 'rewritten', detail: 'would be rewritten' } as const;

async function dryRun(about: Forgetting): Promise<ExitCode> {
  const { finder, host, root, digits, store, project } = about;
  const files: PlaceOfNumber[] = [];
  const inStore: PlaceOfNumber[] = [];
  const { found, unread } = await filesWithNumber(about);
  for (const path of found) {
    const isOurs =
      isDatabase(path, project) ||
      project.folders.some(({ folder }) => path.startsWith(join(folder, 'snapshots/'))) ||
      rewriteText(path, (text) => finder.replace(text, ''), 'try') !== undefined;
    files.push(isOurs ? { where: shownPath(path, root), ...ours } : keptPlace(path, about));
  }
  if (store !== undefined) {
    const { findInStore } = await import('../../ledger/contacts/forgotten/forget-in-store.ts');
    const rowsThere = await findInStore(store, { key: digits, clean: (text) => finder.replace(text, '') });
    if ('refused' in rowsThere) return couldNot(host, placeRefusal(rowsThere.refused, shownStore(store)));
    for (const [table, rows] of rowsThere.left)
      inStore.push({ where: `${counted(rows, 'row')} of ${table} in ${shownStore(store)}`, ...ours });
    for (const campaign of rowsThere.campaigns)
      inStore.push({
        where: `snapshots of ${visibleLine(campaign)} in ${shownStore(store)}`,
        becomes: 'notSearched',
        detail: 'not searched; those with the number would be rewritten',
      });
  }
  const until = 'Until it ends or is stopped, the number cannot be forgotten.';
  const held = stateFilesOf(project)
    .flatMap(inUseTexts)
    .map((text) => `${text} ${until}`);
  return tell(about, { dryRun: true, files, inStore, notReached: notReached(about, unread), inUse: held });
}

/** What still has the number, and what nobody looked at. */
async function tellLeft(about: Forgetting): Promise<ExitCode> {
  const { found, unread } = await filesWithNumber(about);
  const files = found.map((path) => keptPlace(path, about));
  return tell(about, { dryRun: false, files, inStore: [], notReached: notReached(about, unread), inUse: [] });
}

function notReached({ store, project, pepper, root }: Forgetting, unread: readonly string[]): readonly string[] {
  const hasSnapshots = project.folders.some(({ folder }) => existsSync(join(folder, 'snapshots')));
  const hasLedgerElsewhere = project.folders.some(({ folder }) => ledgerElsewhere({ folder, pepper }) !== undefined);
  return [
    ...unread.map((path) => `${shownPath(path, root)}, which this user may not read.`),
    `campaigns with another state folder than ${project.folders.map(({ folder }) => shownPath(folder, root)).join(', ')}.`,
    'the history of git, copies and backups elsewhere, and the service, which keeps its own records.',
    ...(store !== undefined || hasSnapshots
      ? ['the sources of audiences. The next snapshots leave out rows with the number; remove it there, too.']
      : []),
    ...(store === undefined && hasLedgerElsewhere
      ? ['the contact ledger, which is not here. If it is in a store, run the same command with --store.']
      : []),
    ...(store === undefined
      ? []
      : [
          `backups, standbys and the log (WAL) of ${shownStore(store)}, free pages of its tables until \`VACUUM FULL\`, and files on other machines.`,
        ]),
  ];
}

function keptPlace(path: string, { project, root }: Forgetting): PlaceOfNumber {
  return { where: shownPath(path, root), becomes: 'kept', detail: whyKept(path, project) };
}
