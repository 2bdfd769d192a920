import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedLease, Refused, RunLease, StateBackend } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { type StatePaths, statePaths } from '../../src/ledger/state-paths.ts';

/** Of every state file that the rig opens. */
export const about = { campaign: 'trial', run: '1', service: 'https://service.example' };

/** A folder with one state file and a rollback guard, opened without any campaign. */
export interface StateRig extends Disposable {
  readonly folder: string;
  readonly paths: StatePaths;
  open(more?: {
    readonly adopt?: boolean;
    readonly host?: string;
    readonly paths?: StatePaths;
    readonly run?: string;
    readonly service?: string;
  }): Promise<OpenedLease | Refused>;
  deleteGuardLocks(): void;
  /** Opened, with so many jobs noted, and closed again. */
  noted(jobs: number): Promise<void>;
}

export function stateRig(): StateRig {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-state-'));
  const paths = statePaths({ folder: join(folder, 'state'), campaign: 'trial', sandbox: false });
  let next = 0;
  const rig: StateRig = {
    folder,
    paths,
    open: ({ adopt = false, host = 'here', paths: others = paths, run = about.run, service = about.service } = {}) =>
      backendAt(others, folder).openForRunning({
        about: { ...about, run, service },
        me: { pid: 1, host, since: 0 },
        adopt,
      }),
    deleteGuardLocks() {
      const guard = join(folder, 'rollback-guard');
      for (const name of readdirSync(guard)) if (name.endsWith('.lock')) rmSync(join(guard, name));
    },
    async noted(jobs) {
      const lease = leaseOf(await rig.open());
      for (let job = 0; job < jobs; job++) await note(lease, next++);
      await lease.close();
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
  return rig;
}

function backendAt(paths: StatePaths, folder: string): StateBackend {
  return createFileBackend({ paths, rollbackGuard: join(folder, 'rollback-guard') });
}

export const note = (lease: RunLease, job: number): Promise<void> =>
  lease.apply([{ kind: 'intend', to: { step: 'hello', key: String(job), attempt: 1, at: 1_000, requestHash: 'aa' } }]);

export function leaseOf(opened: OpenedLease | Refused): RunLease {
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return opened.lease;
}
