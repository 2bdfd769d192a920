export { claimFile, whoHolds } from './sqlite/claim-file.ts';
export { discardSandboxRun } from './sqlite/discard-sandbox-run.ts';
export { createFileBackend } from './sqlite/file-backend.ts';
export { forgetKey } from './sqlite/forget-key.ts';
