import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Answer, Judged } from './account.ts';
import type { Behaviour, Reply } from './behaviour.ts';

export interface Replied {
  readonly behaviour: Behaviour;
  /** Undefined for a path that the service does not have. */
  readonly judged: Judged | undefined;
  readonly skewMs: number;
}

/** How long a dripping answer waits between two pieces. */
const dripMs = 20;
const dripBytes = 16;

/** Writes what the behaviour says; `onAnswered` when its last byte was handed to the system. */
export function reply(socket: Socket, { behaviour, judged, skewMs }: Replied, onAnswered: () => void): void {
  const date = `Date: ${new Date(Date.now() + skewMs).toUTCString()}`;
  if (judged === undefined) return void socket.write(http('404 Not Found', [date], 'no such path'), onAnswered);
  const { reply: how } = behaviour;
  const own = answerBytes(judged, judged.answer, '200 OK', date);
  switch (how.kind) {
    case 'own':
      return void socket.write(own, onAnswered);
    case 'ownAndClose':
      return void socket.end(answerBytes(judged, judged.answer, '200 OK', `${date}\r\nConnection: close`), onAnswered);
    case 'envelope': {
      const answer = judged.answer.code === '0' ? { ...how, more: {} } : judged.answer;
      return void socket.write(answerBytes(judged, answer, how.http ?? '200 OK', date), onAnswered);
    }
    case 'page':
      return void socket.write(http(how.http, [date, ...(how.headers ?? [])], how.body), onAnswered);
    case 'reset':
      return void (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy());
    case 'close':
      return void socket.end();
    case 'hang':
      return;
    case 'half':
      return void socket.end(own.subarray(0, Math.floor(own.length / 2)));
    case 'continued':
      return void socket.write(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), own]), onAnswered);
    case 'drip':
      return drip(socket, own, onAnswered);
    default:
      return how satisfies never;
  }
}

/** The code that the client sees, if it sees one. */
export function shownCode({ reply: how }: Behaviour, answer: Answer): string | undefined {
  if (how.kind === 'envelope') return answer.code === '0' ? how.code : answer.code;
  const isWhole = (['own', 'ownAndClose', 'drip', 'continued'] as readonly Reply['kind'][]).includes(how.kind);
  return isWhole ? answer.code : undefined;
}

function answerBytes({ operation }: Judged, { code, reason, more }: Answer, status: string, date: string): Buffer {
  // Section "Errors": redial has `code` and `msg`, all others `status` and `reason`.
  const envelope = operation === 'redial' ? { code, msg: reason } : { status: code, reason };
  return http(status, [date, 'Content-Type: application/json;charset=UTF-8'], JSON.stringify({ ...envelope, ...more }));
}

function http(status: string, headers: readonly string[], body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

function drip(socket: Socket, bytes: Buffer, onAnswered: () => void): void {
  if (socket.destroyed) return;
  if (bytes.length <= dripBytes) return void socket.write(bytes, onAnswered);
  socket.write(bytes.subarray(0, dripBytes), () =>
    setTimeout(() => drip(socket, bytes.subarray(dripBytes), onAnswered), dripMs),
  );
}
