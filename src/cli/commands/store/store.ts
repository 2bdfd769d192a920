import { basename, dirname, resolve } from 'node:path';
import { contactsFile } from '../../../campaign/load-contacts.ts';
import { maskNumber } from '../../../diagnostic/numbers-in-text.ts';
import { createFileBackend } from '../../../ledger/file-backend.ts';
import { type Moved, moveLedger } from '../../../ledger/move-ledger.ts';
import { contactPaths } from '../../../ledger/state-paths.ts';
import { shownStore } from '../../../ledger/store-address.ts';
import { inspect, migrate } from '../../../ledger/store-admin.ts';
import { createStoreBackend } from '../../../ledger/store-backend.ts';
import type { Host } from '../../../platform/ports.ts';
import { forgottenOf } from '../../../project/load.ts';
import { guardOf, openProject, type Project } from '../../../project/project.ts';
import { serviceOf } from '../../../project/settings.ts';
import { moveSnapshots } from '../../../project/snapshots.ts';
import { findRun } from '../../../project/state.ts';
import { formatJobs } from '../../../report/plan/words.ts';
import { judgeStore, verdictsText } from '../../../report/store/judge-store.ts';
import { placeRefusal } from '../../contacts/contact-messages.ts';
import { unknownForgotten } from '../../contacts/project-ledger.ts';
import { type CommandContext, formatCommand, shellWord } from '../../messages/format-command.ts';
import { couldNot } from '../../open/refuse.ts';
import { type ExitCode, exitCode } from '../../options/exit-code.ts';
import type { Given } from '../../program.ts';

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
  host.console.out(format === 'json' ? `${JSON.stringify(migrated)}\n` : `${location} ${done}.\n`);
  return exitCode.done;
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
  const json = { store: location, ok, findings, facts };
  host.console.out(format === 'json' ? `${JSON.stringify(json)}\n` : verdictsText(findings));
  return ok ? exitCode.done : exitCode.findings;
}

/** Moves the runs of a campaign from its state file to the store, or back. */
async function copy(url: string, project: Project, options: Given<'store'>, host: Host): Promise<ExitCode> {
  const [file, ...more] = options.files;
  if (file === undefined || more.length > 0)
    return couldNot(host, 'Name one campaign file: `callsheet store copy FILE`.');
  const { copyContacts, withForgotten } = await import('../../contacts/copy-contacts.ts');
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
    host.console.out(
      options.format === 'json'
        ? `${JSON.stringify({ campaign, ...places, runs, jobs, digest })}\n`
        : `Moved ${which} of ${campaign} with ${formatJobs(jobs)} from ${places.from} to ${places.to}. The records are the same on both sides (${digest.slice(0, 16)}…). ${places.from} refuses to run them from now on.\n`,
    );
    return exitCode.done;
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
