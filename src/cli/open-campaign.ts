import { type LoadedCampaign, loadCampaign } from '../campaign/load.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { runName } from '../plan/run-name.ts';
import type { History } from '../plan/scheduler.ts';
import type { Host } from '../platform/ports.ts';
import { diagnosticsPrinters } from '../report/diagnostics/index.ts';
import { openStoreForReading } from '../state/open-store.ts';
import type { CheckedFile } from '../state/sqlite/check-thread.ts';
import type { Store } from '../state/store.ts';
import { checkBeside, stateOf } from './check-beside.ts';
import { readInputs } from './commands/check.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { refusal } from './state-words.ts';

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
  const beside = checkBeside(options);
  const load = { path: options.file, cwd, files, env, inputs, depth: 'audiences' } as const;
  const loaded = await loadCampaign({ ...load, onCampaign: beside.onCampaign });
  if (loaded.absent) return couldNot(host, `There is no file ${options.file}`);
  if (loaded.value === undefined) {
    printFindings(options, loaded.diagnostics, host);
    return exitCode.findings;
  }
  const checked = await beside.answer();
  return attachState({ loaded: loaded.value, diagnostics: loaded.diagnostics, options, host, checked });
}

/** Lays what the state file says beside a loaded campaign. */
export function attachState(input: {
  readonly loaded: LoadedCampaign;
  readonly diagnostics: readonly Diagnostic[];
  readonly options: CampaignOptions;
  readonly host: Host;
  /** The state file was found sound a moment ago. */
  readonly checked?: CheckedFile | undefined;
}): OpenedCampaign | ExitCode {
  const { loaded, diagnostics, options, host, checked } = input;
  const { campaign } = loaded;
  const run = runName(campaign, options.run);
  const paths = stateOf(loaded, options);
  const opened = openStoreForReading({ paths, about: { campaign: campaign.id, run, service: '' }, checked });
  if (opened !== undefined && 'refused' in opened) {
    return couldNot(host, refusal(opened.refused, paths.database, options));
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

/** Which run of which campaign, and where its state is kept. */
export function placeOf(opened: OpenedCampaign, options: CampaignOptions) {
  const { campaign, run } = opened;
  return { campaign: campaign.id, run, folder: stateOf(opened, options).folder };
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
