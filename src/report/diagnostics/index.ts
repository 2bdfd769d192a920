import { printGithub } from './github.ts';
import { printJson } from './json.ts';
import { printPretty } from './pretty.ts';
import type { DiagnosticsFormat, DiagnosticsPrinter } from './report.ts';
import { printSarif } from './sarif.ts';

export type { DiagnosticsFormat, DiagnosticsReport } from './report.ts';

export const diagnosticsPrinters: Readonly<Record<DiagnosticsFormat, DiagnosticsPrinter>> = {
  pretty: printPretty,
  json: printJson,
  github: printGithub,
  sarif: printSarif,
};
