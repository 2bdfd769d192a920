import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';

/** After the last that is told. */
export function moreMistakes(span: Span): Diagnostic {
  return { code: 'CS1001', severity: 'error', message: 'More mistakes follow; they are not listed', span };
}

/** After these, what was read is what was meant; after any other error, going on would lie. */
const readableAfter: ReadonlySet<string> = new Set([
  'CS1002',
  'CS1004',
  'CS1005',
  'CS1007',
  'CS1011',
  'CS1013',
  'CS1017',
]);

export function isUnreadable({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && !readableAfter.has(code);
}

/** One slip in YAML gives several errors on its line, and the same again for the next; the first says most. */
export function unlikeBefore(findings: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...findings].sort((a, b) => a.span.start - b.span.start);
  const seen = new Map<number, string>();
  const told = sorted.filter((finding) => {
    if (finding.code !== 'CS1001' && finding.code !== 'CS1015') return true;
    const { file, start } = finding.span;
    const line = file.text.lastIndexOf('\n', start - 1);
    const lineBefore = line === -1 ? -1 : file.text.lastIndexOf('\n', line - 1);
    const isNew = !seen.has(line) && seen.get(lineBefore) !== finding.message;
    if (!seen.has(line)) seen.set(line, finding.message);
    return isNew;
  });
  return tabsOnce(told);
}

/** A file is indented by tabs throughout, or by none. */
function tabsOnce(findings: readonly Diagnostic[]): Diagnostic[] {
  const [first, ...others] = findings.filter((finding) => finding.code === 'CS1003');
  if (first === undefined || others.length === 0) return [...findings];
  const message = `Tabs indent this line and ${others.length} more; YAML takes blanks only`;
  const once = { ...first, message, hint: 'replace the tabs by blanks' };
  return findings.flatMap((one) => (one === first ? [once] : one.code === 'CS1003' ? [] : [one]));
}
