import { createHash } from 'node:crypto';
import { visibleOutput } from '../../diagnostic/visible-text.ts';

/** A job of a saved plan; `text` is a digest of its request. */
export interface SavedLine {
  readonly address: string;
  readonly at: string | null;
  readonly reason?: string;
  readonly text?: string;
}

/** What `--out` writes: the plan and what it was made for, one line per job as it comes, and a checksum of everything. */
export function savedPlanPrinter(head: object, write: (piece: string) => void) {
  const checksum = createPlanChecksum(head);
  let comma = '';
  const put = (piece: string): void => write(visibleOutput(piece, { colour: false }));
  put(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "jobs": [\n`);
  return {
    job(line: SavedLine): void {
      checksum.add(line);
      put(`${comma}    ${JSON.stringify(line)}`);
      comma = ',\n';
    },
    end: () => write(`\n  ],\n  "checksum": "${checksum.hex()}"\n}\n`),
  };
}

/** Over a saved plan's head and each of its jobs in turn: of what they say, however the file is laid out. */
export function createPlanChecksum(head: unknown): { add(job: unknown): void; hex(): string } {
  const hash = createHash('sha256').update(JSON.stringify(head));
  return {
    add: (job) => void hash.update(`\n${JSON.stringify(job)}`),
    hex: () => hash.digest('hex'),
  };
}
