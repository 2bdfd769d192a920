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
