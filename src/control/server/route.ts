/** A request that was admitted. */
export interface ControlRequest {
  readonly query: URLSearchParams;
  /** Of a POST: what was sent, as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type ControlReply =
  | { readonly json: unknown }
  /** The request cannot be carried out, in words for people. */
  | { readonly refused: string }
  /** A value whenever there is a new one, until nobody listens. */
  | { readonly events: AsyncIterable<unknown> }
  /** A page of its own, which runs no script. */
  | { readonly page: string };

export interface ControlRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** It changes something: only with `--allow-actions`. */
  readonly acts?: true;
  handle(request: ControlRequest): Promise<ControlReply>;
}
