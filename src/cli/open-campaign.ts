import { type LoadedCampaign, loadCampaign } from '../campaign/load.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { runName } from '../plan/run-name.ts';
import type { History } from '../plan/scheduler.ts';
import type { Host } from '../platform/ports.ts';
import type { DatabaseTrouble } from '../platform/sqlite.ts';
import { diagnosticsPrinters } from '../report/diagnostics/index.ts';
import { openStoreForReading, type StoreRefusal } from '../state/open-store.ts';
import { statePaths } from '../state/state-paths.ts';
import type { Store } from '../state/store.ts';
import { readInputs } from './commands/check.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

export interface CampaignOptions {
  readonly file: string;
  /** `name=value`. */
  readonly input: readonly string[];
  /** Folder of the state files, where it is not `.callsheet` beside the campaign. */
  readonly state?: string;
  /** Name of the run. */
  readonly run?: string;
  /** Look at what sandbox runs have done, instead of the real service's. */
  readonly sandbox?: boolean;
  /** How findings are printed, where there are errors. Default `pretty`. */
  readonly findings?: 'pretty' | 'json';
}

export interface OpenedCampaign extends LoadedCampaign {
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly run: string;
  /** What has happened; empty when there is no state file. */
  readonly history: History;
  readonly store?: Store;
  close(): Promise<void>;
}

/**
 * What commands that only look need: the campaign with its audiences, and what the state file says. Nothing is locked or
 * written. When it cannot be had, the reason has been printed, and the answer is the exit code.
 */
export async function openCampaign(options: CampaignOptions, host: Host): Promise<OpenedCampaign | ExitCode> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  const { files, env, cwd } = host;
  const loaded = await loadCampaign({ path: options.file, cwd, files, env, inputs, depth: 'audiences' });
  if (loaded.absent) return couldNot(host, `There is no file ${options.file}`);
  if (loaded.value === undefined) {
    printFindings(options, loaded.diagnostics, host);
    return exitCode.findings;
  }
  return attachState({ loaded: loaded.value, diagnostics: loaded.diagnostics, options, host });
}

/** Lays what the state file says beside a loaded campaign. */
export function attachState(input: {
  readonly loaded: LoadedCampaign;
  readonly diagnostics: readonly Diagnostic[];
  readonly options: CampaignOptions;
  readonly host: Host;
}): OpenedCampaign | ExitCode {
  const { loaded, diagnostics, options, host } = input;
  const { campaign, directory } = loaded;
  const run = runName(campaign, options.run);
  const folder = options.state ?? `${directory}/.callsheet`;
  const paths = statePaths({ folder, campaign: campaign.id, sandbox: options.sandbox === true });
  const opened = openStoreForReading({ paths, about: { campaign: campaign.id, run, service: '' } });
  if (opened !== undefined && 'refused' in opened) {
    return couldNot(host, refusal(opened.refused, paths.database, options.file));
  }
  const store = opened?.store;
  return {
    ...loaded,
    diagnostics,
    run,
    history: store ?? { forEachJob: () => undefined, recentStarts: () => [] },
    ...(store === undefined ? {} : { store }),
    close: async () => store?.close(),
  };
}

export function couldNot(host: Host, message: string): ExitCode {
  host.console.err(`${message}\n`);
  return exitCode.couldNotRun;
}

export function printFindings(
  options: { readonly file: string; readonly findings?: 'pretty' | 'json' },
  diagnostics: readonly Diagnostic[],
  host: Host,
): void {
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warningCount = diagnostics.length - errorCount;
  const report = { files: [options.file], diagnostics, hidden: 0, errorCount, warningCount };
  host.console.out(diagnosticsPrinters[options.findings ?? 'pretty'](report, { colour: host.console.colour }));
}

/** Why a state file was not opened, and what to do. */
export function refusal(refused: StoreRefusal, path: string, file: string): string {
  switch (refused.kind) {
    case 'locked': {
      const { holder } = refused;
      const who =
        holder === undefined
          ? 'another process'
          : `process ${holder.pid} on ${holder.host}, since ${new Date(holder.since).toISOString()}`;
      return `${file} is being run by ${who}. Wait for it, or stop it with \`callsheet pause ${file}\` or Ctrl-C. Nothing was sent.`;
    }
    case 'otherService':
      return `${path} belongs to another service (${refused.service}): who was contacted there is not known here. Use that service's settings, or another folder with --state. Nothing was sent.`;
    case 'otherHost':
      return `${path} was written on another host (${refused.host}). If that host will not run it again, take it over with --adopt. Nothing was sent.`;
    case 'newer':
      return `${path} was written by a newer callsheet (state version ${refused.version}). Update callsheet. Nothing was changed.`;
    case 'foreign':
      return `${path} is no state file of callsheet. Move it away, or use another folder with --state. Nothing was changed.`;
    case 'trouble':
      return troubleWords(refused.trouble, path, refused.message);
    default:
      return refused satisfies never;
  }
}

/** What a state file that does not work means, and the way out. */
export function troubleWords(trouble: DatabaseTrouble, path: string, message: string): string {
  switch (trouble) {
    case 'busy':
      return `${path} is held by another program (${message}). Close it and try again.`;
    case 'full':
      return `The disk is full: ${path} takes no more. Make room and run again: what was sent is known, and nothing was sent that is not.`;
    case 'readOnly':
      return `${path} cannot be written (${message}). Check the folder's permissions, or use another with --state.`;
    case 'damaged':
      return `${path} is damaged (${message}). It says who was contacted, so nothing goes on without it: restore it from a backup, or look at it with \`sqlite3 ${path} .recover\`.`;
    case 'io':
      return `The disk failed under ${path} (${message}). Nothing more is sent until it works again.`;
    default:
      return trouble satisfies never;
  }
}
