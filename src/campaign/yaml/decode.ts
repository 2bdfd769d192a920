import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile } from '../../diagnostic/source-file.ts';
import { finding } from '../rules/rule.ts';

/** Undefined when it is not UTF-8. A byte order mark is dropped. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function notText(file: SourceFile, bytes: Uint8Array): Diagnostic {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const message = utf16 ? 'This file is UTF-16' : 'This file is not UTF-8 text';
  return finding('CS1006', { file, start: 0, end: 0 }, message, { hint: 'save it as UTF-8' });
}
