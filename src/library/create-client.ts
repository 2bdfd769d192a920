import type { Clock } from '../platform/ports.ts';
import { createRealClock } from '../platform/real-clock.ts';
import { type Client, createClient as connect, type Timeouts } from '../service/http/client.ts';
import type { Credentials } from '../service/http/signature.ts';

export interface ClientOptions extends Credentials {
  /** `https://…`; plain `http` only to this machine. */
  readonly baseUrl: string;
  /** Default: the real clock. Requests are signed with its time. */
  readonly clock?: Clock;
  /** Requests in flight at the same time; a further one waits, unsent. Default 32. */
  readonly connections?: number;
  readonly timeouts?: Timeouts;
  /** Address of an HTTP proxy, such as `http://proxy.example:3128`. Default: none; `HTTPS_PROXY` is not read. */
  readonly proxy?: string | undefined;
}

/** The service over HTTP. One `send` is one typed request and no retry. Throws for an address or a key that cannot be right. */
export function createClient({ clock = createRealClock(), connections = 32, ...options }: ClientOptions): Client {
  return connect({ ...options, clock, connections });
}
