import { isUtf8 } from 'node:buffer';
import { markedEncoding } from './as-utf8.ts';
import type { AudienceProblem } from './audience-problem.ts';

/** Watches that a stream of bytes is UTF-8: a CSV reader would put marks of replacement into people's names instead. */
export interface TextGuard {
  check(chunk: Uint8Array): AudienceProblem | undefined;
  end(): AudienceProblem | undefined;
}

export function textGuard(): TextGuard {
  let carried: Uint8Array = new Uint8Array(0);
  let line = 1;
  let first = true;
  /** What a byte order mark of UTF-8 adds to the finding: no other encoding may be meant. */
  let marked: { readonly detail?: string } = {};

  function check(chunk: Uint8Array): AudienceProblem | undefined {
    if (first && chunk.length > 0) {
      first = false;
      if (markedEncoding(chunk) === 'utf-8') marked = { detail: 'utf-8' };
      const utf16 = utf16Of(chunk);
      if (utf16 !== undefined) return { kind: 'utf16', count: 1, lines: [1], detail: utf16 };
      if (isArchive(chunk)) return { kind: 'archive', count: 1, lines: [1] };
      const kind = substituteOf(Buffer.from(chunk.subarray(0, 200)).toString('latin1'));
      if (kind !== undefined) return { kind, count: 1, lines: [1] };
    }
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = wholeCharacters(bytes);
    const text = bytes.subarray(0, whole);
    if (!isUtf8(text)) return { kind: 'notUtf8', count: 1, lines: [line + linesBefore(text)], ...marked };
    carried = bytes.slice(whole);
    line += countOf(0x0a, text);
    return undefined;
  }

  return {
    check,
    end: () => (carried.length > 0 ? { kind: 'notUtf8', count: 1, lines: [line], ...marked } : undefined),
  };
}

/** What is in the place of a list: the few lines that Git LFS leaves, or a page that says why there is none. */
function substituteOf(start: string): 'lfsPointer' | 'webPage' | undefined {
  if (start.startsWith('version https://git-lfs.github.com/spec/')) return 'lfsPointer';
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|head|body)\b/i.test(start) ? 'webPage' : undefined;
}

/** Of a file that begins with a letter in UTF-16, without a byte order mark. */
export function utf16Of(chunk: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = chunk;
  if (chunk.length < 4 || (a !== 0 && b !== 0)) return undefined;
  return a === 0 ? 'utf-16be' : 'utf-16le';
}

/** Spreadsheets are ZIP archives, the older ones compound files. */
function isArchive([a, b, c, d]: Uint8Array): boolean {
  return (a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0);
}

/** How many bytes end with a whole character. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

/** Lines before the first that is not UTF-8. */
function linesBefore(bytes: Uint8Array): number {
  let count = 0;
  let start = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, start)) {
    if (!isUtf8(bytes.subarray(start, at))) return count;
    count++;
    start = at + 1;
  }
  return count;
}
