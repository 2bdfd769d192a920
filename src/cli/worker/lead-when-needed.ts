import type { Host } from '../../platform/ports.ts';
import { findRun } from '../open/find-run.ts';
import { stateBackend } from '../open/state-backend.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { runToEnd } from '../run/run-to-end.ts';
import type { SenderOptions } from './send-as-worker.ts';

const lookMs = 1_000;

/** Leads a run whose leader has died, and sends nothing by itself: the worker of the same process does. */
export async function leadWhenNeeded(options: SenderOptions, host: Host, stop: AbortSignal): Promise<ExitCode> {
  const asRun: RunOptions = {
    ...options,
    format: 'text',
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
  while (!stop.aborted) {
    if (await isAbandoned(options, host)) await runToEnd(asRun, host);
    await host.clock.sleepUntil(host.clock.now() + lookMs, stop);
  }
  return exitCode.done;
}

/** It has begun and not ended, and nobody leads it. */
async function isAbandoned(options: SenderOptions, host: Host): Promise<boolean> {
  const found = await findRun(options, host);
  if (found === undefined) return false;
  const { campaign, run, paths } = found;
  const backend = stateBackend(paths, options, host);
  const opened = await backend.openForReading({ about: { campaign, run, service: '' }, verify: 'none' });
  if (opened === undefined || 'refused' in opened) return false;
  try {
    const { carriedOut, begunAt, exitCode: code, control } = await opened.reader.status();
    return control === 'run' && carriedOut === undefined && begunAt !== undefined && code === undefined;
  } finally {
    await opened.reader.close();
  }
}
