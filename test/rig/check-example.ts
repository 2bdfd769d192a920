import { check } from '../../src/cli/commands/check.ts';
import type { Host } from '../../src/platform/ports.ts';
import type { DiagnosticsFormat } from '../../src/report/diagnostics/index.ts';
import { memoryFiles } from './memory-files.ts';

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
  let out = '';
  let err = '';
  const host = {
    files: memoryFiles(content),
    cwd: '/work',
    env: options.env ?? {},
    console: {
      out: (text: string) => {
        out += text;
      },
      err: (text: string) => {
        err += text;
      },
      colour: false,
    },
  } as unknown as Host;
  const { files = ['campaign.yaml'], format = 'pretty', quiet = false, maxFindings, input = [] } = options;
  const exitCode = await check(
    { files, format, quiet, input, ...(maxFindings === undefined ? {} : { maxFindings }) },
    host,
  );
  return { exitCode, out, err };
}

/** `=== name (encoding)` and then the file, as often as there are files. */
export function readExample(text: string): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  for (const part of text.split(/^=== /m).slice(1)) {
    const [, name = '', encoding] = /^(\S+)(?: \((\w+)\))?\n/.exec(part) ?? [];
    const content = part.slice(part.indexOf('\n') + 1);
    files[name] = encoding === 'latin1' ? new Uint8Array(Buffer.from(content, 'latin1')) : content;
  }
  return files;
}
