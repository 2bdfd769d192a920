/** Looking at a whole state file on another thread, for those who open one. */
export type { CheckedFile } from './sqlite/file/checked-file.ts';
export { type FileCheck, startFileCheck } from './sqlite/file/start-check-thread.ts';
