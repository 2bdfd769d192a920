import type { Environment } from '../../campaign/campaign-env.ts';
import { loadCampaign } from '../../campaign/load.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { emptyHistory, type History } from '../../job/history.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { diagnosticsPrinters } from '../../report/diagnostics/index.ts';
import { openStoreForReading } from '../../state/open-store.ts';
import type { Store } from '../../state/store.ts';
import type { VerifiedFile } from '../../state/verify-file.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import type { CampaignOptions, FindingsWay } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { readEnvironment, serviceOf } from '../options/settings.ts';
import { stateOf, verifyInBackground } from './verify-in-background.ts';

export interface OpenedCampaign extends LoadedCampaign {
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly run: string;
  /** Base URL of the service, as the settings have it; empty where they do not. */
  readonly service: string;
  /** What has happened. Of a run that is not in the state file: when other runs have started something, which its rates count. */
  readonly history: History;
  /** Absent where the state file has no such run. */
  readonly store?: Store;
  /** Of the state file, where there is one. */
  readonly otherRuns: Store['otherRuns'];
  close(): Promise<void>;
}

/**
 * What commands that only look need: the campaign with its audiences, and what the state file says. Nothing is locked or
 * written. When it cannot be had, the reason has been printed, and the answer is the exit code.
 */
export async function openCampaign(
  options: CampaignOptions,
  host: Host,
  unsetEnv: 'warning' | 'error' = 'warning',
): Promise<OpenedCampaign | ExitCode> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  const env = readEnvironment(options, host);
  if (typeof env === 'string') return couldNot(host, env);
  const { files, cwd } = host;
  const beside = verifyInBackground(options);
  const load = { path: options.file, cwd, files, env, inputs, depth: 'audiences', unsetEnv } as const;
  const loaded = await loadCampaign({ ...load, onCampaign: beside.onCampaign });
  if (loaded.absent) return couldNot(host, `There is no file ${options.file}`);
  if (loaded.value === undefined) {
    printFindings(options, loaded.diagnostics, host);
    return exitCode.findings;
  }
  const checked = await beside.answer();
  return attachState({ loaded: loaded.value, diagnostics: loaded.diagnostics, options, env, host, checked });
}

/** Lays what the state file says beside a loaded campaign. */
export function attachState(input: {
  readonly loaded: LoadedCampaign;
  readonly diagnostics: readonly Diagnostic[];
  readonly options: CampaignOptions;
  readonly env: Environment;
  readonly host: Host;
  /** The state file was found sound a moment ago. */
  readonly checked?: VerifiedFile | undefined;
}): OpenedCampaign | ExitCode {
  const { loaded, diagnostics, options, env, host, checked } = input;
  const { campaign } = loaded;
  const run = runName(campaign, options.run);
  const paths = stateOf(loaded, options);
  const opened = openStoreForReading({
    paths,
    about: { campaign: campaign.id, run, service: '' },
    checked,
    orNew: true,
  });
  if (opened !== undefined && 'refused' in opened) {
    return couldNot(host, refusalMessage(opened.refused, paths.database, options));
  }
  const { store, isNew } = opened ?? {};
  return {
    ...loaded,
    diagnostics,
    run,
    service: serviceOf(env),
    history: store ?? emptyHistory,
    ...(store === undefined || isNew ? {} : { store }),
    otherRuns: () => store?.otherRuns() ?? [],
    close: async () => store?.close(),
  };
}

/** Which run of which campaign at which service, and where its state is kept. */
export function placeOf(opened: OpenedCampaign, options: CampaignOptions) {
  const { campaign, run, service } = opened;
  return { campaign: campaign.id, run, service, folder: stateOf(opened, options).folder };
}

export function couldNot(host: Host, message: string): ExitCode {
  host.console.err(`${visibleLine(message)}\n`);
  return exitCode.couldNotRun;
}

export function printFindings(
  options: Pick<CampaignOptions, 'file' | 'format' | 'findings'>,
  diagnostics: readonly Diagnostic[],
  host: Host,
): void {
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warningCount = diagnostics.length - errorCount;
  const report = { files: [options.file], diagnostics, hidden: 0, errorCount, warningCount };
  const way = options.findings ?? wayFor(options.format);
  const { colour, out, err } = host.console;
  if (way === 'aside') err(diagnosticsPrinters.pretty(report, { colour: false }));
  else out(diagnosticsPrinters[way](report, { colour }));
}

function wayFor(format: string | undefined): FindingsWay {
  if (format === undefined || format === 'text') return 'pretty';
  return format === 'json' ? 'json' : 'aside';
}
