import type { Environment } from '../../campaign/campaign-env.ts';
import { hasNewRows, loadCampaign } from '../../campaign/load.ts';
import type { Loaded, LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { OpenForReading, RunReader, StateBackend } from '../../ledger/backend.ts';
import type { ContactReader } from '../../ledger/contacts/ledger.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { diagnosticsPrinters } from '../../report/diagnostics/index.ts';
import { readContacts } from '../contacts/open-contacts.ts';
import { absentFileMessage } from '../messages/absent-file.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import type { CampaignOptions, FindingsWay } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { readEnvironment, serviceOf } from '../options/settings.ts';
import { forgottenBy, stateOf } from '../options/state-option.ts';
import { type SnapshotOptions, snapshotChooser } from '../snapshots/snapshot-chooser.ts';
import { checkedBy, stateBackend } from './state-backend.ts';

export interface OpenedCampaign extends LoadedCampaign {
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly run: string;
  /** Base URL of the service, as the settings have it; empty where they do not. */
  readonly service: string;
  readonly backend: StateBackend;
  /** Absent where nothing is recorded of the run. */
  readonly reader?: RunReader;
  /** The same; of a run without a record, what other runs have started, which its rates count. Absent where nothing is recorded at all. */
  readonly shared?: RunReader;
  /** Where the campaign has contact rules. */
  readonly contacts?: ContactReader;
  close(): Promise<void>;
}

interface OpenWays {
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
export async function openCampaign(
  options: SnapshotOptions,
  host: Host,
  { unsetEnv = 'warning', snapshots: reads = 'look', columns = [], verify }: OpenWays = {},
): Promise<OpenedCampaign | ExitCode> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  const env = readEnvironment(options, host);
  if (typeof env === 'string') return couldNot(host, env);
  const { files, cwd } = host;
  const snapshots = snapshotChooser(options, host, env, reads);
  const forgotten = forgottenBy(options, host);
  const load = {
    path: options.file,
    cwd,
    files,
    env,
    inputs,
    depth: 'audiences',
    unsetEnv,
    snapshots,
    forgotten,
    columns,
  } as const;
  const loaded = await loadCampaign({ ...load, checkedBy });
  if (loaded.absent) return couldNot(host, await absentFileMessage(options.file, host));
  if (loaded.value === undefined) {
    printFindings(options, loaded.diagnostics, host);
    return exitCode.findings;
  }
  const { value, diagnostics } = loaded;
  tellNewRows(loaded, options, host);
  return attachState({ loaded: value, diagnostics, options, env, host, verify });
}

/** Opens what is recorded of a loaded campaign. */
export async function attachState(input: {
  readonly loaded: LoadedCampaign;
  readonly diagnostics: readonly Diagnostic[];
  readonly options: CampaignOptions;
  readonly env: Environment;
  readonly host: Host;
  readonly verify?: OpenForReading['verify'];
}): Promise<OpenedCampaign | ExitCode> {
  const { loaded, diagnostics, options, env, host, verify } = input;
  const { campaign } = loaded;
  const run = runName(campaign, options.run);
  const backend = stateBackend(stateOf(loaded, options, host), options, host);
  const about = { campaign: campaign.id, run, service: '' };
  const opened = await backend.openForReading({ about, orNew: true, ...(verify && { verify }) });
  if (opened !== undefined && 'refused' in opened) {
    return couldNot(host, refusalMessage(opened.refused, backend.location, options, ''));
  }
  const { reader, isNew } = opened ?? {};
  const contacts = await readContacts({ ...loaded, options, host });
  if (typeof contacts === 'string') {
    await reader?.close();
    return couldNot(host, contacts);
  }
  return {
    ...loaded,
    diagnostics,
    run,
    service: serviceOf(env),
    backend,
    ...(reader === undefined ? {} : { shared: reader }),
    ...(reader === undefined || isNew === true ? {} : { reader }),
    ...(contacts === undefined ? {} : { contacts }),
    async close() {
      await contacts?.close();
      await reader?.close();
    },
  };
}

/** Which run of which campaign at which service, and where its state is kept. */
export function placeOf(opened: OpenedCampaign, options: CampaignOptions, host: Pick<Host, 'cwd'>) {
  const { campaign, run, service } = opened;
  return { campaign: campaign.id, run, service, folder: stateOf(opened, options, host).folder };
}

export function couldNot(host: Host, message: string): ExitCode {
  host.console.err(`${visibleLine(message)}\n`);
  return exitCode.couldNotRun;
}

/** What is doubtful in the rows that were read just now: `check` says this of a list, but it reads no source. */
export function tellNewRows({ value, diagnostics }: Loaded, options: Pick<CampaignOptions, 'file'>, host: Host): void {
  if (value === undefined || !hasNewRows(value.campaign)) return;
  // The codes of lists; everything else is `check`'s to tell.
  const found = diagnostics.filter(({ code, severity }) => severity === 'warning' && code.startsWith('CS60'));
  if (found.length > 0) printFindings({ file: options.file, findings: 'aside' }, found, host);
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
  const { colour, out, err, outIsTerminal, width } = host.console;
  if (way === 'aside') err(diagnosticsPrinters.pretty(report, { colour: false }));
  else out(diagnosticsPrinters[way](report, { colour, width: outIsTerminal ? width : undefined }));
}

function wayFor(format: string | undefined): FindingsWay {
  if (format === undefined || format === 'text') return 'pretty';
  return format === 'json' ? 'json' : 'aside';
}
