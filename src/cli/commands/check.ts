import { judgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import { findConflicts } from '../../campaign/checks/conflicts.ts';
import { loadCampaign } from '../../campaign/load.ts';
import type { Loaded, LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { emptyHistory } from '../../job/history.ts';
import { noFacts } from '../../ledger/contacts/facts.ts';
import { reachesSomebody } from '../../plan/left-to-send.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { createRepositoryPaths } from '../../platform/repository-paths.ts';
import { tzdata } from '../../platform/tzdata.ts';
import { type DiagnosticsFormat, type DiagnosticsReport, diagnosticsPrinters } from '../../report/diagnostics/index.ts';
import type { CampaignHours, ExcludeCount } from '../../report/diagnostics/report.ts';
import { absentFileMessage } from '../messages/absent-file.ts';
import { isInFuture } from '../open/is-in-future.ts';
import { sandboxStart } from '../open/sandbox-start.ts';
import { campaignFiles } from '../options/campaign-files.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { readEnvironment, storeOf } from '../options/settings.ts';
import { forgottenBy, stateOf } from '../options/state-option.ts';

export interface CheckOptions {
  readonly files: readonly string[];
  readonly format: DiagnosticsFormat;
  /** Errors alone, and nothing at all when there are none. */
  readonly quiet: boolean;
  /** Show so many at most; all are counted. */
  readonly maxFindings?: number;
  /** `name=value`. */
  readonly input: readonly string[];
  /** Settings and variables, for what the environment does not say. */
  readonly envFile?: string;
}

/** callsheet check FILE…: every finding of every file, and nothing else. */
export async function check(options: CheckOptions, host: Host): Promise<ExitCode> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return refuse(host, inputs);
  const env = readEnvironment(options, host);
  if (typeof env === 'string') return refuse(host, env);
  const loaded: Loaded[] = [];
  const paths = await campaignFiles(options.files, host);
  if (!Array.isArray(paths)) return refuse(host, paths);
  const absent: string[] = [];
  for (const path of paths) {
    const { files, cwd } = host;
    const one = await loadCampaign({
      path,
      cwd,
      files,
      env,
      inputs,
      depth: 'rendered',
      isInFuture: isInFuture(host.clock),
      forgotten: forgottenBy(options, host),
    });
    if (one.absent) absent.push(path);
    else loaded.push(one);
  }
  // What exists is checked all the same.
  for (const path of absent) refuse(host, await absentFileMessage(path, host));
  if (loaded.length === 0 && absent.length > 0) return exitCode.couldNotRun;
  const conflicts = findConflicts(loaded.flatMap((one) => one.value ?? []));
  const found = [...loaded.flatMap((one) => one.diagnostics), ...conflicts];
  const excludes = options.quiet ? [] : loaded.flatMap((one) => (one.value ? excludeCounts(one.value) : []));
  const checked = paths.filter((path) => !absent.includes(path));
  const hours = options.quiet ? [] : loaded.flatMap(({ value }) => (value ? hoursOf(value) : []));
  const nobody: string[] = [];
  if (!options.quiet && options.format === 'pretty')
    for (const { value } of loaded) if (value && (await reachesNobody(value, host))) nobody.push(value.source.path);
  const report = { ...reportOf({ ...options, files: checked }, found), excludes, hours, nobody };
  const silent = options.quiet && options.format === 'pretty' && report.diagnostics.length === 0;
  const { colour, outIsTerminal, width } = host.console;
  const repositoryPath = createRepositoryPaths(host.cwd, host.env);
  const style = { colour, width: outIsTerminal ? width : undefined, repositoryPath };
  if (!silent) host.console.out(diagnosticsPrinters[options.format](report, style));
  if (!options.quiet) for (const { value } of loaded) if (value !== undefined) await tellNewRun(value, host);
  if (absent.length > 0) return exitCode.couldNotRun;
  return report.errorCount > 0 ? exitCode.findings : exitCode.done;
}

/** Only a campaign with a state file can have an earlier run: the others do not load a database, and none is asked for a check of files. */
async function mayHaveRun(loaded: LoadedCampaign, host: Host): Promise<boolean> {
  if (storeOf({}, host) !== undefined) return true;
  const { database } = stateOf(loaded, { file: loaded.source.path, input: [] }, host);
  return (await host.files.realPath(database)) !== undefined;
}

/** Of a first run that begins now, or began in time. */
async function reachesNobody(loaded: LoadedCampaign, host: Host): Promise<boolean> {
  const { campaign, rosters, fileHashes } = loaded;
  // Who is in a database is not known before it is asked.
  const isKnown = campaign.audiences.every(({ name }) => rosters.has(name));
  if (!isKnown || (await mayHaveRun(loaded, host))) return false;
  const now = await sandboxStart({ campaign, reader: undefined, now: host.clock.now() });
  const run = runName(campaign);
  return !reachesSomebody({
    campaign,
    rosters,
    fileHashes,
    run,
    now,
    history: emptyHistory,
    contactFacts: () => noFacts,
    tzdata,
  });
}

async function tellNewRun(loaded: LoadedCampaign, host: Host): Promise<void> {
  if (storeOf({}, host) !== undefined || !(await mayHaveRun(loaded, host))) return;
  const { tellNewRunOf } = await import('../messages/new-run.ts');
  await tellNewRunOf(loaded, host);
}

function excludeCounts({ campaign, source, rosters }: LoadedCampaign): ExcludeCount[] {
  return campaign.audiences.flatMap(({ name }) =>
    (rosters.get(name)?.excludes ?? []).map((list) => ({ campaign: source.path, audience: name, ...list })),
  );
}

function hoursOf(loaded: LoadedCampaign): CampaignHours[] {
  return judgedByNumber(loaded).map((one) => ({ campaign: loaded.source.path, ...one }));
}

function refuse(host: Host, message: string): ExitCode {
  host.console.err(`${visibleLine(message)}\n`);
  return exitCode.couldNotRun;
}

/** More than anybody reads at once; machines get all. */
const prettyMax = 1000;

function reportOf(options: CheckOptions, found: readonly Diagnostic[]): DiagnosticsReport {
  const relevant = options.quiet ? found.filter((finding) => finding.severity === 'error') : found;
  const most = options.maxFindings ?? (options.format === 'pretty' ? prettyMax : Number.POSITIVE_INFINITY);
  const diagnostics = relevant.slice(0, most);
  return {
    files: options.files,
    diagnostics,
    hidden: relevant.length - diagnostics.length,
    errorCount: found.filter((finding) => finding.severity === 'error').length,
    warningCount: relevant.filter((finding) => finding.severity === 'warning').length,
  };
}
