import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import type { AudienceProblem } from './audience-problem.ts';

/** Bytes that are not what their list says it is written in. */
export class WrongEncoding extends Error {
  readonly problem: AudienceProblem;

  constructor(problem: AudienceProblem) {
    super('the list is written in another encoding');
    this.problem = problem;
  }
}

/** The bytes of a list → the same text in UTF-8. `declared` is a name of the WHATWG Encoding Standard. */
export async function* asUtf8(
  bytes: AsyncIterable<Uint8Array>,
  declared: string | undefined,
): AsyncGenerator<Uint8Array> {
  let toUtf8: Transcoder | undefined;
  let beginning: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (toUtf8 !== undefined) yield toUtf8(chunk);
    else {
      beginning = beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk]);
      if (beginning.length >= beginningLeast) yield (toUtf8 = transcoderOf(beginning, declared))(beginning);
    }
  }
  if (toUtf8 === undefined) yield (toUtf8 = transcoderOf(beginning, declared))(beginning);
  const end = toUtf8();
  if (end.length > 0) yield end;
}

/** Enough to judge by. */
const beginningLeast = 256;

/** The encoding that a byte order mark tells. */
export function markedEncoding([a, b, c]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : undefined;
}

/**
 * Whether a list is not in the UTF-16 that is declared, or marked. In it, separators, line ends and digits have a zero byte each, at odd or at
 * even places. Read wrongly, numbers would be letters that no finding masks.
 */
export function isNotUtf16(beginning: Uint8Array, declared: string | undefined): boolean {
  if (declared?.startsWith('utf-16') !== true || beginning.length <= 2) return false;
  const zerosAt = (place: 0 | 1): number =>
    beginning.subarray(0, beginningLeast).filter((byte, at) => byte === 0 && at % 2 === place).length;
  return declared === 'utf-16le' ? zerosAt(1) <= zerosAt(0) : zerosAt(0) <= zerosAt(1);
}

/** Without bytes: the end. */
type Transcoder = (bytes?: Uint8Array) => Uint8Array;

function transcoderOf(first: Uint8Array, declared: string | undefined): Transcoder {
  const marked = markedEncoding(first);
  if (marked !== undefined && declared !== undefined && declared !== marked)
    throw new WrongEncoding({ kind: 'otherMark', count: 1, lines: [1], detail: marked });
  const encoding = marked ?? declared ?? 'utf-8';
  if (isNotUtf16(first, encoding))
    throw new WrongEncoding({ kind: 'notDeclared', count: 1, lines: [1], detail: encoding });
  // The reader takes it as it is.
  if (encoding === 'utf-8') return (bytes = new Uint8Array(0)) => bytes;
  const decode = createDecoder(encoding);
  // In UTF-16 a list may have the mark of replacement itself. Only a decoder that refuses tells it from what is broken.
  const strict = encoding.startsWith('utf-16') ? new TextDecoder(encoding, { fatal: true }) : undefined;
  let line = 1;
  return (bytes) => {
    const text = decode(bytes);
    const wrong = text.search(strict === undefined ? noText : /\ufffd/);
    if (strict === undefined ? wrong !== -1 : !accepts(strict, bytes)) {
      const lines = [line + newlines(text.slice(0, Math.max(wrong, 0)))];
      throw new WrongEncoding({ kind: 'notDeclared', count: 1, lines, detail: encoding });
    }
    line += newlines(text);
    return Buffer.from(text);
  };
}

/** What decoders make of bytes that mean nothing: the mark of replacement, and controls that no list has. */
const noText = /[\ufffd\x80-\x84\x86-\x9f]/;

function accepts(strict: InstanceType<typeof TextDecoder>, bytes: Uint8Array | undefined): boolean {
  try {
    strict.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

/** Bytes, chunk by chunk → their text, with a mark of replacement for each byte that means nothing. Without bytes: the end. */
export function createDecoder(encoding: string): (bytes?: Uint8Array) => string {
  // Node 20.18.3 to 24 decode it as ISO 8859-1: https://github.com/nodejs/node/issues/56542
  if (encoding === 'windows-1252') return (bytes = new Uint8Array(0)) => windows1252(Buffer.from(bytes));
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
}

function windows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (control) => from80[control.charCodeAt(0) - 0x80]!);
}

const from80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Watches that a stream of bytes is UTF-8: a CSV reader would put marks of replacement into people's names instead. */
export function textGuard() {
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
    end: (): AudienceProblem | undefined =>
      carried.length > 0 ? { kind: 'notUtf8', count: 1, lines: [line], ...marked } : undefined,
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

/** No text begins with this control character, and each file that gzip has written does. */
const gzipMark = 0x1f;
const chunkBytes = 256 * 1024;

/** Compressed bytes that cannot be read to their end. */
export class BrokenGzip extends Error {}

/**
 * The bytes of a list as they are in its file → the text. A file that gzip has written is decompressed piece by piece, so a small
 * file with endless content needs no more memory than a large one. `onBytes` gets the bytes as they are.
 */
export async function* unpack(
  bytes: AsyncIterable<Uint8Array>,
  onBytes?: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  let read = 0;
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; next.done !== true; next = await source.next()) {
        read += next.value.length;
        onBytes?.(next.value);
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  if (first.done === true || first.value[0] !== gzipMark) {
    yield* all();
    return;
  }
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // The loop below throws what goes wrong.
  pipeline(all(), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new BrokenGzip(error.message)
      : error;
  }
  // Zeros end the compressed data, whatever follows them.
  if (gunzip.bytesWritten < read) throw new BrokenGzip('there is more after its end');
}
