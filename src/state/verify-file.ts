/** Looking at a whole state file on another thread, for those who open one. */
export type { VerifiedFile } from './sqlite/file/checked-file.ts';
export { type FileVerification, startFileVerification } from './sqlite/file/start-check-thread.ts';
