/** For who names a store; nobody else loads it. */
export { findInStore, forgetInStore, refuseKey, type WrongKey } from '../store/forget-in-store.ts';
