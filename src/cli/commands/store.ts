import { basename, dirname, resolve } from 'node:path';
import { campaignPaths } from '../../campaign/campaign-paths.ts';
import { contactsFile, projectOf } from '../../campaign/load-contacts.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { maskNumber } from '../../diagnostic/numbers-in-text.ts';
import { findProject } from '../../forget/find-project.ts';
import { keepForgetAway } from '../../ledger/contacts/forgotten/forget-lock.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { FailedMove } from '../../ledger/contacts/move-contacts.ts';
import type { LedgerFileInput } from '../../ledger/contacts/open-ledger.ts';
import { claimFiles, createFileBackend } from '../../ledger/file-backend.ts';
import { type Moved, moveLedger } from '../../ledger/move-ledger.ts';
import { contactPaths } from '../../ledger/state-paths.ts';
import { shownStore } from '../../ledger/store-address.ts';
import { inspect, migrate } from '../../ledger/store-admin.ts';
import { createStoreBackend } from '../../ledger/store-backend.ts';
import type { Host } from '../../platform/ports.ts';
import { forgottenOf } from '../../project/load.ts';
import { guardOf, openProject, type Project } from '../../project/project.ts';
import { serviceOf } from '../../project/settings.ts';
import { moveSnapshots } from '../../project/snapshots.ts';
import { findRun } from '../../project/state.ts';
import { formatJobs } from '../../report/plan/words.ts';
import { judgeStore, verdictsText } from '../../report/store/judge-store.ts';
import { unknownForgotten } from '../contacts/project-ledger.ts';
import { answer, couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { type CommandContext, formatCommand, shellWord } from '../messages/format-command.ts';
import { inUse, keyMessage, ledgerMessage, placeRefusal, printFindings } from '../open/refuse.ts';
import type { Given } from '../program.ts';

/** callsheet store migrate | doctor | copy: what is done with a shared ledger, rather than with one campaign. */
export async function store(options: Given<'store'>, host: Host): Promise<ExitCode> {
  const project = openProject(options, host);
  const { store: url } = project;
  if (url === undefined)
    return couldNot(host, 'Which store? Set CALLSHEET_STORE, or pass --store postgres://USER@HOST/DATABASE.');
  const { action, files, state, to, adopt } = options;
  if (action === 'copy') return copy(url, project, options, host);
  if (action !== 'migrate' && action !== 'doctor')
    return couldNot(host, `There is no \`callsheet store ${action}\`: use \`migrate\`, \`doctor\` or \`copy\`.`);
  if (files.length > 0 || state !== undefined || to === 'file' || adopt)
    return couldNot(host, `\`callsheet store ${action}\` takes no file, and neither --to, --state nor --adopt.`);
  const work = action === 'migrate' ? makeTables : doctor;
  return work(url, options, host);
}

async function makeTables(url: string, { format }: Given<'store'>, host: Host): Promise<ExitCode> {
  const migrated = await migrate(url);
  const location = shownStore(url);
  if ('refused' in migrated) return couldNot(host, placeRefusal(migrated.refused, location));
  const { from, to } = migrated;
  const done = from === to ? `already has the tables of this version (${to})` : `now has the tables of version ${to}`;
  return answer(host, format, { json: migrated, text: `${location} ${done}.\n` });
}

async function doctor(url: string, { format }: Given<'store'>, host: Host): Promise<ExitCode> {
  const facts = await inspect(url);
  const location = shownStore(url);
  if ('refused' in facts) return couldNot(host, placeRefusal(facts.refused, location));
  const findings = judgeStore(facts, location).map(({ check, verdict, what, fix }) => ({
    check,
    ok: verdict !== 'wrong',
    verdict,
    what,
    fix,
  }));
  const ok = findings.every((finding) => finding.ok);
  answer(host, format, { json: { store: location, ok, findings, facts }, text: verdictsText(findings) });
  return ok ? exitCode.done : exitCode.findings;
}

/** Moves the runs of a campaign from its state file to the store, or back. */
async function copy(url: string, project: Project, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const [file, ...more] = options.files;
  if (file === undefined || more.length > 0)
    return couldNot(host, 'Name one campaign file: `callsheet store copy FILE`.');
  const guard = guardOf(project);
  const { pepper, adopt } = project;
  const ledger = { store: url, pepper, guard, adopt };
  if (basename(file) === contactsFile) return copyContacts(file, ledger, options, host);
  const service = serviceOf(project.env);
  if (service === '')
    return couldNot(
      host,
      'Which service is the campaign for? Set CALLSHEET_BASE_URL, or pass --env-file FILE. Nothing was moved.',
    );
  const found = await findRun(project, { file, run: undefined });
  if (found === undefined)
    return couldNot(host, `There is no file ${file}, or it does not name a campaign. Nothing was moved.`);
  const { campaign, run, paths } = found;
  const stateFile = createFileBackend({ paths, rollbackGuard: guard });
  const shared = createStoreBackend({ url, rollbackGuard: guard });
  const [from, to] = options.to === 'store' ? [stateFile, shared] : [shared, stateFile];
  const inFile = `${host.hostname}:${resolve(host.cwd, paths.database)}`;
  const places = options.to === 'store' ? { from: inFile, to: to.location } : { from: from.location, to: inFile };
  const contacts = contactPaths({ folder: dirname(paths.database), sandbox: false });
  return withForgotten({ ...ledger, paths: contacts }, options, host, async () => {
    const forgotten = await forgottenOf(project, found.place.directory);
    if (forgotten !== undefined && 'fault' in forgotten)
      return couldNot(host, `${unknownForgotten(forgotten)} Nothing was moved.`);
    const moved = await moveLedger({
      from,
      to,
      places,
      about: { campaign, run, service },
      me: { pid: host.pid, host: host.hostname, since: host.clock.now() },
      adopt,
      isForgotten: forgotten?.isForgotten,
      along: (runs) => moveSnapshots(project, found.place, { runs, to: options.to }),
    });
    if (moved.kind !== 'moved') return couldNot(host, notMoved(moved, places, { ...options, file, campaign }));
    const { runs, jobs, digest } = moved;
    const which = runs.length === 1 ? `run ${runs[0]}` : `${runs.length} runs`;
    return answer(host, options.format, {
      json: { campaign, ...places, runs, jobs, digest },
      text: `Moved ${which} of ${campaign} with ${formatJobs(jobs)} from ${places.from} to ${places.to}. The records are the same on both sides (${digest.slice(0, 16)}…). ${places.from} refuses to run them from now on.\n`,
    });
  });
}

function notMoved(
  moved: Exclude<Moved, { kind: 'moved' }>,
  { from, to }: { readonly from: string; readonly to: string },
  options: CommandContext & { readonly campaign: string },
): string {
  const { file, campaign } = options;
  switch (moved.kind) {
    case 'sourceRefused':
    case 'targetRefused': {
      const { kind, refused } = moved;
      const again = refused.kind === 'trouble' ? ' The move did not finish: run the command again.' : '';
      return `${placeRefusal(refused, kind === 'sourceRefused' ? from : to, file)}${again}`;
    }
    case 'movedBefore':
      return `The runs of ${campaign} are already in ${to}. Nothing was moved.`;
    case 'nothing':
      return `${from} has no run of ${campaign}. Nothing was moved.`;
    case 'occupied':
      return moved.place === undefined
        ? `${to} already has other runs of ${campaign}. Nothing was moved.`
        : `${to} takes runs of ${campaign} from ${moved.place} alone, where they went, or which has begun to move them. If that was another name of ${from}, add --adopt. Nothing was moved.`;
    case 'forgetful':
      return `${to} still has records of ${campaign}, from before its runs were moved to ${from}, which does not have them: it may have been restored from an older copy. Restore the newest one. Nothing was moved.`;
    case 'lost':
      return `The runs of ${campaign} were moved from ${from} to ${to} before, which does not have all of them now: it may be another one, or restored from an older copy. Restore the newest one. Nothing was moved.`;
    case 'forgotten': {
      const command = formatCommand({ ...options, file: 'NUMBER' })('forget', shellWord(dirname(file)));
      return `${from} still has jobs of people who were forgotten: ${moved.keys.map(maskNumber).join(', ')}. First forget them there, too: \`${command}\`. Nothing was moved.`;
    }
    case 'movedElsewhere':
      return `The runs of ${campaign} were moved from ${from} to ${moved.place} before. Nothing was moved.`;
    case 'different':
      return `The copy in ${to} is not the same as the runs of ${campaign} in ${from}, where they go on. Nothing was moved.`;
    default:
      return moved satisfies never;
  }
}

/** callsheet store copy contacts.yaml: the contact ledger of a project goes from its file to the store, or back. */
async function copyContacts(
  file: string,
  ledger: Omit<MovePlace, 'paths' | 'project'>,
  options: Given<'store'>,
  host: Host,
): Promise<ExitCode> {
  const { project, diagnostics } = await projectOf(host.files, await campaignPaths(host.files, file, host.cwd));
  if (project === undefined) {
    if (diagnostics.length === 0) return couldNot(host, `There is no ${file}. Nothing was moved.`);
    printFindings({ ...options, file }, diagnostics, host);
    return exitCode.findings;
  }
  const root = dirname(resolve(host.cwd, file));
  const folder = resolve(host.cwd, options.state ?? `${root}/.callsheet`);
  const paths = contactPaths({ folder, sandbox: false });
  const place: MovePlace = { ...ledger, paths, project };
  return withForgotten(place, options, host, () =>
    options.to === 'file' ? copyToFile(place, options, host) : copyToStore(root, place, options, host),
  );
}

async function copyToStore(root: string, place: MovePlace, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const { paths, project, store } = place;
  const { folders } = findProject(root, dirname(paths.database));
  const lock = claimFiles(
    folders.flatMap(({ stateFiles }) => stateFiles),
    { pid: host.pid, host: host.hostname, since: host.clock.now() },
  );
  if ('holder' in lock)
    return couldNot(host, `${inUse(lock.path, lock)} Wait until it ends, or stop it. Nothing was moved.`);
  try {
    const { moveLedgerToStore } = await import('../../ledger/contacts/move-contacts.ts');
    const to = shownStore(store);
    const moved = await moveLedgerToStore({ ...place, place: to });
    if (moved === undefined) return couldNot(host, `${paths.database} has no contacts. Nothing was moved.`);
    if ('inFile' in moved)
      return couldNot(host, `${ledgerMessage(moved.inFile, { paths, store: undefined })} Nothing was moved.`);
    if ('kind' in moved) return couldNot(host, `${ledgerMessage(moved, { paths, store })} Nothing was moved.`);
    const { touches } = moved;
    return answer(host, options.format, {
      json: { project, to, contacts: touches },
      text: `Moved the contacts of ${project}, ${touches} in total, to ${to}. They are no longer in ${paths.database}.\n`,
    });
  } catch (error) {
    const refused = ledgerRefusal(error);
    if (refused === undefined) throw error;
    const message = ledgerMessage(refused, { paths, store });
    const end = refused.kind === 'trouble' ? 'The move did not finish: run the command again.' : 'Nothing was moved.';
    return couldNot(host, `${message} ${end}`);
  } finally {
    lock.release();
  }
}

/** Who was forgotten goes along first, with whatever moves. Meanwhile nobody is forgotten. */
async function withForgotten(
  place: Omit<MovePlace, 'project'>,
  options: Given<'store'>,
  host: Host,
  move: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { paths, store } = place;
  const { carryTombstones } = await import('../../ledger/contacts/move-contacts.ts');
  const lock = await keepForgetAway(dirname(paths.database));
  try {
    const wrong = await carryTombstones({ ...place, to: options.to });
    return wrong === undefined ? await move() : couldNot(host, `${keyMessage(wrong, paths, store)} Nothing was moved.`);
  } finally {
    lock.release();
  }
}

type MovePlace = LedgerFileInput & { readonly store: string };

async function copyToFile(place: MovePlace, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const { paths, project, store } = place;
  const { moveLedgerToFile } = await import('../../ledger/contacts/move-contacts.ts');
  const to = `${host.hostname}:${paths.database}`;
  const moved = await moveLedgerToFile({ ...place, place: to });
  const from = shownStore(store);
  if (moved === undefined) return couldNot(host, `${from} has no contact ledger of ${project}. Nothing was moved.`);
  if (moved === 'superseded')
    return couldNot(host, `Another process moves the contacts of ${project} to a file. This one has moved nothing.`);
  if ('failed' in moved) return couldNot(host, failedMove(moved, place));
  if ('inFile' in moved)
    return couldNot(host, `${ledgerMessage(moved.inFile, { paths, store: undefined })} Nothing was moved.`);
  if ('occupied' in moved)
    return couldNot(host, `The contacts of ${project} already have a file: ${moved.occupied}. Nothing was moved.`);
  if ('busy' in moved)
    return couldNot(
      host,
      `${from} has contacts of ${counted(moved.busy, 'campaign')} in progress: wait until ${moved.busy === 1 ? 'it ends, or stop it' : 'they end, or stop them'}. Nothing was moved.`,
    );
  if ('kind' in moved) return couldNot(host, `${ledgerMessage(moved, place)} Nothing was moved.`);
  const { touches, digest } = moved;
  return answer(host, options.format, {
    json: { project, from, to, contacts: touches, digest },
    text: `Moved the contact ledger of ${project} with ${counted(touches, 'contact')} from ${from} to ${paths.database}. The records are the same on both sides (${digest.slice(0, 16)}…). ${from} refuses to use them from now on.\n`,
  });
}

function failedMove({ failed, isInStore }: FailedMove, place: MovePlace): string {
  const { paths, project, store } = place;
  const from = shownStore(store);
  const end = isInStore
    ? `Nothing was moved: the contacts stay in ${from}.`
    : `${from} refuses to use the contacts until the move is complete: run the command again.`;
  if (failed === 'occupied') return `${paths.database} has contacts of its own now. ${end}`;
  if (failed === 'different')
    return `The copy is not the same as the contact ledger of ${project} in ${from}, and was deleted. ${end}`;
  return `${ledgerMessage(failed, place)} ${end}`;
}
