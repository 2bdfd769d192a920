import type { Instant } from '../platform/ports.ts';
import type { HeldBy } from './scheduler.ts';
import type { StepState } from './step-state.ts';
import type { Peek } from './zone-queues.ts';

/** What released this job last; undefined when it was free from the beginning. */
export function heldByOf(input: {
  readonly line: StepState;
  readonly recipient: number;
  readonly zone: number;
  readonly createdAt: Instant;
  readonly slot: Instant;
  readonly freeAt: ((recipient: number) => Instant) | undefined;
}): HeldBy | undefined {
  const { line, recipient, zone, createdAt, slot, freeAt } = input;
  let latest = Math.max(line.opensAt ?? createdAt, createdAt);
  let heldBy = latest > createdAt ? line.opensHeldBy : undefined;
  const open = line.queue?.openSince(zone);
  if (open !== undefined && open.at > latest) {
    latest = open.at;
    // A zone that was open before, and is open again: it was the rate that did not let this job in the first time.
    heldBy = open.before && slot > Number.NEGATIVE_INFINITY ? 'rate' : 'window';
  }
  const free = freeAt === undefined ? Number.NEGATIVE_INFINITY : freeAt(recipient);
  if (free > latest) {
    latest = free;
    heldBy = 'perRecipient';
  }
  if (slot > latest) {
    latest = slot;
    heldBy = 'rate';
  }
  const retry = line.jobs.retry(recipient);
  return retry !== undefined && retry.notBefore > latest ? retry.heldBy : heldBy;
}

/** What lets this job come back when its wait is over. */
export function requeuedBy(line: StepState, look: Peek): HeldBy {
  if (look.waitsFor === 'window') return 'window';
  return line.jobs.retry(look.recipient)?.heldBy ?? 'perRecipient';
}
