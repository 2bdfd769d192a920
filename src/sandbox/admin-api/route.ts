import type { Account } from '../account/account.ts';

/** A path under `/_sandbox/`, which is never part of the service: to look at it, and to steer it. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(request: AdminRequest): AdminReply;
}

export interface AdminRequest {
  /** Of the API key in the query (`?key=`) or the header; the main one otherwise. */
  readonly account: Account;
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

export type AdminReply = AdminContent & {
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

export type AdminContent =
  | { readonly json: unknown }
  | { readonly type: string; readonly bytes: Uint8Array }
  | { readonly type: string; readonly stream: Iterable<string> | AsyncIterable<string> };
