import { dirname, join } from 'node:path';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { RunReader, StateBackend } from '../../ledger/backend.ts';
import { createFileBackend } from '../../ledger/file-backend.ts';
import type { KeptElsewhere } from '../../ledger/refusal.ts';
import { statePaths } from '../../ledger/state-paths.ts';
import { stateTrouble } from '../../ledger/state-trouble.ts';
import { isStoreAddress } from '../../ledger/store-address.ts';
import { stateFolder } from '../../project/project.ts';
import type { FoundRun } from '../../project/state.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { shellWord } from './format-command.ts';
import { refusalMessage } from './state-messages.ts';

/** A run of which something is said: one that was opened, or of which no more than its place is known. */
type AboutRun = Pick<OpenedCampaign, 'run' | 'service' | 'project' | 'backend' | 'directory' | 'options' | 'host'> & {
  readonly campaign: { readonly id: string };
};

/**
 * Says that a run has no record, and where there is one: in another file, inside or outside the sandbox, or under another name.
 * `otherwise`: what to do where there is none.
 */
export async function missingRunHint(about: AboutRun, otherwise = ''): Promise<string> {
  const { words, isFound } = await lookElsewhere(about);
  return isFound ? words : `${words}${otherwise}`;
}

/** The same, beside counts that are all pending; silent where there is no other record. */
export async function tellElsewhere(about: AboutRun): Promise<void> {
  const { words, isFound } = await lookElsewhere(about);
  if (isFound) about.host.console.err(`${visibleLine(words)}.\n`);
}

/** Says why the ledger that was read would refuse a run: it may not be the one that knows most. */
export async function tellRefused(about: AboutRun): Promise<void> {
  const words = await refusalWords(about);
  if (words !== undefined) about.host.console.err(`${visibleLine(words)}.\n`);
}

async function lookElsewhere(about: AboutRun): Promise<{ readonly words: string; readonly isFound: boolean }> {
  const lost = await refusalWords(about);
  if (lost !== undefined) return { words: lost, isFound: true };
  const where = about.project.sandbox ? ' in the sandbox' : '';
  const not = `${about.options.file} has not been run${where} (run ${about.run})`;
  const elsewhere = await elsewhereWords(about);
  return elsewhere === undefined ? { words: not, isFound: false } : { words: `${not}; ${elsewhere}`, isFound: true };
}

/** Why the ledger would refuse a run, without an end mark. A sandbox run may be thrown away. */
export async function refusalWords(about: AboutRun): Promise<string | undefined> {
  const { project, campaign, run, service, backend, options, host } = about;
  if (project.sandbox) return undefined;
  const refused = await backend.refusal({ campaign: campaign.id, run, service }, host.hostname);
  if (refused === undefined) return undefined;
  return refused.kind === 'missing' || refused.kind === 'replaced'
    ? `Run ${run} of ${options.file} was carried out before, ${keptWords(refused)}`
    : refusalMessage(refused, backend.location, options).replace(/\.$/, '');
}

function keptWords(kept: KeptElsewhere): string {
  const { path } = kept;
  if (kept.kind === 'replaced')
    return `but ${path} is not the file that recorded it: it was replaced, or it lost its latest changes. Restore the right file`;
  if (!kept.isThere) return `but its state file ${path}, which records who was contacted, is missing. Restore it`;
  return isStoreAddress(path)
    ? `with the store ${path}. Use it with --store ${shellWord(path)}`
    : `with the state file ${path}. Use it with --state ${shellWord(dirname(path))}`;
}

/** Why a run is refused whose snapshots nobody knows any more. */
export function unknownSnapshotsText(
  audiences: readonly string[],
  { run, project }: Pick<AboutRun, 'run' | 'project'>,
): string {
  const snapshots = audiences.length === 1 ? 'snapshot' : 'snapshots';
  const copied = project.store !== undefined ? ', or copy it from the machine where the run began' : '';
  return `Run ${run} has begun, but ${listed(audiences, 'and')} may have had another snapshot then: the record of its ${snapshots} is missing. Restore \`${join(project.state ?? '.callsheet', 'snapshots')}\`${copied}, or use --accept-edits to continue with the ${snapshots} above.`;
}

/** Undefined where there is no other state of this campaign in this folder. */
async function elsewhereWords({ campaign, run, project, directory, backend }: AboutRun): Promise<string | undefined> {
  const folder = stateFolder(project, directory);
  const isIn = async (place: StateBackend): Promise<boolean> => {
    const about = { campaign: campaign.id, run, service: '' };
    const opened = await place.openForReading({ about, verify: 'none', orNew: true });
    if (opened === undefined) return false;
    // A place from which the runs were moved has none.
    if ('refused' in opened) return opened.refused.kind !== 'moved';
    await opened.reader.close();
    return true;
  };
  const isInFile = (sandbox: boolean): Promise<boolean> =>
    isIn(createFileBackend({ paths: statePaths({ folder, campaign: campaign.id, sandbox }) }));
  const { sandbox } = project;
  if (await isIn(backend)) return 'another run of it exists: select it with --run';
  if (project.store !== undefined)
    return (await isInFile(false)) ? 'it has been run with a state file: omit --store, and CALLSHEET_STORE' : undefined;
  if (!(await isInFile(!sandbox))) return undefined;
  return sandbox
    ? 'it has been run outside the sandbox: omit --sandbox'
    : 'it has been run in the sandbox: add --sandbox';
}

/** What `work` finds in the records of a run; undefined where there are none, or they cannot be read: who needs them says why. */
export async function readRecorded<Found>(
  { backend, campaign, run, orNew }: Pick<FoundRun, 'backend' | 'campaign' | 'run'> & { readonly orNew?: true },
  work: (reader: RunReader) => Promise<Found>,
): Promise<Found | undefined> {
  const about = { campaign, run, service: '' };
  const opened = await backend.openForReading({ about, verify: 'none', ...(orNew && { orNew }) });
  if (opened === undefined || 'refused' in opened) return undefined;
  try {
    return await work(opened.reader);
  } catch (error) {
    if (stateTrouble(error) === undefined) throw error;
    return undefined;
  } finally {
    await opened.reader.close();
  }
}
