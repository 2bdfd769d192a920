import { resolve } from 'node:path';
import type { Host } from '../../platform/ports.ts';
import { couldNot } from '../open/open-campaign.ts';
import { stopSignals } from '../open/stop-by-signal.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { expandFiles } from '../options/expand-files.ts';
import { storeOf } from '../options/settings.ts';
import { leadWhenNeeded } from './lead-when-needed.ts';
import { type SenderOptions, sendAsWorker } from './send-as-worker.ts';

export interface WorkerOptions extends Omit<SenderOptions, 'file'> {
  readonly files: readonly string[];
  readonly mayLead: boolean;
}

/** callsheet worker FILE…: sends what the leaders of these campaigns hand out, until Ctrl-C. */
export async function worker(options: WorkerOptions, host: Host): Promise<ExitCode> {
  if (storeOf(options, host) === undefined) {
    return couldNot(host, 'A worker needs the store of its leader: --store URL, or CALLSHEET_STORE. Nothing was sent.');
  }
  const paths = await campaignFiles(options.files.length === 0 ? ['.'] : options.files, host);
  if (!Array.isArray(paths)) return couldNot(host, `${paths}. Nothing was sent.`);
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(exitCode.stopped);
    host.console.err(`${signal}: no new jobs start; waiting for jobs in flight. Send it again to quit immediately.\n`);
    stop.abort(signal);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  try {
    const ended = paths.flatMap((file) => [
      sendAsWorker({ ...options, file }, host, stop.signal),
      ...(options.mayLead ? [leadWhenNeeded({ ...options, file }, host, stop.signal)] : []),
    ]);
    const codes = await Promise.all(ended);
    return codes.reduce((worst, code) => (code > worst ? code : worst), exitCode.done);
  } finally {
    for (const signal of stopSignals) process.off(signal, onSignal);
  }
}

/** A folder stands for the campaign files in it. */
async function campaignFiles(files: readonly string[], host: Host): Promise<string[] | string> {
  const patterns: string[] = [];
  for (const path of files) {
    const isFolder = (await host.files.list(resolve(host.cwd, path))) !== undefined;
    patterns.push(isFolder ? `${path.replace(/\/$/, '')}/*.yaml` : path);
  }
  return expandFiles(patterns, host);
}
