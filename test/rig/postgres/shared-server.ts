import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type StartedServer, serverFolder } from './start-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one PostgreSQL of all tests is, once a test has asked for it (`database.ts`). */
    readonly postgresFolder: string;
  }
}

/** For the whole suite: a server that is started by the first test that needs it, and stopped after the last test. */
export function setup(project: TestProject): () => void {
  const folder = serverFolder();
  project.provide('postgresFolder', folder);
  return () => {
    stop(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}

function stop(folder: string): void {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as StartedServer;
    // At once: nobody needs its data.
    process.kill(-pid, 'SIGQUIT');
  } catch {
    // No test has started it.
  }
}
