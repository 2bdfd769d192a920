import packageJson from '../../../package.json' with { type: 'json' };
import { judgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import { findConflicts } from '../../campaign/checks/conflicts.ts';
import type { Loaded, LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { runName } from '../../job/address.ts';
import { emptyHistory } from '../../job/history.ts';
import { noFacts } from '../../ledger/contacts/facts.ts';
import { reachesSomebody } from '../../plan/what-next.ts';
import { tzdata } from '../../platform/clocks.ts';
import type { Host } from '../../platform/ports.ts';
import { createRepositoryPaths } from '../../platform/repository-paths.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject, type Project, pathsOf } from '../../project/project.ts';
import { type DiagnosticsReport, diagnosticsPrinters } from '../../report/diagnostics/printers.ts';
import type { ExcludeCount } from '../../report/diagnostics/report.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { refuse } from '../open/refuse.ts';
import { isInFuture, sandboxStart } from '../open/start-time.ts';
import { campaignFiles } from '../options/campaign-files.ts';
import type { Given } from '../program.ts';

/** callsheet check FILE…: every finding of every file, and nothing else. */
export async function check(options: Given<'check'>, host: Host): Promise<ExitCode> {
  const project = openProject(options, host);
  if (project.fault !== undefined) return couldNot(host, project.fault);
  const loaded: Loaded[] = [];
  const paths = await campaignFiles(options.files, host);
  if (!Array.isArray(paths)) return couldNot(host, paths);
  const absent: string[] = [];
  for (const path of paths) {
    const one = await loadFrom(project, { path, depth: 'rendered', isInFuture: isInFuture(host.clock) });
    if (one.absent) absent.push(path);
    else loaded.push(one);
  }
  // What exists is checked all the same.
  for (const file of absent) await refuse({ kind: 'absent' }, { ...options, file }, host);
  if (loaded.length === 0 && absent.length > 0) return exitCode.couldNotRun;
  const conflicts = findConflicts(loaded.flatMap((one) => one.value ?? []));
  const found = [...oncePerPlace(loaded.flatMap((one) => one.diagnostics)), ...conflicts];
  const checked = paths.filter((path) => !absent.includes(path));
  const shown = options.quiet ? [] : loaded.flatMap(({ value }) => value ?? []);
  const excludes = shown.flatMap(excludeCounts);
  const hours = shown.flatMap((one) => judgedByNumber(one).map((sum) => ({ campaign: one.source.path, ...sum })));
  const nobody: string[] = [];
  for (const one of options.format === 'pretty' ? shown : [])
    if (await reachesNobody(project, one, host)) nobody.push(one.source.path);
  const report = { ...reportOf({ ...options, files: checked }, found), excludes, hours, nobody };
  const silent = options.quiet && options.format === 'pretty' && report.diagnostics.length === 0;
  const { colour, outIsTerminal, width } = host.console;
  const repositoryPath = createRepositoryPaths(host.cwd, host.env);
  const { version } = packageJson;
  const style = { colour, width: outIsTerminal ? width : undefined, repositoryPath, version };
  if (!silent) host.console.out(diagnosticsPrinters[options.format](report, style));
  for (const one of shown) await tellNewRun(project, one, host);
  if (absent.length > 0) return exitCode.couldNotRun;
  return report.errorCount > 0 ? exitCode.findings : exitCode.done;
}

/** A file that several campaigns share, such as `contacts.yaml`, has each of its findings once. */
function oncePerPlace(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const placeOf = ({ file, start, end }: Span): string => `${file.path}:${start}-${end}`;
  const keyOf = ({ code, message, span, related = [] }: Diagnostic): string =>
    [code, message, placeOf(span), ...related.map((one) => placeOf(one.span))].join('\n');
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** Only a campaign with a state file can have an earlier run: the others do not load a database, and none is asked for a check of files. */
async function mayHaveRun(project: Project, loaded: LoadedCampaign): Promise<boolean> {
  if (project.store !== undefined) return true;
  return (await project.host.files.realPath(pathsOf(project, loaded).database)) !== undefined;
}

/** Of a first run that begins now, or began in time. */
async function reachesNobody(project: Project, loaded: LoadedCampaign, host: Host): Promise<boolean> {
  const { campaign, rosters } = loaded;
  // Who is in a database is not known before it is asked.
  const isKnown = campaign.audiences.every(({ name }) => rosters.has(name));
  if (!isKnown || (await mayHaveRun(project, loaded))) return false;
  const now = await sandboxStart(campaign, undefined, host.clock.now());
  const first = { run: runName(campaign), now, history: emptyHistory, contactFacts: () => noFacts, tzdata };
  return !reachesSomebody({ ...loaded, ...first });
}

async function tellNewRun(project: Project, loaded: LoadedCampaign, host: Host): Promise<void> {
  if (project.store !== undefined || !(await mayHaveRun(project, loaded))) return;
  const { tellNewRunOf } = await import('../messages/held-run.ts');
  await tellNewRunOf(project, loaded, host);
}

function excludeCounts({ campaign, source, rosters }: LoadedCampaign): ExcludeCount[] {
  return campaign.audiences.flatMap(({ name }) =>
    (rosters.get(name)?.excludes ?? []).map((list) => ({ campaign: source.path, audience: name, ...list })),
  );
}

/** More than anybody reads at once; machines get all. */
const prettyMax = 1000;

function reportOf(options: Given<'check'>, found: readonly Diagnostic[]): DiagnosticsReport {
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
