import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';

/** Added after the last finding that is listed. */
export function moreMistakes(span: Span): Diagnostic {
  return {
    code: 'CS1001',
    severity: 'error',
    message: 'There are more mistakes after this one; they are not listed',
    span,
  };
}

/** After these errors the value is still what the author meant; after any other error, further findings would be wrong. */
const readableAfter: ReadonlySet<string> = new Set([
  'CS1002',
  'CS1004',
  'CS1005',
  'CS1007',
  'CS1011',
  'CS1013',
  'CS1017',
  'CS1021',
]);

export function isUnreadable({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && !readableAfter.has(code);
}

/** One mistake in YAML gives several errors on its line and again on the next; the first is the most useful. */
export function unlikeBefore(findings: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...findings].sort((a, b) => a.span.start - b.span.start);
  const seen = new Map<number, string>();
  const kept = sorted.filter((finding) => {
    if (finding.code !== 'CS1001' && finding.code !== 'CS1015') return true;
    const { file, start } = finding.span;
    const line = file.text.lastIndexOf('\n', start - 1);
    const lineBefore = line === -1 ? -1 : file.text.lastIndexOf('\n', line - 1);
    const isNew = !seen.has(line) && seen.get(lineBefore) !== finding.message;
    if (!seen.has(line)) seen.set(line, finding.message);
    return isNew;
  });
  return tabsOnce(kept);
}

/** A file that is indented with tabs gets one finding for all of them. */
function tabsOnce(findings: readonly Diagnostic[]): Diagnostic[] {
  const [first, ...others] = findings.filter((finding) => finding.code === 'CS1003');
  if (first === undefined || others.length === 0) return [...findings];
  const message = `Tabs indent this line and ${others.length} more; YAML allows only spaces`;
  const once = { ...first, message, hint: 'replace the tabs with spaces' };
  return findings.flatMap((one) => (one === first ? [once] : one.code === 'CS1003' ? [] : [one]));
}
