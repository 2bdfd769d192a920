import { parseYaml } from '../../campaign/parse.ts';
import { valueSpan } from '../../campaign/yaml-tree.ts';
import type { Host } from '../../platform/ports.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { WorldInput } from '../../sandbox/world/world-input.gen.ts';
import { positionAt } from '../../source/source-file.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { couldNot, printFindings } from '../open-campaign.ts';

export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** World file, laid over the default world. */
  readonly world?: string;
  /** Keep the ledger in this file. */
  readonly data?: string;
}

/** callsheet serve: the sandbox as a process of its own, until Ctrl-C. */
export async function serve(options: ServeOptions, host: Host): Promise<ExitCode> {
  const world = options.world === undefined ? undefined : await readWorldFile(options.world, host);
  if (typeof world === 'number') return world;
  const { port, data } = options;
  const sandbox = await start(() =>
    startSandbox({
      port,
      host: options.host,
      clock: host.clock,
      log: (line) => host.console.err(`${line}\n`),
      ...(world === undefined ? {} : { world }),
      ...(data === undefined ? {} : { data }),
    }),
  );
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}`);
  host.console.out(`listening on ${sandbox.url}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await sandbox.close();
  return exitCode.done;
}

async function start(begin: () => Promise<Sandbox>): Promise<Sandbox | string> {
  try {
    return await begin();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readWorldFile(path: string, host: Host): Promise<WorldInput | ExitCode> {
  const text = await host.files.readText(path);
  if (text === undefined) return couldNot(host, `There is no file ${path}`);
  const tree = parseYaml({ path, text });
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
    host.console.out(`${path}:${line}:${column} ${place.join('.')}: ${message}\n`);
  }
  return exitCode.findings;
}
