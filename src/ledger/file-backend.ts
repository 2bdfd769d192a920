export { claimFiles, whoHolds } from './sqlite/claim-file.ts';
export { discardSandboxRuns } from './sqlite/discard-sandbox-runs.ts';
export { createFileBackend } from './sqlite/file-backend.ts';
export { forgetKey, whyNobodyForgotten } from './sqlite/forget-key.ts';
