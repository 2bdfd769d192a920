import type { StateBackend } from './backend.ts';
import { shownStore } from './store-address.ts';

/** A shared ledger in PostgreSQL. What it needs is loaded when it is used. */
export function createStoreBackend({
  url,
  rollbackGuard,
}: {
  readonly url: string;
  /** Folder of what this machine remembers apart from the store. */
  readonly rollbackGuard?: string | undefined;
}): StateBackend {
  const backend = async (): Promise<Omit<StateBackend, 'location'>> =>
    (await import('./postgres/postgres-backend.ts')).createPostgresBackend(url, rollbackGuard);
  return {
    location: shownStore(url),
    openForRunning: async (request) => (await backend()).openForRunning(request),
    openForReading: async (request) => (await backend()).openForReading(request),
    decide: async (run, decisions) => (await backend()).decide(run, decisions),
    approve: async (run, approval) => (await backend()).approve(run, approval),
    promote: async (run, signed) => (await backend()).promote(run, signed),
    requestControl: async (run, control, signed) => (await backend()).requestControl(run, control, signed),
    refusal: async (run, host) => (await backend()).refusal(run, host),
    openForSending: async (request) => (await backend()).openForSending?.(request),
  };
}
