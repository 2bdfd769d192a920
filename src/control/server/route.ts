import type { Visitor } from './admit.ts';

/** A request that was admitted. */
export interface ControlRequest extends Pick<Visitor, 'mayAct' | 'seesNumbers'> {
  readonly query: URLSearchParams;
  /** Of a POST: what was sent, as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** They ask for whole numbers, and may see them. */
  readonly showNumbers: boolean;
  /** Of the account; without accounts, the name that was sent. Undefined where there is none. */
  readonly signedBy: string | undefined;
  /** Name of the account; undefined where there are no accounts. */
  readonly account: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type ControlReply =
  | { readonly json: unknown }
  /** The request cannot be carried out, in words for people. */
  | { readonly refused: string }
  /** A value whenever there is a new one, until nobody listens; a `MadePage` is sent as any other. */
  | { readonly events: AsyncIterable<unknown> }
  | MadePage;

/** A page that a command made, and what the page around it needs to know: sent as `{ view, ...facts }`, with the page's address. */
export interface MadePage {
  readonly page: string;
  readonly facts?: object;
}

export function isMadePage(value: unknown): value is MadePage {
  return typeof value === 'object' && value !== null && 'page' in value;
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** It changes something: only for those who may act. */
  readonly acts?: true;
  handle(request: ControlRequest): Promise<ControlReply>;
}
