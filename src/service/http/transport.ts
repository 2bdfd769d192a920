import type { Outcome } from '../contract/outcome.ts';
import type { OperationId } from '../operations/operations.ts';

/** A request's body, or its JSON if that was written before, so that exactly the hashed bytes are sent. */
export type RequestBody = Readonly<Record<string, unknown>> | string;

/** A connection that is not made within about this time is given up. */
export const connectMsMax = 5_000;

export interface SendOptions {
  /** Its reason, where that is a text, becomes the outcome's. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the connection is ready, just before the first byte of the request is written. It returns the reason why the request
   * must not leave; without a reason the request leaves at once.
   */
  readonly mayLeave?: MayLeave;
}

export type MayLeave = () => string | undefined;

/** One way to the service: over HTTP (`client.ts`), or in process for a rehearsal. */
export interface Transport {
  /** Makes exactly one attempt, and never throws because of the service or the network. `body` is absent for a GET. */
  send(operation: OperationId, body: RequestBody | undefined, options?: SendOptions): Promise<Outcome>;
  /** Makes a connection for the next request, unless one is free. Returns why there is none. */
  connect?(signal?: AbortSignal): Promise<Outcome | undefined>;
  close(): Promise<void>;
}

export function jsonOf(body: RequestBody | undefined): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
}
