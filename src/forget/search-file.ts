import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { createDecoder, markedEncoding } from '../audience/as-utf8.ts';
import type { NumberFinder } from './number-finder.ts';

/** A number in any notation is shorter than this. */
const overlap = 256;

/**
 * Whether a file has the number: as its byte order mark says, or in UTF-8, and decompressed where gzip has compressed it. Undefined where
 * this user may not read it.
 */
export async function hasNumber(path: string, finder: NumberFinder): Promise<boolean | undefined> {
  try {
    return (await isInStream(createReadStream(path), finder)) || (await isInGzip(path, finder));
  } catch (error) {
    if (mayNotRead(error)) return undefined;
    // The log of a database is gone when the last process closes it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

export function mayNotRead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}

async function isInGzip(path: string, finder: NumberFinder): Promise<boolean> {
  if (!/\.(?:gz|tgz)$/.test(path)) return false;
  const gunzip = createGunzip();
  const source = createReadStream(path);
  source.on('error', (error) => gunzip.destroy(error));
  try {
    return await isInStream(source.pipe(gunzip), finder);
  } catch {
    // What is broken cannot be read by anybody else either.
    return false;
  } finally {
    source.destroy();
  }
}

async function isInStream(chunks: AsyncIterable<Uint8Array>, finder: NumberFinder): Promise<boolean> {
  let decode: ReturnType<typeof createDecoder> | undefined;
  let end = '';
  for await (const chunk of chunks) {
    decode ??= createDecoder(markedEncoding(chunk) ?? 'utf-8');
    const text = end + decode(chunk);
    if (finder.isIn(text)) return true;
    end = text.slice(-overlap);
  }
  return false;
}
