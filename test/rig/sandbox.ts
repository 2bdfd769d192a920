import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createPlainClient, type PlainAnswer, type PlainClient } from './plain-client.ts';

/** A sandbox with a client for it; closed at the end of the block (`await using`). */
export interface SandboxRig extends PlainClient, AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** `GET /_sandbox/<path>`. */
  read<T>(path: string): Promise<T>;
  /** `POST /_sandbox/<path>`. */
  change(path: string, body?: unknown): Promise<PlainAnswer>;
}

export async function sandboxRig(options: SandboxOptions = {}): Promise<SandboxRig> {
  const sandbox = await startSandbox(options);
  const seconds = (): number => Math.floor(sandbox.account.clock.now() / 1000);
  const key = sandbox.account.world.keys[0];
  const client = createPlainClient({
    url: sandbox.url,
    seconds,
    ...(key === undefined ? {} : { apiKey: key.key, apiSecret: key.secret }),
  });
  return {
    sandbox,
    url: sandbox.url,
    call: (path, body, options) => client.call(path, body, options),
    read: async <T>(path: string) => (await client.call(`/_sandbox/${path}`)).body as T,
    change: (path, body = {}) => client.call(`/_sandbox/${path}`, body),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Section "1. Send custom message": a text. */
export function textTo(recipient: string, body = 'Hello'): Record<string, unknown> {
  return { ...toSomebody, recipient, type: 'text', text: { body } };
}

export function interactiveTo(recipient: string, interactive: unknown): Record<string, unknown> {
  return { ...toSomebody, recipient, type: 'interactive', interactive };
}

const toSomebody = { appId: 'sandbox-app', businessPhone: '2348000000001', channelType: 0 };

/** A world with a stopped clock, on a Monday morning at nine o'clock in Lagos. */
export const mondayMorning = { clock: { start: '2026-11-23T09:00:00+01:00', speed: 0 } };
