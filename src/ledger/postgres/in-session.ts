import { messageOf } from '../../diagnostic/message-of.ts';
import type { Refused } from '../backend.ts';
import { stateTrouble } from '../state-trouble.ts';
import { parseStoreAddress, type StoreAddress } from '../store-address.ts';
import { openSession, type Session } from './session.ts';

/**
 * Opens a session, and closes it after `use` unless it is kept open. What is wrong with the store, or the text of its address, becomes a
 * refusal.
 */
export async function inSession<T>(
  url: string,
  use: (session: Session, keepOpen: () => void, address: StoreAddress) => Promise<T>,
): Promise<T | Refused> {
  const address = parseStoreAddress(url);
  if ('fault' in address) return { refused: { kind: 'trouble', trouble: 'storeAddress', message: address.fault } };
  let session: Session | undefined;
  let isKept = false;
  try {
    session = await openSession(address);
    return await use(session, () => void (isKept = true), address);
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    return { refused: { kind: 'trouble', trouble, message: messageOf(error) } };
  } finally {
    if (!isKept) await session?.close();
  }
}
