/** Looking at a whole state file on another thread, for those who open one. */

export { type FileVerification, startFileVerification } from './sqlite/file/start-verify-worker.ts';
export type { VerifiedFile } from './sqlite/file/verified-file.ts';
