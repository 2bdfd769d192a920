import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentType } from '../../service/http/signature.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import { parameterCode } from '../../service/validate/bind.ts';
import type { Accounts } from '../account/accounts.ts';
import { deliver, deliverFailure } from '../account/deliver.ts';
import { plainText, readBody, refusedText } from './bodies.ts';

export interface EndpointOptions {
  readonly accounts: Accounts;
  /** The name that the sandbox listens on. */
  readonly host: string;
  readonly closing: AbortSignal;
  readonly log: (line: string) => void;
}

/** A request that is to be answered. */
export interface Asked {
  readonly options: EndpointOptions;
  /** Null if the path does not belong to the service. */
  readonly operation: OperationId | null;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers with the body once it is whole. One that is too large is refused at once; a request that breaks off was never made. */
export function withBody(asked: Asked, mostBytes: number, answer: (body: Buffer | undefined) => void): void {
  const { request, response, options } = asked;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      deliverFailure(response, error, options);
    }
  };
  const chunks: Buffer[] = [];
  let length = 0;
  const refuse = (): void => {
    // Its rest is not read.
    response.setHeader('connection', 'close');
    guarded(() => refuseByHttp(asked, { http: 413, rule: 'request.size', detail: 'the body is too large' }));
  };
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= mostBytes) return void chunks.push(chunk);
    request.off('data', onData).off('end', onEnd);
    refuse();
  };
  const onEnd = (): void => guarded(() => answer(Buffer.concat(chunks, length)));
  if (!hasBody(request)) guarded(() => answer(undefined));
  else if (Number(request.headers['content-length']) > mostBytes) refuse();
  else request.on('data', onData).on('end', onEnd);
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { 'content-type': type, 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  return type !== undefined || encoding !== undefined || length !== '0';
}

/** Node joins repeated headers into one, except one that no request should have. */
export function flatHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const { 'set-cookie': cookies } = headers;
  if (cookies === undefined) return headers as Readonly<Record<string, string>>;
  return { ...(headers as Readonly<Record<string, string>>), 'set-cookie': cookies.join(', ') };
}

interface Refused {
  readonly body?: Uint8Array | undefined;
  readonly http: number;
  readonly rule: string;
  readonly detail: string;
}

/** Answers a malformed request: an HTTP status, with the operation's parameter code in its envelope. It is recorded too. */
export function refuseByHttp(asked: Asked, { body, http, rule, detail }: Refused): void {
  const { options, operation, request, response } = asked;
  const headers = flatHeaders(request);
  const account = options.accounts.forKey(headers['api-key']) ?? options.accounts.main;
  const text =
    operation === null
      ? plainText('-22', detail)
      : refusedText(operation, { status: parameterCode(operation), rule, detail }, account.world.answers);
  const { method = '', url: path = '' } = request;
  account.note({ operation, method, path, headers, body: readBody(body), answer: { http, text, rule } });
  deliver(response, { http, text, rule, at: account.clock.now() });
}

/** For a request that nobody should have sent here. */
export function refuseUnrecorded(response: ServerResponse, http: number, why: string): void {
  response.writeHead(http, { 'content-type': contentType, connection: 'close' }).end(plainText('-22', why));
}
