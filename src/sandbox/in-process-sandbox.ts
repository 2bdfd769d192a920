import type { Clock, Instant } from '../platform/ports.ts';
import type { Outcome } from '../service/contract/outcome.ts';
import { readAnswer } from '../service/contract/read-answer.ts';
import { signHeaders } from '../service/http/signature.ts';
import { jsonOf, type Transport } from '../service/http/transport.ts';
import { operations } from '../service/operations/operations.ts';
import type { Account, ServiceAnswer } from './account/account.ts';
import { createAccounts } from './account/accounts.ts';
import { spoiledText } from './account/deliver.ts';
import { createMemoryJournal } from './journal/memory-journal.ts';
import { credentialsOf, type World } from './ledger/world.ts';
import { defaultWorld } from './world/complete-world.ts';

/** A sandbox without a server, for rehearsals: the same requests and answers, handed over as values, in virtual time. */
interface InProcessSandbox {
  readonly account: Account;
  readonly transport: Transport;
}

interface InProcessOptions {
  /** As `readWorld` returns it. Default: the default world. */
  readonly world?: World;
  readonly clock: Clock;
  /** The sender's time when it signs. Default: the clock. */
  readonly signedAt?: () => Instant;
  /** How long an answer takes, in the clock's time. Default 0. */
  readonly latencyMs?: number;
}

/** After this long a request without an answer is given up. */
const timeoutMs = 30_000;

export function createInProcessSandbox(options: InProcessOptions): InProcessSandbox {
  const { world = defaultWorld, clock, latencyMs = 0, signedAt = () => clock.now() } = options;
  const { main: account } = createAccounts({ world, clock, openJournal: () => createMemoryJournal() });
  const credentials = credentialsOf(world);
  const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
    ms > 0 ? clock.sleepUntil(clock.now() + ms, signal) : Promise.resolve();

  const transport: Transport = {
    async send(operation, body, { signal, mayLeave } = {}) {
      if (signal?.aborted) return { kind: 'unsent', reason: 'cancelled' };
      const reason = mayLeave?.();
      if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
      const { method, path } = operations[operation];
      const headers = lowerCase(signHeaders(credentials, signedAt()));
      const bytes = method === 'GET' ? undefined : Buffer.from(jsonOf(body));
      const answer = account.answer({ operation, method, path, headers, body: bytes, ip: '127.0.0.1' });
      const takesMs = latencyMs + delayOf(answer);
      await wait(Math.min(takesMs, timeoutMs), signal);
      if (signal?.aborted) return { kind: 'unknown', reason: 'cancelled' };
      if (takesMs >= timeoutMs) return { kind: 'unknown', reason: 'no answer in time' };
      return outcomeOf(answer, (text) =>
        readAnswer({
          operation,
          http: answer.http,
          body: text,
          retryAfter: lowerCase(answer.fault?.headers ?? {})['retry-after'],
          // The Date header has no milliseconds.
          serviceTime: Math.floor(answer.at / 1000) * 1000,
          now: clock.now(),
        }),
      );
    },
    close: () => Promise.resolve(),
  };
  return { account, transport };
}

function outcomeOf(answer: ServiceAnswer, read: (text: string) => Outcome): Outcome {
  const kind = answer.fault?.kind;
  switch (kind) {
    case undefined:
    case 'status':
    case 'http':
    case 'delay':
    case 'drip':
      return read(answer.text);
    case 'garbage':
    case 'wrong-type':
      return read(spoiledText(kind, answer.text));
    case 'truncate':
      return { kind: 'unknown', reason: 'connection closed without a complete answer', http: answer.http };
    case 'reset-before':
    case 'reset-after':
      return { kind: 'unknown', reason: 'connection reset' };
    case 'hang':
      return { kind: 'unknown', reason: 'no answer in time' };
    default:
      return kind satisfies never;
  }
}

function delayOf({ fault, text }: ServiceAnswer): number {
  if (fault?.kind === 'delay') return fault.ms ?? 1_000;
  if (fault?.kind === 'drip') return (fault.ms ?? 10) * text.length;
  return fault?.kind === 'hang' ? Number.POSITIVE_INFINITY : 0;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
