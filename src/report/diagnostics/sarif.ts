import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { explanations } from '../../diagnostic/explanations.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { DiagnosticsPrinter } from './report.ts';
import { rangeOf, shownFinding } from './shown-finding.ts';

/** SARIF 2.1.0, for code scanning. */
export const printSarif: DiagnosticsPrinter = ({ diagnostics }, { repositoryPath = (path) => path, version }) => {
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
