export { discardSandboxRun } from './sqlite/discard-sandbox-run.ts';
export { createFileBackend } from './sqlite/file-backend.ts';
