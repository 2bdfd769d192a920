import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { RunAbout, RunLease, StateBackend } from '../../src/ledger/backend.ts';
import type { Settled } from '../../src/ledger/change.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { newDatabase } from './postgres/database.ts';

export const about = { campaign: 'trial', run: '1', service: 'https://service.example' };
export const me = { pid: 1, host: 'here', since: 0 };
const folder = mkdtempSync(join(tmpdir(), 'callsheet-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let campaigns = 0;

/** All of a test file in one file of the product, each backend with a campaign of its own. */
export function fileBackend(campaign = `trial-${++campaigns}`): StateBackend {
  const backend = createFileBackend({ paths: statePaths({ folder, campaign, sandbox: true }) });
  return { ...withCampaign(campaign, async () => backend), location: backend.location };
}

let database: Promise<string> | undefined;

/** The same in one database. */
export function postgresBackend(campaign = `trial-${++campaigns}`, leaseSeconds = 60): StateBackend {
  return withCampaign(campaign, async () => {
    const url = await (database ??= newDatabase());
    return createStoreBackend({ url: `${url}?lease=${leaseSeconds}` });
  });
}

function withCampaign(campaign: string, backend: () => Promise<StateBackend>): StateBackend {
  const named = (run: RunAbout): RunAbout => ({ ...run, campaign });
  return {
    location: 'shared',
    openForRunning: async (request) => (await backend()).openForRunning({ ...request, about: named(request.about) }),
    openForReading: async (request) => (await backend()).openForReading({ ...request, about: named(request.about) }),
    decide: async (run, decisions) => (await backend()).decide(named(run), decisions),
    approve: async (run, approval) => (await backend()).approve(named(run), approval),
    promote: async (run, signed) => (await backend()).promote(named(run), signed),
    requestControl: async (run, control, signed) => (await backend()).requestControl(named(run), control, signed),
    refusal: async (run, host) => (await backend()).refusal(named(run), host),
  };
}

export async function leaseOf(backend: StateBackend): Promise<RunLease> {
  const opened = await backend.openForRunning({ about, me, adopt: false });
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return opened.lease;
}

/** Every backend must keep the same contract. */
export const backends: Readonly<Record<string, () => StateBackend>> = {
  'the file backend': fileBackend,
  'the memory backend': createMemoryBackend,
  'the PostgreSQL backend': postgresBackend,
};

export const ada = { step: 'hello', key: '2348030000001' };
export const ben = { step: 'hello', key: '2348030000002' };
export const intent = { ...ada, attempt: 1, at: 1_000, requestHash: 'aa' };
export const accepted: Settled = {
  ...ada,
  attempt: 1,
  at: 1_500,
  state: 'accepted',
  code: '0',
  outputs: { id: 'm1', n: 2 },
};
