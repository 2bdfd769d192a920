/**
 * Templates made only of text and plain outputs, such as `Hello {{ recipient.first_name | default: 'there' }}`: nearly all
 * templates of campaigns. They have the same result as in Liquid, without loading it, and render about ten times faster.
 */
export interface SimpleTemplate {
  readonly parts: readonly (string | SimpleOutput)[];
}

export interface SimpleOutput {
  readonly path: readonly string[];
  /** Used if the value is missing or empty. */
  readonly fallback: string | number | boolean | undefined;
  /** Offsets of the path in the template's text. */
  readonly start: number;
  readonly end: number;
}

const output =
  /\{\{\s*([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\s*(?:\|\s*default:\s*(?:'([^'\\{}]*)'|"([^"\\{}]*)"|(-?\d+(?:\.\d+)?)|(true|false))\s*)?\}\}/y;

/** Words that Liquid reads as values, not as names. */
const literals: ReadonlySet<string> = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);

export function parseSimpleTemplate(text: string): SimpleTemplate | undefined {
  const parts: (string | SimpleOutput)[] = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('{', at);
    if (next === -1) break;
    const follows = text[next + 1];
    if (follows === '%') return undefined;
    if (follows !== '{') {
      parts.push(text.slice(at, next + 1));
      at = next + 1;
      continue;
    }
    if (next > at) parts.push(text.slice(at, next));
    const read = readOutput(text, next);
    if (read === undefined) return undefined;
    parts.push(read.part);
    at = read.end;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts: joined(parts) };
}

function readOutput(text: string, at: number): { readonly part: SimpleOutput; readonly end: number } | undefined {
  output.lastIndex = at;
  const match = output.exec(text);
  const path = match?.[1]?.split('.');
  if (
    !match ||
    !path ||
    literals.has(path[0]!) ||
    path.includes('size') ||
    path.includes('first') ||
    path.includes('last')
  ) {
    return undefined;
  }
  const start = text.indexOf(match[1]!, at);
  const [, , single, double, number, word] = match;
  // Liquid says what is wrong with one that would be printed in other digits.
  if (number !== undefined && String(Number(number)) !== number) return undefined;
  const fallback = single ?? double ?? (number === undefined ? word && word === 'true' : Number(number));
  const part = { path, start, end: start + match[1]!.length, fallback };
  return { part, end: output.lastIndex };
}

function joined(parts: readonly (string | SimpleOutput)[]): (string | SimpleOutput)[] {
  const result: (string | SimpleOutput)[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}
