import { resolve } from 'node:path';
import { type Host, withConsole } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { readSettings } from '../../project/settings.ts';
import { findRun } from '../../project/state.ts';
import { isAbandoned } from '../../run/run-state.ts';
import { readRecorded } from '../messages/read-recorded.ts';
import { stopOnSignal } from '../messages/stopping-text.ts';
import { couldNot } from '../open/refuse.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { campaignFiles, eachOnce } from '../options/expand-files.ts';
import { campaignsIn } from '../options/find-campaigns.ts';
import type { RunOptions } from '../options/run-options.ts';
import type { Given } from '../program.ts';
import { openMonitor } from '../run/monitor-run.ts';
import { type RunBeside, runToEnd } from '../run/run-to-end.ts';
import { type SendBeside, type SenderOptions, sendAsWorker } from './send-as-worker.ts';

/** callsheet worker FILE…: sends what the leaders of these campaigns hand out, until Ctrl-C. */
export async function worker(options: Given<'worker'>, host: Host): Promise<ExitCode> {
  const project = openProject(options, host);
  if (project.store === undefined) {
    return couldNot(host, 'A worker needs the store of its leader: --store URL, or CALLSHEET_STORE. Nothing was sent.');
  }
  const paths = await filesOf(options.files.length === 0 ? ['.'] : options.files, host);
  if (!Array.isArray(paths)) return couldNot(host, `${paths}. Nothing was sent.`);
  const settings = readSettings({ ...project, sandbox: false });
  if ('fault' in settings) return couldNot(host, `${settings.fault} Nothing was sent.`);
  const monitor = await openMonitor(options, host);
  if (typeof monitor === 'number') return monitor;
  const { stop, stopListening } = stopOnSignal(host, 'stopping after the requests in flight');
  try {
    // A failure ends the other campaigns in good order: their requests are recorded.
    const stopAll = (error: unknown): never => {
      stop.abort('a failure');
      throw error;
    };
    const beside = { monitor, settings, stop: stop.signal };
    const codes = await allOf(
      paths.flatMap((file) => serve({ ...options, file }, host, beside)).map((one) => one.catch(stopAll)),
    );
    return codes.reduce((worst, code) => (code > worst ? code : worst), exitCode.done);
  } finally {
    stopListening();
    await monitor?.close();
  }
}

/** One campaign: a process that may not send for its leader does not lead it either. */
function serve(options: SenderOptions, host: Host, beside: SendBeside): readonly Promise<ExitCode>[] {
  if (!options.mayLead) return [sendAsWorker(options, host, beside)];
  const { monitor, stop } = beside;
  const leading = new AbortController();
  stop.addEventListener('abort', () => leading.abort(stop.reason));
  return [
    sendAsWorker(options, host, beside).finally(() => leading.abort('its worker has ended')),
    leadWhenNeeded(options, host, { monitor, stop: leading.signal }),
  ];
}

/** Waits for all, then throws what the first of them has thrown. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** A folder stands for the campaign files in it. */
async function filesOf(files: readonly string[], host: Host): Promise<string[] | string> {
  const found: string[] = [];
  for (const path of files) {
    const isFolder = (await host.files.list(resolve(host.cwd, path))) !== undefined;
    const inside = isFolder ? await campaignsIn(path, host) : await campaignFiles([path], host);
    if (typeof inside === 'string') return inside;
    if (inside.length === 0) return `There is no campaign in ${path}`;
    found.push(...inside);
  }
  return eachOnce(found, host.cwd);
}

const lookMs = 1_000;
/** After a refusal the same run is tried again so much later: what was wrong may be on another machine. */
const refusedMs = 60_000;

/** Leads a run whose leader has died, and sends nothing by itself: the worker of the same process does. */
async function leadWhenNeeded(options: SenderOptions, host: Host, beside: RunBeside): Promise<ExitCode> {
  const asRun: RunOptions = {
    ...options,
    yes: false,
    sandbox: false,
    realTime: false,
    late: false,
    adopt: false,
    acceptEdits: false,
    allowCommands: false,
    showNumbers: false,
    send: false,
    continuesAbandoned: true,
  };
  const { stop } = beside;
  /** What was said before the run was refused. */
  let refusal: readonly string[] = [];
  while (!stop.aborted) {
    let waitMs = lookMs;
    if (await lacksLeader(options, host)) {
      const said: string[] = [];
      const err = (text: string): void => {
        said.push(text);
        if (!refusal.includes(text)) host.console.err(text);
      };
      const silent = withConsole(host, { err, ask: () => Promise.resolve(undefined) });
      const code = await runToEnd(asRun, silent, beside);
      const isRefused = code === exitCode.findings || code === exitCode.couldNotRun;
      refusal = isRefused ? said : [];
      if (isRefused) waitMs = refusedMs;
    }
    await host.clock.sleepUntil(host.clock.now() + waitMs, stop);
  }
  return exitCode.done;
}

async function lacksLeader(options: SenderOptions, host: Host): Promise<boolean> {
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  // While the database restarts, or cannot be reached, it is not known: the next look tells.
  const isKnown = found && (await readRecorded(found, async (reader) => isAbandoned(await reader.status())));
  return isKnown === true;
}
