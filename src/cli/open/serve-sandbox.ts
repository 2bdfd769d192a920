import { messageOf } from '../../diagnostic/message-of.ts';
import { type Host, stopSignal } from '../../platform/ports.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start-sandbox.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { couldNot } from './refuse.ts';

/** Serves a sandbox until Ctrl-C. `listening` is called as soon as it takes requests. */
export async function serveSandbox(
  options: SandboxOptions,
  host: Host,
  listening: (sandbox: Sandbox) => void,
): Promise<ExitCode> {
  const log = (line: string): void => host.console.err(`${line}\n`);
  const sandbox = await startSandbox({ log, ...options }).catch((error: unknown) => messageOf(error));
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}`);
  host.console.out(`listening on ${sandbox.url}\n`);
  listening(sandbox);
  let closeChannel = (): void => {};
  await new Promise<unknown>((resolve) => {
    closeChannel = host.signals.onParentGone(() => resolve(undefined));
    void stopSignal(host.signals).then(resolve);
  });
  await sandbox.close();
  closeChannel();
  return exitCode.done;
}
