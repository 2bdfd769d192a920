import type { OperationId } from '../contract/operation-id.ts';
import type { Outcome } from '../contract/outcome.ts';

/** A request's body, or its JSON where that has been written before: whoever made a hash of it sends what was hashed. */
export type RequestBody = Readonly<Record<string, unknown>> | string;

/** A connection that is not made within about this time is given up. */
export const connectMsMax = 5_000;

export interface SendOptions {
  readonly signal?: AbortSignal;
  /**
   * Asked once the connection is ready, in the moment before the first byte of the request is written: the reason why it must not
   * leave. Without a reason the request leaves at once.
   */
  readonly mayLeave?: MayLeave;
}

export type MayLeave = () => string | undefined;

/** One way to the service: over HTTP (`client.ts`), or in process for a rehearsal. */
export interface Transport {
  /** Makes one attempt, never a second one, and never throws for what the world can do. `body` is absent for a GET. */
  send(operation: OperationId, body: RequestBody | undefined, options?: SendOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export function jsonOf(body: RequestBody | undefined): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
}
