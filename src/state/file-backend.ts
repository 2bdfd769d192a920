export { createFileBackend } from './sqlite/file-backend.ts';
