import { readFileSync, statSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeDurably } from '../platform/write-durably.ts';
import { cleanOurText } from './our-text.ts';

/** Larger ones are named and not rewritten. */
const mostBytes = 500_000_000;

/** Rewrites a text that Callsheet wrote without a number; false if the file is not one. The old content or the new one, never half. `try` writes nothing. */
export function rewriteText(path: string, clean: (text: string) => string, way: 'write' | 'try' = 'write'): boolean {
  const { mode, size } = statSync(path);
  if (size > mostBytes) return false;
  const bytes = readFileSync(path);
  const isPacked = path.endsWith('.gz');
  const text = readUtf8(isPacked ? unpacked(bytes) : bytes);
  const cleaned = text === undefined ? undefined : cleanOurText(text, clean);
  if (cleaned === undefined) return false;
  if (way === 'try') return true;
  const content = Buffer.from(cleaned, 'utf8');
  writeDurably(path, isPacked ? gzipSync(content) : content, mode & 0o777);
  return true;
}

function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch {
    return new Uint8Array();
  }
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
