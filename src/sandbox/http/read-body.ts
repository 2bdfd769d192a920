import { isUtf8 } from 'node:buffer';
import { parseExactly } from '../../diagnostic/exact-json.ts';

/** A request body as the service reads it: UTF-8, JSON, not nested beyond reason. */
export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'malformed'; readonly why: string; readonly text: string };

/** Deeper than anything the document shows (seven), shallow enough for every recursion. */
const depthMax = 64;

export function readBody(bytes: Uint8Array | undefined): ReadBody {
  if (bytes === undefined || bytes.length === 0) return { kind: 'none' };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) return { kind: 'malformed', why: 'the body is not UTF-8', text: buffer.toString('latin1') };
  const text = buffer.toString('utf8');
  if (isDeeperThan(text, depthMax))
    return { kind: 'malformed', why: `the body is nested deeper than ${depthMax}`, text };
  try {
    return { kind: 'json', value: parseExactly(text, BigInt), text };
  } catch {
    return { kind: 'malformed', why: 'the body is not JSON', text };
  }
}

function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) {
      inString = true;
    } else if (code === openBrace || code === openBracket) {
      if (++depth > max) return true;
    } else if (code === closeBrace || code === closeBracket) {
      depth--;
    }
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
