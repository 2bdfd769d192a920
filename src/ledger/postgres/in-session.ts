import type { Refused } from '../backend.ts';
import { stateTrouble } from '../state-trouble.ts';
import type { StoreAddress } from '../store-address.ts';
import { openSession, type Session } from './session.ts';

/** Opens a session, and closes it after `use` unless it is kept open. What is wrong with the store becomes a refusal. */
export async function inSession<T>(
  address: StoreAddress,
  use: (session: Session, keepOpen: () => void) => Promise<T>,
): Promise<T | Refused> {
  let session: Session | undefined;
  let isKept = false;
  try {
    session = await openSession(address);
    return await use(session, () => void (isKept = true));
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    return { refused: { kind: 'trouble', trouble, message: error instanceof Error ? error.message : String(error) } };
  } finally {
    if (!isKept) await session?.close();
  }
}
