import type { OperationId } from './operation-id.ts';
import type { Outcome } from './outcome.ts';

/** A request's body, or its JSON where that has been written before: whoever made a hash of it sends what was hashed. */
export type RequestBody = Readonly<Record<string, unknown>> | string;

/** One way to the service: over HTTP (`client.ts`), or in process for a rehearsal. */
export interface Transport {
  /** Makes one attempt, never a second one, and never throws for what the world can do. `body` is absent for a GET. */
  send(operation: OperationId, body: RequestBody | undefined, signal?: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

export function jsonOf(body: RequestBody | undefined): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
}
