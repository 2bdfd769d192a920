import type { Host } from '../../platform/ports.ts';
import { stateTrouble } from '../../state/state-trouble.ts';
import { findRun } from '../open/find-run.ts';
import { stateBackend } from '../open/state-backend.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { type RunBeside, runToEnd } from '../run/run-to-end.ts';
import type { SenderOptions } from './send-as-worker.ts';

const lookMs = 1_000;
/** After a refusal the same run is tried again so much later: what was wrong may be on another machine. */
const refusedMs = 60_000;

/** Leads a run whose leader has died, and sends nothing by itself: the worker of the same process does. */
export async function leadWhenNeeded(options: SenderOptions, host: Host, beside: RunBeside): Promise<ExitCode> {
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
    if (await isAbandoned(options, host)) {
      const said: string[] = [];
      const err = (text: string): void => {
        said.push(text);
        if (!refusal.includes(text)) host.console.err(text);
      };
      const console = { ...host.console, err, ask: () => Promise.resolve(undefined) };
      const code = await runToEnd(asRun, { ...host, console }, beside);
      const isRefused = code === exitCode.findings || code === exitCode.couldNotRun;
      refusal = isRefused ? said : [];
      if (isRefused) waitMs = refusedMs;
    }
    await host.clock.sleepUntil(host.clock.now() + waitMs, stop);
  }
  return exitCode.done;
}

/** It has begun as a whole and not ended, or was left to another process, and nobody leads it. */
async function isAbandoned(options: SenderOptions, host: Host): Promise<boolean> {
  const found = await findRun(options, host);
  if (found === undefined) return false;
  const { campaign, run, paths } = found;
  const backend = stateBackend(paths, options, host);
  const opened = await backend.openForReading({ about: { campaign, run, service: '' }, verify: 'none' });
  if (opened === undefined || 'refused' in opened) return false;
  try {
    const { carriedOut, begunAt, ended, control, wasLimited } = await opened.reader.status();
    const isLeft = begunAt !== undefined && ended?.exitCode === undefined && carriedOut === undefined;
    return isLeft && control === 'run' && wasLimited !== true;
  } catch (error) {
    // The database restarts, or cannot be reached: it is looked again.
    if (stateTrouble(error) === undefined) throw error;
    return false;
  } finally {
    await opened.reader.close();
  }
}
