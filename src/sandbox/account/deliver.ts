import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { contentType } from '../../service/http/signature.ts';
import { plainText } from '../http/bodies.ts';
import type { Fault } from '../ledger/fault.ts';
import type { ServiceAnswer } from './account.ts';
import type { Accounts } from './accounts.ts';

/** Headers of an answer. Its Date is sandbox time, by which clients measure their own clock. */
function headersOf(answer: ServiceAnswer): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': contentType, date: new Date(answer.at).toUTCString() };
  if (answer.rule !== undefined) headers['x-sandbox-rule'] = answer.rule;
  if (answer.fault === undefined) return headers;
  if (answer.fault.kind === 'http' && !answer.text.startsWith('{')) headers['content-type'] = 'text/html;charset=UTF-8';
  return Object.assign(headers, answer.fault.headers);
}

/** Sends an answer unchanged. */
export function deliver(response: ServerResponse, answer: ServiceAnswer): void {
  response.writeHead(answer.http, { ...headersOf(answer), 'content-length': Buffer.byteLength(answer.text) });
  response.end(answer.text);
}

/** Where the sandbox itself fails. Nothing of that is recorded: recording may be what failed. */
export function deliverFailure(
  response: ServerResponse,
  error: unknown,
  { accounts, log }: { readonly accounts: Accounts; readonly log: (line: string) => void },
): void {
  log(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const text = plainText('-22', 'the sandbox failed');
  if (response.headersSent) response.destroy();
  else deliver(response, { http: 500, text, rule: 'sandbox.broken', at: accounts.main.clock.now() });
}

/** Sends an answer as its fault demands. `closing` aborts when the sandbox closes. */
export async function deliverSpoiled(
  response: ServerResponse,
  answer: ServiceAnswer & { readonly fault: Fault },
  closing: AbortSignal,
): Promise<void> {
  const { fault } = answer;
  const bytes = Buffer.from(answer.text);
  const head = (): void => {
    response.writeHead(answer.http, { ...headersOf(answer), 'content-length': bytes.length });
  };
  switch (fault.kind) {
    case 'status':
    case 'http':
    case 'delay':
      if (fault.kind === 'delay') await wait(fault.ms ?? 1000, closing);
      return deliver(response, answer);
    case 'drip':
      head();
      for (const byte of bytes) {
        if (response.destroyed) return;
        response.write(Uint8Array.of(byte));
        await wait(fault.ms ?? 10, closing);
      }
      response.end();
      return;
    case 'truncate':
      head();
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
      return;
    case 'garbage':
    case 'wrong-type':
      response.writeHead(answer.http, headersOf(answer));
      response.end(spoiledText(fault.kind, answer.text));
      return;
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    default:
      fault.kind satisfies never;
  }
}

/** Replaces an answer: `garbage` is not JSON, `wrong-type` is an envelope with every field of another type. */
export function spoiledText(kind: 'garbage' | 'wrong-type', text: string): string {
  if (kind === 'garbage') return '{"status":"0\u0000\u0007","rea}}]]<';
  return JSON.stringify({ status: [text.includes('"0"')], code: {}, reason: 0, msg: null, data: 'none' });
}

async function wait(ms: number, closing: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: closing }).catch(() => undefined);
}
