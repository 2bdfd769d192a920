import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { contentType } from '../service/signature.ts';
import type { ServiceAnswer } from './account.ts';
import type { Fault } from './ledger/fault.ts';
import { spoiledText } from './spoiled-text.ts';

/** Headers of an answer. Its Date is sandbox time, by which clients measure their own clock. */
export function headersOf(answer: ServiceAnswer): Record<string, string> {
  const html = answer.fault?.kind === 'http' && !answer.text.startsWith('{');
  return {
    'content-type': html ? 'text/html;charset=UTF-8' : contentType,
    date: dateOf(answer.at),
    ...(answer.rule === undefined ? {} : { 'x-sandbox-rule': answer.rule }),
    ...answer.fault?.headers,
  };
}

/** Puts an answer on the wire the way its fault has it. `closing` aborts when the sandbox closes. */
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
      head();
      response.end(bytes);
      return;
    case 'delay':
      await wait(fault.ms ?? 1000, closing);
      head();
      response.end(bytes);
      return;
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

async function wait(ms: number, closing: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: closing }).catch(() => undefined);
}

let lastSecond = Number.NaN;
let lastDate = '';

function dateOf(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(at).toUTCString();
  }
  return lastDate;
}
