import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { explanations } from '../../diagnostic/explanations.ts';
import type { Position, Span } from '../../diagnostic/source-file.ts';
import { printPretty } from './pretty.ts';
import { type DiagnosticsFormat, type DiagnosticsPrinter, rangeOf, relatedTexts, shownFinding } from './report.ts';

export type { DiagnosticsFormat, DiagnosticsReport } from './report.ts';

/** For machines; a promise of `docs/cli.md`: new keys may come, none change. */
const printJson: DiagnosticsPrinter = ({ files, diagnostics, errorCount, warningCount, excludes, hours }) => {
  const json = {
    version: 1,
    files,
    errorCount,
    warningCount,
    excludes: excludes?.length ? excludes : undefined,
    hours: hours?.length ? hours : undefined,
    diagnostics: diagnostics.map(diagnosticJson),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
};

/** One finding as `check` and `plan` give it in JSON: lines and columns from 1, offsets from 0. */
export function diagnosticJson(finding: Diagnostic) {
  const { code, severity, message, span, hint, related } = shownFinding(finding);
  return {
    code,
    severity,
    message,
    ...place(span),
    hint,
    related: related?.map((one) => ({ message: one.message, ...place(one.span) })),
  };
}

function place(span: Span) {
  const { path, firstOffset = 0 } = span.file;
  const { start, end } = rangeOf(span);
  // Of the whole file, also where the span is of an excerpt.
  const inFile = (at: Position): Position => ({ ...at, offset: at.offset + firstOffset });
  return { file: path, range: { start: inFile(start), end: inFile(end) } };
}

/** Workflow commands: GitHub shows each finding beside its line of the pull request. */
const printGithub: DiagnosticsPrinter = ({ diagnostics }, { repositoryPath = (path) => path }) =>
  diagnostics.map((finding) => `${annotation(shownFinding(finding), repositoryPath)}\n`).join('');

function annotation(
  { code, severity, message, span, hint, related = [] }: Diagnostic,
  pathOf: (path: string) => string,
): string {
  const { start, end } = rangeOf(span);
  const properties = {
    file: pathOf(span.file.path),
    line: start.line,
    endLine: end.line,
    // GitHub refuses columns in an annotation over several lines.
    ...(end.line === start.line ? { col: start.column, endColumn: end.column } : {}),
    title: code,
  };
  const lines = [message, ...(hint === undefined ? [] : [hint]), ...relatedTexts(related, pathOf)];
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${listed.join(',')}::${escapeData(lines.join('\n'))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** SARIF 2.1.0, for code scanning. */
const printSarif: DiagnosticsPrinter = ({ diagnostics }, { repositoryPath = (path) => path, version }) => {
  const used = [...new Set(diagnostics.map((finding) => finding.code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'callsheet', version, semanticVersion: version, rules: used.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((finding) => result(shownFinding(finding), used, repositoryPath)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

function rule(code: DiagnosticCode): object {
  const { cause, fix } = explanations[code];
  return {
    id: code,
    shortDescription: { text: diagnosticCodes[code] },
    fullDescription: { text: cause },
    help: {
      text: `${cause}\n\nHow to fix: ${fix}\n\nAn example: callsheet explain ${code}`,
      markdown: `${cause}\n\n**How to fix:** ${fix}\n\nAn example: \`callsheet explain ${code}\``,
    },
  };
}

function result(
  { code, severity, message, span, hint, related = [] }: Diagnostic,
  used: readonly string[],
  pathOf: (path: string) => string,
): object {
  return {
    ruleId: code,
    ruleIndex: used.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? `${message}.` : `${message}. Hint: ${hint}${hint.endsWith('?') ? '' : '.'}` },
    locations: [{ physicalLocation: location(span, pathOf) }],
    relatedLocations:
      related.length === 0
        ? undefined
        : related.map((one, id) => ({
            id,
            message: { text: one.message },
            physicalLocation: location(one.span, pathOf),
          })),
  };
}

function location(span: Span, pathOf: (path: string) => string): object {
  const { start, end } = rangeOf(span);
  return {
    artifactLocation: { uri: uriOf(pathOf(span.file.path)) },
    region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
  };
}

/** Relative to the root of the repository, or with a scheme. */
function uriOf(path: string): string {
  const parts = path.replace(/\p{Cs}/gu, '\uFFFD').split('/');
  const encoded = parts.map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${encoded}`;
  return /^[A-Za-z]:\//.test(path) ? `file:///${encoded}` : encoded;
}

export const diagnosticsPrinters: Readonly<Record<DiagnosticsFormat, DiagnosticsPrinter>> = {
  pretty: printPretty,
  json: printJson,
  github: printGithub,
  sarif: printSarif,
};
