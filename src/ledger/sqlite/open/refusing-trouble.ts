import { messageOf } from '../../../diagnostic/message-of.ts';
import type { Refused } from '../../backend.ts';
import { type StateTrouble, stateTrouble } from '../../state-trouble.ts';

/** Turns what is wrong with the file or the disk into a refusal. */
export function refusingTrouble<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    const trouble = openingTrouble(error);
    if (trouble === undefined) throw error;
    return { refused: { kind: 'trouble', trouble, message: messageOf(error) } };
  }
}

/** While a file is opened, a statement that does not fit its tables means that the tables are no longer ours. */
export function openingTrouble(error: unknown): StateTrouble | undefined {
  const isOfSql = error instanceof Error && 'code' in error && /^(ERR_)?SQLITE_/.test(String(error.code));
  return stateTrouble(error) ?? (isOfSql ? 'damaged' : undefined);
}
