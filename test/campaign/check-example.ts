import { check } from '../../src/cli/commands/check.ts';
import type { Host } from '../../src/platform/ports.ts';
import type { DiagnosticsFormat } from '../../src/report/diagnostics/printers.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

export interface Checked {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** `check` over files in memory, with nothing of this machine in it. */
export async function checkFiles(
  content: Readonly<Record<string, string | Uint8Array>>,
  options: {
    readonly files?: readonly string[];
    readonly format?: DiagnosticsFormat;
    readonly quiet?: boolean;
    readonly maxFindings?: number;
    readonly input?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Checked> {
  const { host, out, err } = memoryHost(content, options.env);
  const { files = ['campaign.yaml'], format = 'pretty', quiet = false, maxFindings, input = [] } = options;
  const exitCode = await check(
    { files, format, quiet, input, ...(maxFindings === undefined ? {} : { maxFindings }) },
    host,
  );
  return { exitCode, out: out(), err: err() };
}

/** A host that has these files and no others, in `/work`. */
export function memoryHost(
  content: Readonly<Record<string, string | Uint8Array>>,
  env: Readonly<Record<string, string>> = {},
): { readonly host: Host; out(): string; err(): string } {
  const { host, out, err } = commandHost({ now: Date.parse('2026-11-23T08:00:00Z'), files: memoryFiles(content), env });
  return { host: { ...host, cwd: '/work' }, out, err };
}
