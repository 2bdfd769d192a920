import { codeFrameColumns } from '@babel/code-frame';
import colours from 'picocolors';
import type { Diagnostic, Severity } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../source/source-file.ts';
import { placeText, rangeOf } from './place.ts';
import type { DiagnosticsPrinter, DiagnosticsReport } from './report.ts';

/** For people: place, words, the lines themselves, what to do, and the other places that matter. */
export const printPretty: DiagnosticsPrinter = (report, style) => {
  const paint = colours.createColors(style.colour);
  const findings = report.diagnostics.map((finding) => pretty(finding, paint));
  return [...findings, summary(report, paint)].join('\n\n') + '\n';
};

type Paint = ReturnType<typeof colours.createColors>;

/** One finding, as `check` prints it; other commands print findings of their own the same way. */
export function prettyDiagnostic(finding: Diagnostic, colour: boolean): string {
  return pretty(finding, colours.createColors(colour));
}

function pretty(finding: Diagnostic, paint: Paint): string {
  const { code, severity, message, span, hint, related = [] } = finding;
  const head = `${paint.bold(placeText(span))} ${severityWord(severity, paint)} ${paint.dim(code)} ${message}`;
  const lines = [head, frame(span)];
  if (hint !== undefined) lines.push(`  ${paint.green('hint:')} ${hint}`);
  for (const place of related) lines.push(`  ${paint.cyan('see:')} ${placeText(place.span)} ${place.message}`);
  return lines.filter((line) => line !== '').join('\n');
}

function severityWord(severity: Severity, paint: Paint): string {
  return severity === 'error' ? paint.red('error') : paint.yellow('warning');
}

/** Wider lines are cut around the place that is meant. */
const frameWidth = 160;

function frame(span: Span): string {
  const { file } = span;
  if (file.text === '') return '';
  const { start, end } = rangeOf(span);
  const lineEnd = file.text.indexOf('\n', span.start);
  const lastColumn = (lineEnd === -1 ? file.text.length : lineEnd) - span.start + start.column;
  const endColumn =
    end.line === start.line ? Math.max(end.column, start.column + 1) : Math.max(lastColumn, start.column + 1);
  const firstLine = file.firstLine ?? 1;
  const cut = start.column > frameWidth ? start.column - frameWidth / 2 : 0;
  const text =
    cut === 0
      ? file.text
      : file.text
          .split('\n')
          .map((line) => line.slice(cut))
          .join('\n');
  const lines = text.split('\n').map((line) => (line.length > frameWidth ? `${line.slice(0, frameWidth)}…` : line));
  const location = {
    start: { line: start.line, column: start.column - cut },
    end: { line: start.line, column: Math.min(endColumn - cut, frameWidth + 2) },
  };
  const options = { highlightCode: false, linesAbove: 1, linesBelow: 1, startLine: firstLine };
  return codeFrameColumns(lines.join('\n'), location, options);
}

function summary({ files, errorCount, warningCount, hidden }: DiagnosticsReport, paint: Paint): string {
  const where = files.length === 1 ? files[0]! : `${files.length} files`;
  const more = hidden > 0 ? ` (${hidden} more not shown)` : '';
  if (errorCount + warningCount === 0) return `${paint.green('✓')} ${where}: nothing to mend`;
  const errors = count(errorCount, 'error');
  const warnings = count(warningCount, 'warning');
  const words = [errorCount > 0 ? paint.red(errors) : '', warningCount > 0 ? paint.yellow(warnings) : ''];
  const explain = `callsheet explain CODE says more`;
  return `${errorCount > 0 ? paint.red('✗') : paint.green('✓')} ${where}: ${words.filter(Boolean).join(', ')}${more}; ${explain}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
