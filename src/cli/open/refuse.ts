import { dirname, join, resolve } from 'node:path';
import { nearestFile } from '../../campaign/campaign-paths.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import { contactPaths } from '../../ledger/state-paths.ts';
import type { Host } from '../../platform/ports.ts';
import type { Refusal } from '../../project/project.ts';
import { diagnosticsPrinters } from '../../report/diagnostics/printers.ts';
import { clockBehind, ledgerMessage, staleList } from '../contacts/contact-messages.ts';
import { completeCommands } from '../messages/format-command.ts';
import { refusalMessage, stateErrorMessage } from '../messages/state-messages.ts';
import type { CampaignOptions, FindingsWay } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

/** Prints why something of a project cannot be opened, and what to do. `ending`: of a command that sends. */
export async function refuse(
  refusal: Exclude<Refusal, { readonly kind: 'forgotten' }>,
  options: CampaignOptions,
  host: Host,
  ending: ' Nothing was sent.' | '' = '',
): Promise<ExitCode> {
  switch (refusal.kind) {
    case 'options':
      return couldNot(host, `${refusal.fault}${ending}`);
    case 'absent':
      return couldNot(host, await absentFileMessage(options.file, host));
    case 'findings':
      printFindings(options, refusal.diagnostics, host);
      return exitCode.findings;
    case 'state':
      return couldNot(host, refusalMessage(refusal.refused, refusal.location, options, ending));
    case 'contacts':
      return couldNot(host, `${ledgerMessage(refusal.refused, refusal.place)}${ending}`);
    case 'staleList':
      return couldNot(host, `${completeCommands(staleList(refusal.stale, refusal.now), options)}${ending}`);
    case 'clockBehind':
      return couldNot(host, `${clockBehind(refusal.last, refusal.now)}${ending}`);
    case 'unknownForgotten':
      return couldNot(
        host,
        `Who was forgotten while this run was being opened cannot be read: ${refusal.fault}. Run again.${ending}`,
      );
    default:
      return refusal satisfies never;
  }
}

export function couldNot(host: Pick<Host, 'console'>, message: string): ExitCode {
  host.console.err(`${visibleLine(message)}\n`);
  return exitCode.couldNotRun;
}

export function printFindings(
  options: Pick<CampaignOptions, 'file' | 'format' | 'findings'>,
  diagnostics: readonly Diagnostic[],
  host: Host,
): void {
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warningCount = diagnostics.length - errorCount;
  const report = { files: [options.file], diagnostics, hidden: 0, errorCount, warningCount };
  const way = options.findings ?? wayFor(options.format);
  const { colour, out, err, outIsTerminal, width } = host.console;
  if (way === 'aside') err(diagnosticsPrinters.pretty(report, { colour: false }));
  else out(diagnosticsPrinters[way](report, { colour, width: outIsTerminal ? width : undefined }));
}

function wayFor(format: string | undefined): FindingsWay {
  if (format === undefined || format === 'text') return 'pretty';
  return format === 'json' ? 'json' : 'aside';
}

/** There is no such campaign file: perhaps it is a folder, or another file was meant. */
export async function absentFileMessage(path: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<string> {
  if (path === '-' || passedOn.test(path))
    return 'A campaign cannot be read from stdin, because its lists and audio are found beside its file: write it to a file first';
  const absolute = resolve(cwd, path);
  if ((await files.list(absolute)) !== undefined) return `${path} is a folder; name the files: ${join(path, '*.yaml')}`;
  const near = await nearestFile(files, absolute);
  return `There is no file ${path}${near === undefined ? '' : `; did you mean ${join(dirname(path), near)}?`}`;
}

/** What a shell passes on without a file: stdin, and `<(…)`. */
const passedOn = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Explains a state file that failed; rethrows our own bugs. */
export function stateError(error: unknown, path: string, host: Host): ExitCode {
  const refused = ledgerRefusal(error);
  if (refused !== undefined) {
    const folder = dirname(path);
    return couldNot(
      host,
      `${ledgerMessage(refused, { paths: contactPaths({ folder, sandbox: path.endsWith('.sandbox.db') }), store: undefined })} Run again when it is repaired.`,
    );
  }
  return couldNot(host, stateErrorMessage(error, path));
}
