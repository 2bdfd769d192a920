import { type Position, positionAt, type Span } from '../../diagnostic/source-file.ts';

/** Both ends of a span; the end lies on no later line break than the last character. */
export function rangeOf(span: Span): { readonly start: Position; readonly end: Position } {
  return { start: positionAt(span.file, span.start), end: positionAt(span.file, Math.max(span.start, span.end)) };
}

/** `campaigns/spring.yaml:4:13`, which terminals and editors make a link of. */
export function placeText(span: Span, pathOf: (path: string) => string = (path) => path): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${pathOf(span.file.path)}:${line}:${column}`;
}

/** Absolute offset of a position, also in an excerpt. */
export function withOffset(span: Span, position: Position): Position {
  return { ...position, offset: position.offset + (span.file.firstOffset ?? 0) };
}
