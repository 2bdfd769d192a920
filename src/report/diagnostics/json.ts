import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Position, Span } from '../../diagnostic/source-file.ts';
import type { DiagnosticsPrinter } from './report.ts';
import { rangeOf, shownFinding } from './shown-finding.ts';

/** For machines; a promise of `docs/cli.md`: new keys may come, none change. */
export const printJson: DiagnosticsPrinter = ({ files, diagnostics, errorCount, warningCount, excludes, hours }) => {
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
