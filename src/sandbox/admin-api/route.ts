import type { Account } from '../account/account.ts';

/** A path of the admin API, under `/_sandbox/`: it reads or changes the sandbox and is not part of the service. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(request: AdminRequest): AdminReply;
}

export interface AdminRequest {
  /** The account of the API key in the query (`?key=`) or the header. Default: the main account. */
  readonly account: Account;
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

export type AdminReply = {
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly json: unknown }
  | { readonly type: string; readonly bytes: Uint8Array }
  | { readonly type: string; readonly stream: Iterable<string> | AsyncIterable<string> }
);
