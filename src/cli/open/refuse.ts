import { dirname, join, resolve } from 'node:path';
import { nearestFile } from '../../campaign/campaign-paths.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { WrongKey } from '../../ledger/contacts/forgotten/forget-in-store.ts';
import type { StaleList } from '../../ledger/contacts/ledger.ts';
import { type LedgerRefusal, ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../../ledger/contacts/open-ledger.ts';
import type { Holder, StateRefusal } from '../../ledger/refusal.ts';
import { type ContactPaths, contactPaths } from '../../ledger/state-paths.ts';
import { isStoreTrouble } from '../../ledger/state-trouble.ts';
import { isStoreAddress, shownStore } from '../../ledger/store-address.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import type { Refusal } from '../../project/project.ts';
import { diagnosticsPrinters } from '../../report/diagnostics/printers.ts';
import { formatDuration, formatSpanSetting } from '../../time/duration.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { type CommandContext, completeCommands, shellWord } from '../messages/format-command.ts';
import { refusalMessage, stateErrorMessage, stateTroubleMessage } from '../messages/state-messages.ts';
import type { CampaignOptions } from '../options/shared-options.ts';

/** Prints why something of a project cannot be opened, and what to do. `ending`: of a command that sends. */
export async function refuse(
  refusal: Exclude<Refusal, { readonly kind: 'forgotten' }>,
  options: CampaignOptions,
  host: Host,
  ending: ' Nothing was sent.' | '' = '',
): Promise<ExitCode> {
  if (refusal.kind === 'findings') {
    printFindings(options, refusal.diagnostics, host);
    return exitCode.findings;
  }
  if (refusal.kind === 'absent') return couldNot(host, await absentFileMessage(options.file, host));
  return couldNot(host, `${refusedWords(refusal, options)}${ending}`);
}

function refusedWords(
  refusal: Exclude<Refusal, { readonly kind: 'forgotten' | 'findings' | 'absent' }>,
  options: CampaignOptions,
): string {
  switch (refusal.kind) {
    case 'options':
      return refusal.fault;
    case 'state':
      return refusalMessage(refusal.refused, refusal.location, options);
    case 'contacts':
      return ledgerMessage(refusal.refused, refusal.place);
    case 'staleList':
      return completeCommands(staleList(refusal.stale, refusal.now), options);
    case 'clockBehind': {
      const [recorded, here] = [refusal.last, refusal.now].map((at) => new Date(at).toISOString());
      return `The last contact of this project was made at ${recorded}, and this machine’s clock says ${here}: caps would not count what was sent. Set the clock.`;
    }
    case 'unknownForgotten':
      return `Who was forgotten while this run was being opened cannot be read: ${refusal.fault}. Run again.`;
    default:
      return refusal satisfies never;
  }
}

export function printFindings(
  options: CommandContext & Pick<CampaignOptions, 'format' | 'findings'>,
  found: readonly Diagnostic[],
  host: Host,
): void {
  const { format = 'text' } = options;
  const way = options.findings ?? ({ text: 'pretty', json: 'json' } as const)[format] ?? 'aside';
  const diagnostics = way === 'json' ? found : found.map((one) => withCommands(one, options));
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warningCount = diagnostics.length - errorCount;
  const report = { files: [options.file], diagnostics, hidden: 0, errorCount, warningCount };
  const { colour, out, err, outIsTerminal, width } = host.console;
  if (way === 'aside') err(diagnosticsPrinters.pretty(report, { colour: false }));
  else out(diagnosticsPrinters[way](report, { colour, width: outIsTerminal ? width : undefined }));
}

/** A hint that names a command names it for this state: it would not help in another one. */
function withCommands(one: Diagnostic, options: CommandContext): Diagnostic {
  return one.hint === undefined ? one : { ...one, hint: completeCommands(one.hint, options) };
}

/** There is no such campaign file: perhaps it is a folder, or another file was meant. */
export async function absentFileMessage(path: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<string> {
  if (path === '-' || passedOn.test(path))
    return 'A campaign cannot be read from stdin, because its lists and audio are found beside its file: write it to a file first';
  const absolute = resolve(cwd, path);
  if ((await files.list(absolute)) !== undefined) return `${path} is a folder; name the files: ${join(path, '*.yaml')}`;
  const near = await nearestFile(files, absolute);
  return `There is no file ${path}${near === undefined ? '' : `; did you mean ${join(dirname(path), near)}?`}`;
}

/** What a shell passes on without a file: stdin, and `<(…)`. */
const passedOn = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Explains a state file that failed; rethrows our own bugs. */
export function stateError(error: unknown, path: string, host: Host): ExitCode {
  const refused = ledgerRefusal(error);
  if (refused !== undefined) {
    const folder = dirname(path);
    return couldNot(
      host,
      `${ledgerMessage(refused, { paths: contactPaths({ folder, sandbox: path.endsWith('.sandbox.db') }), store: undefined })} Run again when it is repaired.`,
    );
  }
  return couldNot(host, stateErrorMessage(error, path));
}

/** Why the contact ledger of a project is not used, and what to do. */
export function ledgerMessage(refusal: LedgerRefusal, place: Pick<LedgerPlace, 'paths' | 'store'>): string {
  const message = refusalText(refusal, place);
  return message.replace(/^the /, 'The ');
}

function refusalText(
  refusal: LedgerRefusal,
  { paths: { database: file, key }, store }: Pick<LedgerPlace, 'paths' | 'store'>,
): string {
  const database = store === undefined ? file : `the contact ledger of this project in ${shownStore(store)}`;
  switch (refusal.kind) {
    case 'wrongPepper':
      return `${database} was made with another key: nobody in it would be found. Restore ${key}, or set CALLSHEET_CONTACTS_PEPPER to the key that it was made with.`;
    case 'noPepper':
      return `${key} is missing or damaged: without it nobody in ${database} can be found. Restore it, or set CALLSHEET_CONTACTS_PEPPER.`;
    case 'shortPepper':
      return 'CALLSHEET_CONTACTS_PEPPER is too short: use at least 16 characters, from a random source.';
    case 'missing': {
      const elsewhere =
        store === undefined ? 'If contacts of this project are counted in a store, name it with --store. ' : '';
      return `${database} is missing, but ${key} belongs to it: it records who was contacted. ${elsewhere}Restore the ledger from a backup. To begin without it, and perhaps contact people too often, move ${key} away, too.`;
    }
    case 'inFile':
      return `Contacts of this project are counted in ${file}, and the store may not know them. Move them there with \`callsheet store copy contacts.yaml\` and the same --store, or run without a store.`;
    case 'moved':
      return `${database} was moved to ${refusal.place}. Run there without a store, or move it back with \`callsheet store copy contacts.yaml\`. If the move did not finish, run \`callsheet store copy contacts.yaml --to file\` again; if the file is lost, restore it from a backup.`;
    case 'inStore':
      return `The contacts in ${file} were moved to ${refusal.place}. Use that store with --store, or bring them back with \`callsheet store copy contacts.yaml --to file\`; if the move did not finish, first run that without \`--to file\` again.`;
    case 'fromStore':
      return `The contacts in ${file} are not used yet, because their move from the store did not finish. Run \`callsheet store copy contacts.yaml --to file\` again.`;
    case 'otherProject':
      return `${database} is the contact ledger of the project \`${refusal.found}\`, not of this one. Correct \`project\` in contacts.yaml, or use another folder with --state.`;
    case 'otherLedger':
      return `${database} and ${key} do not belong together: one of them was copied from another place. Restore the pair.`;
    case 'otherFile':
      return `${database} is not where the jobs of the run are recorded: a contact is recorded together with its job.`;
    case 'severalKeys':
      return `Projects in ${store === undefined ? file : shownStore(store)} have different keys, and no key recognizes the people of another, so nobody can be forgotten there. Use a separate store for each key.`;
    case 'behind':
      return `${database} is out of date: it ends at change ${refusal.seq}, this machine recorded change ${refusal.known}. It was probably restored from a backup: later contacts and suppressions are not in it. Restore the newest version, or use this one with --adopt of \`suppress\` or \`run\`, which may contact people too often, or against their wish: import suppressions again first.`;
    case 'newer':
      return `${database} was written by a newer callsheet (ledger version ${refusal.version}). Update callsheet.`;
    case 'foreign':
      return `${database} is not a contact ledger. Move it, or use another folder with --state.`;
    case 'trouble':
      return stateTroubleMessage(
        refusal.trouble,
        store === undefined || !isStoreTrouble(refusal.trouble) ? file : shownStore(store),
        refusal.message,
      );
    default:
      return refusal satisfies never;
  }
}

/** Why a store is not used with this key. */
export function keyMessage(wrong: WrongKey, paths: ContactPaths, url: string): string {
  return 'ledger' in wrong
    ? ledgerMessage(wrong.ledger, { paths, store: url })
    : placeRefusal(wrong.refused, shownStore(url));
}

/** Why a place of runs was refused to a command that sends nothing, and needs all of them to rest. */
export function placeRefusal(refused: StateRefusal, place: string, file = 'the campaign'): string {
  if (refused.kind === 'missing')
    return `This machine carries out the runs of ${file} with ${refused.path}; ${place} does not record who was contacted. Move them from there.`;
  if (refused.kind !== 'locked') return refusalMessage(refused, place, { file });
  const { leaseMs } = refused;
  const died = leaseMs === undefined ? '' : ` If it has died, run this again in ${Math.ceil(leaseMs / 1000)} s.`;
  return `${inUse(place, refused)} Wait until it ends, or stop it.${died}`;
}

export function inUse(place: string, { holder }: { readonly holder: Holder | undefined }): string {
  const others = isStoreAddress(place) ? 'workers' : 'another process';
  const who = holder === undefined ? others : `process ${holder.pid} on ${holder.host}`;
  return `${place} is in use by ${who}: a run or a move is in progress.`;
}

/** Why a list of the rules is too old, and what to do. */
export function staleList({ list, maxAgeMs, importedAt }: StaleList, now: Instant): string {
  const command = `\`callsheet suppress --import FILE --list ${shellWord(list)}\``;
  if (importedAt === undefined || maxAgeMs === undefined)
    return `The suppression list \`${list}\`, which contacts.yaml requires, was never imported: use ${command}.`;
  return `The suppression list \`${list}\` was imported ${formatDuration(now - importedAt)} ago, which is more than ${formatSpanSetting(maxAgeMs)}: import it again with ${command}.`;
}
