import { type DatabaseTrouble, databaseTrouble } from '../platform/sqlite.ts';

/** Why a state file takes no more, or is not to be trusted: SQLite's reasons, and `taken` by another runner, or `gone`. */
export type StateTrouble = DatabaseTrouble | 'taken' | 'gone';

const codes = { taken: 'CALLSHEET_TAKEN', gone: 'CALLSHEET_GONE', damaged: 'CALLSHEET_DAMAGED' } as const;

/** Which trouble of a state file an error is; undefined when it is a bug of ours. */
export function stateTrouble(error: unknown): StateTrouble | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  for (const kind of ['taken', 'gone', 'damaged'] as const) if (code === codes[kind]) return kind;
  return databaseTrouble(error);
}

export function damaged(message: string): Error {
  return Object.assign(new Error(message), { code: codes.damaged });
}

/** Another runner has put its name into the file: our lock was taken away. */
export function taken(): Error {
  return Object.assign(new Error('another process took over the run'), { code: codes.taken });
}

/** The file's name leads elsewhere, or nowhere: what is written would be found by nobody. */
export function gone(): Error {
  return Object.assign(new Error('it was moved, deleted or replaced during the run'), { code: codes.gone });
}
