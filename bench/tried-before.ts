import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Settled } from '../src/ledger/change.ts';
import { createFileBackend } from '../src/ledger/file-backend.ts';
import { statePaths } from '../src/ledger/state-paths.ts';

/**
 * Records an attempt for each of these recipients in the state file of the campaign in this folder, as an earlier process would
 * have: the service was too busy for one (-18), and could not be reached for the next. A process must have begun the run.
 */
export async function recordAttempts(folder: string, keys: Iterable<string>, service: string): Promise<void> {
  const paths = statePaths({ folder: join(folder, '.callsheet'), campaign: 'bench', sandbox: false });
  const backend = createFileBackend({ paths, rollbackGuard: join(folder, 'rollback-guard', 'callsheet') });
  const opened = await backend.openForRunning({
    about: { campaign: 'bench', run: '1', service },
    me: { pid: process.pid, host: hostname(), since: Date.now() },
    adopt: false,
  });
  if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
  const { lease } = opened;
  const at = Date.now() - 3_600_000;
  for (const page of pagesOf(keys)) {
    const ids = page.map((key) => ({ step: 'hello', key, attempt: 1, at }));
    await lease.apply(ids.map((id) => ({ kind: 'intend', to: { ...id, requestHash: '0123456789abcdef' } })));
    await lease.apply(ids.map((id, n) => ({ kind: 'settle', to: n % 2 === 0 ? busy(id) : unreachable(id) })));
  }
  await lease.close();
}

type Attempt = Pick<Settled, 'step' | 'key' | 'attempt' | 'at'>;

function busy(attempt: Attempt): Settled {
  const notBefore = attempt.at + 1_000;
  return { ...attempt, state: 'pending', attempted: true, code: '-18', reason: 'busy', notBefore, maybeSent: true };
}

function unreachable(attempt: Attempt): Settled {
  const notBefore = attempt.at + 1_000;
  return {
    ...attempt,
    state: 'pending',
    attempted: false,
    reason: 'connect ECONNREFUSED',
    notBefore,
    freesBytes: true,
  };
}

const jobsInPage = 10_000;

function* pagesOf(keys: Iterable<string>): Generator<readonly string[]> {
  let page: string[] = [];
  for (const key of keys) {
    page.push(key);
    if (page.length < jobsInPage) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
