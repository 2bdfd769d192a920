import { parentPort } from 'node:worker_threads';
import { createHashedFile, type HashedFile } from './hashed-file.ts';
import { linesIn } from './line-bytes.ts';
import { type Part, writeSorted } from './sorted-part.ts';

/** One after another, each answered when it is done. Files are open in the other thread. */
export type ThreadTask =
  | (Pick<Part, 'keys' | 'ends' | 'lines'> & {
      readonly kind: 'sort';
      readonly bytes: SharedArrayBuffer;
      readonly fd: number;
      readonly position: number;
    })
  /** All of these are of one file. */
  | { readonly kind: 'append'; readonly bytes: SharedArrayBuffer; readonly length: number; readonly fd: number }
  | { readonly kind: 'finish' };

export type ThreadAnswer =
  | { readonly digest: string | undefined }
  | { readonly failed: { readonly message: string; readonly code: unknown } };

/** Sorts, hashes and writes, while another thread reads rows and merges lines. */
if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  let file: HashedFile | undefined;
  const carryOut = async (task: ThreadTask): Promise<string | undefined> => {
    if (task.kind === 'sort') writeSorted({ ...task, bytes: linesIn(task.bytes) }, task.fd, task.position);
    if (task.kind === 'append') {
      file ??= createHashedFile(task.fd);
      file.append(new Uint8Array(task.bytes, 0, task.length));
    }
    return task.kind === 'finish' ? file?.finish() : undefined;
  };
  const answer = async (task: ThreadTask): Promise<ThreadAnswer> => {
    try {
      return { digest: await carryOut(task) };
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      return { failed: { message, code } };
    }
  };
  port.on('message', (task: ThreadTask) => void answer(task).then((answered) => port.postMessage(answered)));
}
