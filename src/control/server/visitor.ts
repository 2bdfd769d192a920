import type { IncomingMessage } from 'node:http';

/** Who sends a request, and what they may do. */
export interface Visitor {
  /** Of their account, which signs what they do; undefined where there are no accounts. */
  readonly name: string | undefined;
  readonly mayAct: boolean;
  /** They may see whole numbers where they ask for them. */
  readonly seesNumbers: boolean;
}

/** Why a request is not answered. */
export interface Turned {
  readonly status: 401 | 403 | 421 | 429 | 503;
  readonly words: string;
}

/** Finds out who sends a request. It is asked again while a stream goes on: an account may be taken away. */
export type Identify = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Visitor | Turned;
