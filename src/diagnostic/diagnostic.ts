import type { DiagnosticCode } from './codes.ts';
import type { Span } from './source-file.ts';

export type Severity = 'error' | 'warning';

/** A finding about text: what is wrong, where, and what to do. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence, no full stop, user's words in backticks. */
  readonly message: string;
  readonly span: Span;
  /** What to do about it, as an imperative. */
  readonly hint?: string;
  readonly related?: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** A value, with everything found while making it. `value` is absent if an incomplete one would be wrong. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((finding) => finding.severity === 'error');
}
