import { codeFrameColumns } from '@babel/code-frame';
import colours from 'picocolors';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { lineSpan, type Span } from '../../diagnostic/source-file.ts';
import { isVisible, visibleLine } from '../../diagnostic/visible-text.ts';
import { formatJudgedHours } from '../audience-text.ts';
import { wrapText } from '../columns.ts';
import {
  type DiagnosticsPrinter,
  type DiagnosticsReport,
  placeText,
  rangeOf,
  relatedTexts,
  shownFinding,
} from './report.ts';

/** For people: place, words, the lines themselves, what to do, and the other places that matter. */
export const printPretty: DiagnosticsPrinter = (report, style) => {
  const paint = colours.createColors(style.colour);
  const { width } = style;
  const fit = (line: string): string => (width === undefined ? line : wrapText(line, width));
  const findings = report.diagnostics.map((finding) => pretty(shownFinding(finding), paint, fit));
  return (
    [
      ...findings,
      [...excluded(report), ...judgedHours(report), ...nobody(report, paint), summary(report, paint)]
        .map(fit)
        .join('\n'),
    ].join('\n\n') + '\n'
  );
};

type Paint = ReturnType<typeof colours.createColors>;

function pretty(finding: Diagnostic, paint: Paint, fit: (line: string) => string): string {
  const { code, severity, message, span, hint, related = [] } = finding;
  const place = paint.bold(visibleLine(placeText(span)));
  const colour = severity === 'error' ? paint.red : paint.yellow;
  const lines = [fit(`${place} ${colour(severity)} ${paint.dim(code)} ${message}`), paintFrame(frame(span), colour)];
  if (hint !== undefined) lines.push(fit(`  ${paint.green('hint:')} ${hint}`));
  for (const text of relatedTexts(related)) lines.push(fit(`  ${paint.cyan('see:')} ${text}`));
  return lines.filter((line) => line !== '').join('\n');
}

/** What points at the place has the colour of its severity. */
function paintFrame(frame: string, colour: Paint['red']): string {
  return frame.replace(/^>|(?<=^ +\| *)\^+$/gm, (mark) => colour(mark));
}

/** Wider lines are cut around the place that is meant. */
const frameWidth = 160;

function frame(span: Span): string {
  const { file } = span;
  if (file.text === '') return '';
  const { start, end } = rangeOf(span);
  const { text, lineLength, linesAbove } = around(span);
  const lastColumn = end.line === start.line ? end.column : lineLength + 1;
  const cut = start.column > frameWidth ? start.column - frameWidth / 2 : 0;
  const lines = text.split('\n').map((line) => oneWide(shortened(line.replace(/\r$/, '').slice(cut))));
  const location = {
    start: { line: start.line, column: start.column - cut },
    end: { line: start.line, column: Math.min(Math.max(lastColumn, start.column + 1) - cut, frameWidth + 2) },
  };
  const options = { highlightCode: false, linesAbove: 1, linesBelow: 1, startLine: start.line - linesAbove };
  return codeFrameColumns(lines.join('\n'), location, options);
}

/** The line of a place with its neighbours: the frame needs no more of a long file. */
function around({ file, start }: Span): {
  readonly text: string;
  readonly lineLength: number;
  readonly linesAbove: number;
} {
  const line = lineSpan(file, start);
  const above = line.start === 0 ? line.start : lineSpan(file, line.start - 1).start;
  const below = line.end >= file.text.length ? line.end : lineSpan(file, line.end + 1).end;
  return {
    text: file.text.slice(above, below),
    lineLength: line.end - line.start,
    linesAbove: line.start === 0 ? 0 : 1,
  };
}

function shortened(line: string): string {
  return line.length > frameWidth ? `${line.slice(0, frameWidth)}…` : line;
}

/** What cannot be seen takes one column, so that the marks under the line stay in place. */
function oneWide(line: string): string {
  return Array.from(line, (one) => (one === '\t' || isVisible(one) ? one : '\uFFFD'.repeat(one.length))).join('');
}

/** Nothing is good about a campaign that leaves everybody out. */
function nobody({ nobody: campaigns = [] }: DiagnosticsReport, { yellow }: Paint): string[] {
  const plan = (campaign: string): string => visibleLine(`\`callsheet plan ${campaign}\``);
  return campaigns.map((campaign) => `${yellow('!')} nobody would be contacted: ${plan(campaign)} says why`);
}

function summary(report: DiagnosticsReport, paint: Paint): string {
  const { files, errorCount, warningCount, hidden, nobody: leftOut = [] } = report;
  const [first, ...others] = files;
  const where = first === undefined ? '' : `${others.length === 0 ? visibleLine(first) : `${files.length} files`}: `;
  const more = hidden > 0 ? ` (${hidden} more not shown)` : '';
  const fine = leftOut.length > 0 ? paint.yellow('!') : paint.green('✓');
  if (errorCount + warningCount === 0) return `${fine} ${where}no ${leftOut.length > 0 ? 'errors' : 'problems'}`;
  const errors = counted(errorCount, 'error');
  const warnings = counted(warningCount, 'warning');
  const words = [errorCount > 0 ? paint.red(errors) : '', warningCount > 0 ? paint.yellow(warnings) : ''];
  const explain = 'run `callsheet explain CODE` for details';
  return `${errorCount > 0 ? paint.red('✗') : fine} ${where}${words.filter(Boolean).join(', ')}${more}; ${explain}`;
}

/** Shows how many people each `exclude` list leaves out: a list that leaves out nobody may be the wrong one. */
function excluded({ files, excludes = [] }: DiagnosticsReport): string[] {
  return excludes.map(({ campaign, audience, file, numbers, inAudience }) => {
    const place = files.length === 1 ? '' : `${campaign}: `;
    return visibleLine(
      `${place}${file}: ${counted(numbers, 'number')}, ${inAudience} of them left out of \`${audience}\``,
    );
  });
}

function judgedHours({ files, hours = [] }: DiagnosticsReport): string[] {
  return [...new Set(hours.map(({ campaign }) => campaign))].flatMap((campaign) => {
    const place = files.length === 1 ? '' : `${campaign}: `;
    const lines = formatJudgedHours(hours.filter((one) => one.campaign === campaign));
    return lines.map((line) => visibleLine(`${place}${line}`));
  });
}
