import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../platform/sqlite.ts';
import type { Change } from '../change.ts';
import { createWriter, type WriterInput } from './writer.ts';

/** What the thread is started with, what it is told, and what it tells. */
export interface WriterThreadInput extends WriterInput {
  readonly path: string;
}
/** A group of changes, which is answered before the next one is told; or that none will follow. */
export type Told = readonly Change[] | 'close';
export type Answer =
  | { readonly refused: readonly number[] }
  | { readonly failed: { readonly message: string; readonly code: unknown } };

/** SQLite's writes and the waiting for the disk on a thread of their own, so that the one that sends need not wait. */
if (parentPort !== null) {
  const port = parentPort;
  const { path, ...input } = workerData as WriterThreadInput;
  const database = openDatabase(path, { existing: true });
  database.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  const writer = createWriter(database, input);

  port.on('message', (told: Told) => {
    if (told === 'close') {
      writer.close();
      database.close();
      port.close();
    } else port.postMessage(commit(told));
  });

  const commit = (changes: readonly Change[]): Answer => {
    try {
      return { refused: writer.commit(changes) };
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      return { failed: { message, code } };
    }
  };
}
