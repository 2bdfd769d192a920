import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Account, createAccount, type Work } from './account.ts';
import { type Behaviour, honest } from './behaviour.ts';
import { reply, shownCode } from './reply.ts';
import { createRequestReader, type RawRequest } from './request-reader.ts';
import { selfMadeCertificate } from './self-made-certificate.ts';

/** A whole request in the ledger. */
export interface Arrival extends RawRequest {
  /** From 1, in the order in which connections were made. */
  readonly connection: number;
  /** The name of the behaviour that it met. */
  readonly behaviour: string;
  /** What it asks for, where it can be carried out. */
  readonly work?: Work;
  /** The work was done, for the people it names. */
  readonly effect: boolean;
  /** The code in the answer, where it was an envelope. */
  readonly code?: string;
  /** When the answer's last byte was handed to the system; undefined where there was none. */
  answeredAt?: number;
}

/** A request for which the service chooses a behaviour. */
export interface Asked {
  readonly work: Work;
  /** How many requests for the same work, for the same people, came before. */
  readonly earlier: number;
}

export interface IndependentService extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly account: Account;
  readonly arrivals: readonly Arrival[];
  /** Connections that were made, whether they were let in or not. */
  readonly connections: number;
  /** How a request is treated that would change something, and is in order. */
  choose: (asked: Asked) => Behaviour;
  /** Which connections are let in at once; the others wait for `letIn`. With TLS they wait before the handshake. */
  admits: (connection: number) => boolean;
  /** Lets in all that wait, and all later ones. */
  letIn(): void;
  /** An answer that is written on each new connection before there is a request. */
  greeting: string | undefined;
  /** Resolves when the condition holds, which is looked at again whenever something happens here. */
  when(holds: () => boolean): Promise<void>;
}

export const credentials = { apiKey: 'K-attack-7f21c0', apiSecret: 'S-attack-9d3e55' };

/**
 * The service of the document, on raw sockets. It shares no code with the product or its sandbox, so that a mistake in reading
 * the document is not made twice. Its ledger is what it did for whom, whatever it answered.
 */
export async function startIndependentService({ tls = false } = {}): Promise<IndependentService> {
  const account = createAccount(credentials.apiKey, credentials.apiSecret);
  const secureContext = createSecureContext(selfMadeCertificate);
  const arrivals: Arrival[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  const waiting = new Set<() => void>();
  let connections = 0;
  let isOpen = false;

  const happened = (): void => {
    for (const watcher of watchers) watcher();
  };

  const take = (request: RawRequest, connection: number, socket: Socket): void => {
    const judged = account.judge(request);
    const work = judged?.work;
    const behaviour = work === undefined ? honest : service.choose({ work, earlier: countEarlier(arrivals, work) });
    const effect = work !== undefined && behaviour.work === 'done';
    if (effect) judged?.carryOut();
    const code = judged === undefined ? undefined : shownCode(behaviour, judged.answer);
    const more = { ...(work === undefined ? {} : { work }), ...(code === undefined ? {} : { code }) };
    const arrival: Arrival = { ...request, connection, behaviour: behaviour.name, effect, ...more };
    arrivals.push(arrival);
    reply(socket, { behaviour, judged, skewMs: account.skewMs }, () => {
      arrival.answeredAt = Date.now();
      happened();
    });
    happened();
  };

  const converse = (socket: Socket, connection: number): void => {
    if (service.greeting !== undefined) socket.write(service.greeting);
    const reader = createRequestReader((request) => take(request, connection, socket));
    socket.on('data', (chunk) => reader.push(chunk));
  };

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer({ pauseOnConnect: true }, (raw) => {
    const connection = ++connections;
    keep(raw);
    const enter = (): void => {
      waiting.delete(enter);
      if (raw.destroyed) return;
      const socket = tls ? new TLSSocket(raw, { isServer: true, secureContext }) : raw;
      if (socket !== raw) keep(socket);
      converse(socket, connection);
      socket.resume();
    };
    if (isOpen || service.admits(connection)) enter();
    else waiting.add(enter);
    happened();
  });
  const port = await listen(server);

  const service: IndependentService = {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    account,
    arrivals,
    get connections() {
      return connections;
    },
    choose: () => honest,
    admits: () => true,
    greeting: undefined,
    letIn() {
      isOpen = true;
      for (const enter of waiting) enter();
    },
    when: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

function countEarlier(arrivals: readonly Arrival[], { operation, mark, people }: Work): number {
  return arrivals.filter(
    ({ work }) => work?.operation === operation && work.mark === mark && work.people.join() === people.join(),
  ).length;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
