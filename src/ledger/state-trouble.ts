import { type DatabaseTrouble, databaseTrouble } from '../platform/sql/sqlite.ts';
import { type StoreTrouble, storeTrouble } from './store-trouble.ts';

/** Why a state file cannot be written or trusted: SQLite's reasons, `fencedOut` by another process, or `fileReplaced`. */
export type FileTrouble = DatabaseTrouble | 'fencedOut' | 'fileReplaced';

/** Why what is recorded cannot be written or trusted. */
export type StateTrouble = FileTrouble | StoreTrouble;

const codes = {
  fencedOut: 'CALLSHEET_FENCED_OUT',
  fileReplaced: 'CALLSHEET_FILE_REPLACED',
  damaged: 'CALLSHEET_DAMAGED',
} as const;

/** Which trouble of the state an error is; undefined when it is a bug of ours. */
export function stateTrouble(error: unknown): StateTrouble | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  for (const kind of ['fencedOut', 'fileReplaced', 'damaged'] as const) if (code === codes[kind]) return kind;
  return storeTrouble(error) ?? databaseTrouble(error);
}

export function damaged(message: string): Error {
  return Object.assign(new Error(message), { code: codes.damaged });
}

/** Another process has put its name into the file: our lock was removed. */
export function fencedOut(): Error {
  return Object.assign(new Error('another process now runs this campaign'), { code: codes.fencedOut });
}

/** The file's name leads elsewhere, or nowhere: what is written would be found by nobody. */
export function fileReplaced(): Error {
  return Object.assign(new Error('it was moved, deleted or replaced during the run'), { code: codes.fileReplaced });
}
