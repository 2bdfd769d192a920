import { parseYaml, yamlMostBytes } from '../../campaign/yaml/parse.ts';
import { worldDocument } from '../../campaign/yaml/yaml-findings.ts';
import { valueSpan } from '../../campaign/yaml/yaml-tree.ts';
import { positionAt } from '../../diagnostic/source-file.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import type { WorldInput } from '../../sandbox/world/world-input.gen.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { couldNot, printFindings } from './refuse.ts';

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
