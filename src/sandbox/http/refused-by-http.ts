import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../service/operations/operations.ts';
import { parameterCode } from '../../service/validate/check-request.ts';
import type { Accounts } from '../account/accounts.ts';
import { deliver } from '../account/deliver.ts';
import { plainText, refusedText } from './answer-text.ts';
import { readBody } from './read-body.ts';

interface RefusedByHttp {
  readonly accounts: Accounts;
  /** Null if the path does not belong to the service. */
  readonly operation: OperationId | null;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Uint8Array | undefined;
  readonly http: number;
  readonly rule: string;
  readonly detail: string;
}

/** Answers a malformed request: an HTTP status, with the operation's parameter code in its envelope. It is recorded too. */
export function refuseByHttp(refused: RefusedByHttp): void {
  const { accounts, operation, request, response, body, http, rule, detail } = refused;
  const headers = flatHeaders(request);
  const account = accounts.forKey(headers['api-key']) ?? accounts.main;
  const text =
    operation === null
      ? plainText('-22', detail)
      : refusedText(operation, { status: parameterCode(operation), rule, detail }, account.world.answers);
  const { method = '', url: path = '' } = request;
  account.note({ operation, method, path, headers, body: readBody(body), answer: { http, text, rule } });
  deliver(response, { http, text, rule, at: account.clock.now() });
}

export function refuseTooLarge(refused: Pick<RefusedByHttp, 'accounts' | 'operation' | 'request' | 'response'>): void {
  // Its rest is not read.
  refused.response.setHeader('connection', 'close');
  refuseByHttp({ ...refused, body: undefined, http: 413, rule: 'request.size', detail: 'the body is too large' });
}

/** Node joins repeated headers into one, except one that no request should have. */
export function flatHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const { 'set-cookie': cookies } = headers;
  if (cookies === undefined) return headers as Readonly<Record<string, string>>;
  return { ...(headers as Readonly<Record<string, string>>), 'set-cookie': cookies.join(', ') };
}
