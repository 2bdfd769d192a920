import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { DiagnosticsPrinter } from './report.ts';
import { rangeOf, relatedTexts, shownFinding } from './shown-finding.ts';

/** Workflow commands: GitHub shows each finding beside its line of the pull request. */
export const printGithub: DiagnosticsPrinter = ({ diagnostics }, { repositoryPath = (path) => path }) =>
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
