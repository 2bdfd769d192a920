import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Trial } from './fast-peer.ts';

/** The service of `fast-peer.ts`, and the settings that lead the command line to it. */
export interface Peer {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  reset(): Promise<void>;
  /** Answers so many requests of this trial and keeps the rest waiting, until `release`. */
  hold(after: number): Promise<Trial>;
  release(): Promise<Trial>;
  tell(): Promise<Trial>;
  stop(): void;
}

export async function startPeer(): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('fast-peer.ts', import.meta.url)), ['bench-key', 'bench-secret']);
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return {
    port,
    env: {
      CALLSHEET_BASE_URL: `http://127.0.0.1:${port}`,
      CALLSHEET_API_KEY: 'bench-key',
      CALLSHEET_API_SECRET: 'bench-secret',
    },
    async reset() {
      await ask(child, 'reset');
    },
    hold: (after) => ask(child, `hold ${after}`),
    release: () => ask(child, 'release'),
    tell: () => ask(child, 'tell'),
    stop: () => void child.kill(),
  };
}

async function ask(child: ChildProcess, word: string): Promise<Trial> {
  child.send(word);
  const [trial] = (await once(child, 'message')) as [Trial];
  return trial;
}
