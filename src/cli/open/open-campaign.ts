import packageJson from '../../../package.json' with { type: 'json' };
import { hasNewRows } from '../../campaign/load.ts';
import type { Loaded, LoadedCampaign, LoadRequest } from '../../campaign/loaded-campaign.ts';
import type { ChooseSnapshots } from '../../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { OpenForReading } from '../../ledger/backend.ts';
import type { StatePaths } from '../../ledger/state-paths.ts';
import type { Host } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject, type Project, pathsOf } from '../../project/project.ts';
import { serviceOf } from '../../project/settings.ts';
import { chooseFrom, readSource, type SnapshotsInput } from '../../project/snapshots.ts';
import { type OpenedState, openState } from '../../project/state.ts';
import { formatSnapshotRead } from '../../report/audience-text.ts';
import type { ExitCode } from '../exit-code.ts';
import { type CampaignOptions, withLines } from '../options/shared-options.ts';
import { printFindings, refuse, stateError } from './refuse.ts';

export interface OpenedCampaign<Options = CampaignOptions> extends LoadedCampaign, OpenedState {
  /** What it was opened with. */
  readonly options: Options;
  readonly host: Host;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly project: Project;
  readonly paths: StatePaths;
  /** Base URL of the service, as the settings have it; empty where they do not. */
  readonly service: string;
}

/** How the snapshots of a campaign are read, beside what every command has. */
export interface SnapshotOptions extends CampaignOptions {
  readonly allowCommands?: boolean;
  readonly acceptChange?: boolean;
  readonly fresh?: boolean;
}

interface OpenWays {
  /** Default `audiences`: what a message says to each person is not looked at. */
  readonly depth?: 'audiences' | 'rendered';
  /** How a variable that is not set is reported. Default `warning`. */
  readonly unsetEnv?: 'warning' | 'error';
  /** `missing`: a source that was never read, or was edited since, is read now. Default `look`. */
  readonly snapshots?: 'look' | 'missing';
  /** Of audiences, beside those that the campaign refers to. */
  readonly columns?: readonly string[];
  /** Of the state. Default `whole`. */
  readonly verify?: OpenForReading['verify'];
}

/**
 * What commands that only look need: the campaign with its audiences, and what the state file says. Nothing is locked,
 * and nothing is written but the people of a run that takes newcomers in, once for each pair of snapshots. When it cannot be had, the
 * reason has been printed, and the answer is the exit code.
 */
export async function openCampaign<Options extends SnapshotOptions>(
  options: Options,
  host: Host,
  { depth = 'audiences', unsetEnv = 'warning', snapshots: reads = 'look', columns = [], verify }: OpenWays = {},
): Promise<OpenedCampaign<Options> | ExitCode> {
  const project = openProject(options, host);
  const snapshots = snapshotsOf(project, options, host, reads);
  const loaded = await loadOrRefuse(project, options, host, { depth, unsetEnv, snapshots, columns });
  if (typeof loaded === 'number') return loaded;
  return attachState(project, loaded, options, host, verify);
}

/** Gives the campaign, opened as `openCampaign` does, to `work`, and closes it then. */
export async function withCampaign<Options extends SnapshotOptions>(
  options: Options,
  host: Host,
  ways: OpenWays,
  work: (opened: OpenedCampaign<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await openCampaign(options, host, ways);
  if (typeof opened === 'number') return opened;
  try {
    return await work(opened);
  } catch (error) {
    // Of a file that it writes beside the ledger.
    if (error instanceof Error && 'syscall' in error) throw error;
    return stateError(error, opened.backend.location, host);
  } finally {
    await opened.close();
  }
}

type WithoutErrors = Pick<Loaded, 'diagnostics'> & { readonly value: LoadedCampaign };

/** Opens what is recorded of a loaded campaign. */
export async function attachState<Options extends CampaignOptions>(
  project: Project,
  { value: loaded, diagnostics }: WithoutErrors,
  options: Options,
  host: Host,
  verify?: OpenForReading['verify'],
): Promise<OpenedCampaign<Options> | ExitCode> {
  const state = await openState(project, loaded, { run: options.run, verify });
  if ('kind' in state) return refuse(state, options, host);
  return {
    ...loaded,
    ...state,
    options,
    host,
    diagnostics,
    project,
    paths: pathsOf(project, loaded),
    service: serviceOf(project.env),
  };
}

/** Loads a campaign. What keeps it from being used is printed, and what is doubtful in rows that were read just now. */
async function loadOrRefuse(
  project: Project,
  options: CampaignOptions,
  host: Host,
  request: Pick<LoadRequest, 'depth'> & Partial<LoadRequest>,
): Promise<WithoutErrors | ExitCode> {
  if (project.fault !== undefined) return refuse({ kind: 'options', fault: project.fault }, options, host);
  const found = await loadFrom(project, { path: options.file, checkedBy, ...request });
  if (found.absent) return refuse({ kind: 'absent' }, options, host);
  const { value, diagnostics } = found;
  if (value === undefined) return refuse({ kind: 'findings', diagnostics }, options, host);
  tellNewRows(found, options, host);
  return { ...found, value };
}

/** The campaign for who sends it: with every request rendered, and every variable set. */
export async function loadToSend(
  project: Project,
  options: SnapshotOptions,
  host: Host,
  { reads, ...more }: Pick<SnapshotsInput, 'reads'> & Partial<LoadRequest>,
): Promise<LoadedCampaign | ExitCode> {
  const snapshots = snapshotsOf(project, options, host, reads);
  const request = { depth: 'rendered', unsetEnv: 'error', snapshots, ...more } as const;
  const loaded = await loadOrRefuse(project, withLines(options), host, request);
  return typeof loaded === 'number' ? loaded : loaded.value;
}

/** How a command chooses the snapshots of a campaign's audiences, and reads a source: until Ctrl-C. */
export function snapshotsOf(
  project: Project,
  options: SnapshotOptions,
  host: Host,
  reads: SnapshotsInput['reads'],
): ChooseSnapshots {
  const reader = sourceReader(project, options, host, { mayMake: false });
  return chooseFrom(project, {
    run: options.run,
    isNew: options.fresh,
    reads,
    async read(wanted, place) {
      const read = await reader(wanted, place);
      if (read.record !== undefined) host.console.err(`${formatSnapshotRead(read.record)}\n`);
      return read;
    },
  });
}

export function sourceReader(
  project: Project,
  { allowCommands = false, acceptChange = false }: SnapshotOptions,
  host: Host,
  { mayMake }: { readonly mayMake: boolean },
): SnapshotsInput['read'] {
  return async (wanted, place) => {
    const stop = new AbortController();
    const stopListening = host.signals.onStop(() => stop.abort());
    const input = { now: host.clock.now(), signal: stop.signal, allowCommands, acceptChange, mayMake };
    try {
      return await readSource(project, place, wanted, input);
    } finally {
      stopListening();
    }
  };
}

/** What is doubtful in the rows that were read just now: `check` says this of a list, but it reads no source. */
export function tellNewRows({ value, diagnostics }: Loaded, options: Pick<CampaignOptions, 'file'>, host: Host): void {
  if (value === undefined || !hasNewRows(value.campaign)) return;
  // The codes of lists; everything else is `check`'s to tell.
  const found = diagnostics.filter(({ code, severity }) => severity === 'warning' && code.startsWith('CS60'));
  if (found.length > 0) printFindings({ file: options.file, findings: 'aside' }, found, host);
}

/** What the check of a campaign depends on, apart from its files. */
export const checkedBy = `${packageJson.version} on Node ${process.versions.node}`;
