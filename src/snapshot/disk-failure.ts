import { messageOf } from '../diagnostic/message-of.ts';
import { SourceFailure } from './source-failure.ts';

/** What was read cannot be written. It goes through the readers as a failure of the source does: none of them takes it for its own. */
export class DiskFailure extends SourceFailure {
  readonly code: unknown;

  constructor(error: unknown) {
    super(messageOf(error));
    this.code = error instanceof Error && 'code' in error ? error.code : undefined;
  }
}

/** Undefined where the error is not about the folder of the snapshots. */
export function folderTrouble(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return 'cannot be written';
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return 'has no room';
  return error instanceof DiskFailure ? `cannot be written: ${error.message}` : undefined;
}

export const folderHint = 'let this user write there, or make room';
