import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile } from '../../diagnostic/source-file.ts';

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
  return {
    code: 'CS1006',
    severity: 'error',
    message: utf16 ? 'This file is UTF-16' : 'This file is not UTF-8 text',
    span: { file, start: 0, end: 0 },
    hint: 'save it as UTF-8',
  };
}
