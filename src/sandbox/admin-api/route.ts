import type { Account } from '../account/account.ts';

/** A path under `/_sandbox/`, which is never part of the service: to look at it, and to steer it. */
export interface SteeringRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(request: SteeringRequest): SteeringReply;
}

export interface SteeringRequest {
  /** Of the API key in the query (`?key=`) or the header; the main one otherwise. */
  readonly account: Account;
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

export type SteeringReply = SteeringContent & {
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

export type SteeringContent =
  | { readonly json: unknown }
  | { readonly type: string; readonly bytes: Uint8Array }
  | { readonly type: string; readonly stream: Iterable<string> | AsyncIterable<string> };
