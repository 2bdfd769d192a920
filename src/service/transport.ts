import type { OperationId } from './operation-id.ts';
import type { Outcome } from './outcome.ts';

/** One way to the service: over HTTP (`client.ts`), or in process for a rehearsal. */
export interface Transport {
  /** Makes one attempt, never a second one, and never throws for what the world can do. `body` is absent for a GET. */
  send(
    operation: OperationId,
    body: Readonly<Record<string, unknown>> | undefined,
    signal?: AbortSignal,
  ): Promise<Outcome>;
  close(): Promise<void>;
}
