import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../platform/sqlite.ts';
import type { Change } from '../change.ts';
import { createWriter, type WriterInput } from './writer.ts';

/** What the thread is started with, what it is told, and what it tells. */
export interface WriterThreadInput extends WriterInput {
  readonly path: string;
}
/** A group of changes; or that none will follow. */
export type Told = readonly Change[] | 'close';
/** Of the groups that were told since the last answer, in their order. */
export type Answer =
  | { readonly refused: readonly (readonly number[])[] }
  | { readonly groups: number; readonly failed: { readonly message: string; readonly code: unknown } };

/** SQLite's writes and the waiting for the disk on a thread of their own, so that the one that sends need not wait. */
if (parentPort !== null) {
  const port = parentPort;
  const { path, ...input } = workerData as WriterThreadInput;
  const database = openDatabase(path, { existing: true });
  database.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  const writer = createWriter(database, input);

  port.on('message', (first: Told) => {
    const groups: (readonly Change[])[] = [];
    let closes = false;
    // Whatever came while the last groups were on their way to the disk shares the next sync.
    for (let told: Told | undefined = first; told !== undefined; told = next()) {
      if (told === 'close') closes = true;
      else groups.push(told);
    }
    if (groups.length > 0) port.postMessage(commit(groups));
    if (!closes) return;
    writer.close();
    database.close();
    port.close();
  });

  const next = (): Told | undefined => receiveMessageOnPort(port)?.message as Told | undefined;

  const commit = (groups: readonly (readonly Change[])[]): Answer => {
    try {
      return { refused: writer.commit(groups) };
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      return { groups: groups.length, failed: { message, code } };
    }
  };
}
