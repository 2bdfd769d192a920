import type { Host } from '../../platform/ports.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start-sandbox.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { couldNot } from './open-campaign.ts';
import { stopSignals } from './stop-by-signal.ts';

/** Serves a sandbox until Ctrl-C. `listening` is called as soon as it takes requests. */
export async function serveSandbox(
  options: SandboxOptions,
  host: Host,
  listening: (sandbox: Sandbox) => void,
): Promise<ExitCode> {
  const log = (line: string): void => host.console.err(`${line}\n`);
  const sandbox = await startSandbox({ log, ...options }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}`);
  host.console.out(`listening on ${sandbox.url}\n`);
  listening(sandbox);
  await new Promise<void>((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve());
    // The process that started it for a page of its own is gone.
    process.once('disconnect', () => resolve());
  });
  await sandbox.close();
  // A channel that is listened to keeps a process from ending.
  if (process.connected) process.disconnect();
  return exitCode.done;
}
