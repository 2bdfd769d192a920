import { parseYaml, yamlMostBytes } from '../../campaign/yaml/parse.ts';
import { worldDocument } from '../../campaign/yaml/yaml-findings.ts';
import { valueSpan } from '../../campaign/yaml/yaml-tree.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { positionAt } from '../../diagnostic/source-file.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type Host, isUnreadable, stopSignal } from '../../platform/ports.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { WorldInput } from '../../sandbox/world/world-input.gen.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { printFindings } from './refuse.ts';

/** Serves a sandbox until Ctrl-C. `note` is printed on stderr as soon as it takes requests. */
export async function serveSandbox(options: SandboxOptions, host: Host, note: string): Promise<ExitCode> {
  const log = (line: string): void => host.console.err(`${line}\n`);
  const sandbox = await startSandbox({ log, ...options }).catch((error: unknown) => messageOf(error));
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}`);
  host.console.out(`listening on ${sandbox.url}\n`);
  if (note !== '') host.console.err(note);
  let closeChannel = (): void => {};
  await new Promise<unknown>((resolve) => {
    closeChannel = host.signals.onParentGone(() => resolve(undefined));
    void stopSignal(host.signals).then(resolve);
  });
  await sandbox.close();
  closeChannel();
  return exitCode.done;
}

/** A world file, checked; its findings have been printed where the answer is an exit code. */
export async function readWorldFile(path: string, host: Host): Promise<WorldInput | ExitCode> {
  const text = await host.files.readText(path, yamlMostBytes);
  if (text === undefined) return couldNot(host, `There is no file ${path}`);
  if (isUnreadable(text)) return couldNot(host, `${path} ${text.words}`);
  const tree = parseYaml({ path, text }, worldDocument);
  if (tree.value === undefined) {
    printFindings({ file: path }, tree.diagnostics, host);
    return exitCode.findings;
  }
  const { readWorld } = await import('../../sandbox/world/read-world.ts');
  const { world, findings } = readWorld(tree.value.value);
  if (world !== undefined) return tree.value.value;
  for (const { path: place, message } of findings) {
    const { file, start: offset } = valueSpan(tree.value, place);
    const { line, column } = positionAt(file, offset);
    host.console.out(`${visibleLine(`${path}:${line}:${column} ${place.join('.')}: ${message}`)}\n`);
  }
  return exitCode.findings;
}
