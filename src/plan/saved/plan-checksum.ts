import { createHash } from 'node:crypto';

/** Over a saved plan's head and each of its jobs in turn: of what they say, however the file is laid out. */
export function createPlanChecksum(head: unknown): { add(job: unknown): void; hex(): string } {
  const hash = createHash('sha256').update(JSON.stringify(head));
  return {
    add: (job) => void hash.update(`\n${JSON.stringify(job)}`),
    hex: () => hash.digest('hex'),
  };
}
