import { setMaxListeners } from 'node:events';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { createRealClock } from '../../platform/clocks.ts';
import type { Clock, Instant } from '../../platform/ports.ts';
import { checkBaseUrl, pathBelow, readProxy, splitBaseUrl } from '../contract/addresses.ts';
import type { OutcomeOf, RequestOf } from '../contract/outcome.ts';
import { readAnswer, readHttpDate, type WithoutSecrets, withoutSecrets } from '../contract/read-answer.ts';
import { type OperationId, operationIds, operations, requireOperation } from '../operations/operations.ts';
import { attentiveConnector, ProxyFailure, throughProxy } from './connector.ts';
import { type Credentials, signHeaders } from './signature.ts';
import { connectMsMax, jsonOf, type SendOptions, type Transport } from './transport.ts';

export interface ClientOptions extends Credentials {
  /** `https://…`; plain `http` only to this machine. */
  readonly baseUrl: string;
  /** Default: the real clock. Requests are signed with its time. */
  readonly clock?: Clock | undefined;
  /** Requests in flight at the same time; a further one waits for a connection, signed and unsent. Default 32. */
  readonly connections?: number | undefined;
  readonly timeouts?: Timeouts | undefined;
  /**
   * Address of an HTTP proxy, such as `http://proxy.example:3128`, with a user and a password or without: requests to an https service go
   * through a tunnel of it. Default: none; `HTTPS_PROXY` is not read.
   */
  readonly proxy?: string | undefined;
}

export interface Timeouts {
  /** Default 5 s. */
  readonly connectMs?: number | undefined;
  /** From dispatch to the last byte of the answer, and a second more for each 64 KiB of the request. Default 30 s. */
  readonly totalMs?: number | undefined;
}

export interface Client extends Transport {
  /** One attempt, with the types of the operation's request and answer. A string is the request's JSON. */
  send<Id extends OperationId>(
    operation: Id,
    body: RequestOf<Id> | string,
    options?: SendOptions,
  ): Promise<OutcomeOf<Id>>;
  /**
   * Signs with the service's time from now on, as an answer's Date header has just shown it. Returns how many milliseconds
   * the service is ahead of our clock.
   */
  resync(serviceTime: Instant): number;
}

/** A larger answer is not valid: 100 agents need about 50 kB. */
const largestAnswer = 1024 * 1024;

/** Bytes: half a megabit, for a request with a file over a slow line. */
const leastPerSecond = 64 * 1024;

/** A longer timer of Node ends at once: each request would leave, and its answer would count as lost. */
const longestMs = 2 ** 31 - 1;

/** Of the request that does not leave, as it only has a connection made. */
const anyOperation = 'sms.balance';

/** Shorter than servers keep an idle connection, so that a request rarely meets a closing one. */
const keepAliveMs = 4000;

/**
 * The service over HTTP. One `send` is one typed request: nothing is ever sent again here, and no redirect is followed. Throws for an
 * address or a key that cannot be right.
 */
export function createClient(options: ClientOptions): Client {
  const fault = checkBaseUrl(options.baseUrl) ?? checkCredentials(options) ?? checkLimits(options);
  if (fault !== undefined) throw new Error(fault);
  const { clock = createRealClock(), connections = 32, timeouts } = options;
  const proxy = options.proxy === undefined ? undefined : readProxy(options.proxy);
  if (options.proxy !== undefined && proxy === undefined)
    throw new Error('The proxy is not the address of an HTTP proxy: write it as http://host:port.');
  const { origin, prefix } = splitBaseUrl(options.baseUrl);
  const totalMs = timeouts?.totalMs ?? 30_000;
  const connectMs = timeouts?.connectMs ?? connectMsMax;
  const direct = buildConnector({ timeout: connectMs, allowH2: false });
  const isTunnelled = proxy !== undefined && origin.startsWith('https:');
  const connect = attentiveConnector(isTunnelled ? throughProxy(direct, proxy, connectMs) : direct, totalMs);
  const keepAlive = { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs };
  // We time the whole request ourselves, because undici's timeouts are rounded to seconds.
  const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const pool = new Pool(origin, { connections, pipelining: 1, allowH2: false, connect, ...keepAlive, ...noTimeouts });
  const paths = Object.fromEntries(operationIds.map((id) => [id, pathBelow(prefix, operations[id].path)])) as Paths;
  let signed = { second: Number.NaN, headers: [''], hide: withoutSecrets([]) };
  /** Within one second every request has the same headers. */
  const signedAt = (second: number): typeof signed => {
    if (signed.second === second) return signed;
    const headers = signHeaders(options, second * 1000);
    const hide = withoutSecrets([options.apiKey, options.apiSecret, headers.Sign]);
    signed = { second, headers: Object.entries(headers).flat(), hide };
    return signed;
  };
  let offset = 0;
  const now = (): Instant => clock.now() + offset;
  let closed: Promise<void> | undefined;

  return {
    async send(operation, body, options) {
      requireOperation(operation);
      const { method } = operations[operation];
      const { headers, hide } = signedAt(Math.floor(now() / 1000));
      const text = method === 'GET' ? null : jsonOf(body);
      const request = { origin, path: paths[operation], method, headers, body: text };
      const forFileMs = Math.floor((text?.length ?? 0) / leastPerSecond) * 1000;
      const withinMs = Math.min(totalMs + forFileMs, longestMs);
      return attempt({ pool, operation, request, totalMs: withinMs, options, now, hide });
    },
    async connect(signal) {
      const request = { origin, path: paths[anyOperation], method: operations[anyOperation].method, body: null };
      const options = { signal, mayLeave: () => 'only its connection is needed' };
      const hide = withoutSecrets([]);
      const outcome = await attempt({ pool, operation: anyOperation, request, totalMs, options, now, hide });
      return outcome.kind === 'unsent' && outcome.heldBack === true ? undefined : outcome;
    },
    resync(serviceTime) {
      offset = serviceTime - clock.now();
      return offset;
    },
    close() {
      closed ??= pool.close();
      return closed;
    },
  };
}

type Paths = Readonly<Record<OperationId, string>>;

interface Attempt<Id extends OperationId> {
  readonly pool: Pool;
  readonly operation: Id;
  readonly request: Dispatcher.DispatchOptions;
  readonly totalMs: number;
  readonly options: SendOptions | undefined;
  readonly now: () => Instant;
  readonly hide: WithoutSecrets;
}

/**
 * One request. `onRequestStart` is called just before the first byte is written: a failure before it is `unsent`, a failure after
 * it is `unknown`, whatever its error code.
 */
function attempt<Id extends OperationId>(input: Attempt<Id>): Promise<OutcomeOf<Id>> {
  const signal = input.options?.signal;
  const mayLeave = input.options?.mayLeave;
  if (signal?.aborted) return Promise.resolve({ kind: 'unsent', reason: 'cancelled' });
  return new Promise((resolve) => {
    let started: Dispatcher.DispatchController | undefined;
    let settled = false;
    let http: number | undefined;
    let headers: Readonly<Record<string, string | string[] | undefined>> = {};
    let chunks: Buffer[] = [];
    let size = 0;

    const settle = (outcome: OutcomeOf<Id>): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      chunks = [];
      resolve(outcome);
    };
    const giveUp = (reason: string): void => {
      if (settled) return;
      const at = http === undefined ? {} : { http };
      settle(started === undefined ? { kind: 'unsent', reason } : { kind: 'unknown', reason, ...at });
      started?.abort(new Error(reason));
    };
    const onAbort = (): void => giveUp(typeof signal?.reason === 'string' ? signal.reason : 'cancelled');
    const timeOut = (): void =>
      giveUp(`no ${started === undefined ? 'connection' : 'answer'} within ${input.totalMs / 1000} s`);
    if (signal !== undefined) {
      // A whole run uses one signal: as many listeners as requests in flight are not a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort);
    }
    // A process that was stopped must first read what has arrived, because timers run before sockets.
    const timer = setTimeout(() => setImmediate(timeOut), input.totalMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // It was given up while it waited for a connection and reported as unsent, so it must not leave now.
        const reason = settled ? 'given up' : mayLeave?.();
        if (reason === undefined) {
          started = controller;
          return;
        }
        settle({ kind: 'unsent', reason, heldBack: true });
        // To abort it would close the connection, too, which the next request can use.
        throw new Error(reason);
      },
      onResponseStart(_controller, status, answered) {
        if (status < 200) return;
        http = status;
        headers = answered;
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > largestAnswer) giveUp('an answer of more than 1 MB');
        else if (!settled) chunks.push(chunk);
      },
      onResponseEnd() {
        const body = Buffer.concat(chunks).toString('utf8');
        const date = single(headers.date);
        const serviceTime = date === undefined ? undefined : readHttpDate(date);
        const retryAfter = single(headers['retry-after']);
        const { operation, hide } = input;
        settle(readAnswer({ operation, http: http ?? 0, body, retryAfter, serviceTime, now: input.now(), hide }));
      },
      onResponseError(_controller, error) {
        giveUp(reasonOf(error));
      },
    };
    try {
      input.pool.dispatch(input.request, handler);
    } catch (error) {
      giveUp(reasonOf(error));
    }
  });
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** Codes only: an error's own text may quote what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ProxyFailure) return error.message;
  const code = codeOf(error);
  return reasons[code] ?? code;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'failed';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return error instanceof Error ? error.name : 'failed';
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused (ECONNREFUSED)',
  ENOTFOUND: 'no such host (ENOTFOUND)',
  EAI_AGAIN: 'the name could not be looked up (EAI_AGAIN)',
  EHOSTUNREACH: 'host unreachable (EHOSTUNREACH)',
  ENETUNREACH: 'network unreachable (ENETUNREACH)',
  EMFILE: 'too many open files: allow more with `ulimit -n`, or lower `limits.concurrency` (EMFILE)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS there: perhaps it is http, not https (ERR_SSL_WRONG_VERSION_NUMBER)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
  CERT_HAS_EXPIRED: 'its certificate has expired (CERT_HAS_EXPIRED)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted (UNABLE_TO_GET_ISSUER_CERT_LOCALLY)',
  ECONNRESET: 'connection reset (ECONNRESET)',
  EPIPE: 'connection closed while sending (EPIPE)',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time (UND_ERR_CONNECT_TIMEOUT)',
  UND_ERR_SOCKET: 'connection closed without a complete answer (UND_ERR_SOCKET)',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'an answer that is cut off, or not HTTP (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
  UND_ERR_HEADERS_OVERFLOW: 'an answer with too many headers (UND_ERR_HEADERS_OVERFLOW)',
  HTTPParserError: 'an answer that is cut off, or not HTTP (HTTPParserError)',
  EARLY_ANSWER: 'the server answered before the request (EARLY_ANSWER)',
  CLOSED_AT_ONCE: 'the server closed the connection before the request (CLOSED_AT_ONCE)',
  UND_ERR_CLOSED: 'the client is closed',
  UND_ERR_DESTROYED: 'the client is closed',
};

function checkLimits({ connections = 1, timeouts }: ClientOptions): string | undefined {
  if (!(Number.isSafeInteger(connections) && connections > 0)) return 'connections: give a whole number above 0';
  const wrong = Object.entries(timeouts ?? {}).find(([, ms = 1]) => !(ms > 0 && ms <= longestMs));
  return wrong && `timeouts.${wrong[0]}: give milliseconds above 0, at most ${longestMs}`;
}

/** The key is a header's value. A blank or a line end in either is a mistake in copying, and a variable that is not set has no text. */
function checkCredentials(credentials: Partial<Credentials>): string | undefined {
  if (typeof credentials.apiKey !== 'string' || typeof credentials.apiSecret !== 'string')
    return 'The API key and the API secret must be given: one of them is undefined, or not text.';
  if (!/^[!-~]+$/.test(credentials.apiKey)) return 'The API key must be visible ASCII characters without blanks.';
  if (!/^\S+$/.test(credentials.apiSecret)) return 'The API secret must be one word without blanks.';
  return undefined;
}
