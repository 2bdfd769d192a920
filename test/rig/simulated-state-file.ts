import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunLease } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import type { VirtualClock } from '../../src/platform/clocks.ts';
import type { CrashableState } from '../../src/rehearsal/crashable-process.ts';

/** A real state file for simulated processes: what one of them leaves when it is killed, the next one opens, verifies and continues. */
export interface SimulatedStateFile extends AsyncDisposable {
  readonly state: CrashableState;
}

/** A kill takes nothing back that was committed; for a power cut there is the memory backend. */
export function createSimulatedStateFile(world: () => VirtualClock, campaign: string): SimulatedStateFile {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-simulated-'));
  const live = join(folder, 'live');
  const paths = statePaths({ folder: live, campaign, sandbox: false });
  const guard = join(live, 'rollback-guard');
  const backend = createFileBackend({ paths, rollbackGuard: guard });
  const opened: RunLease[] = [];

  /** The process's files as they are, in the place where they were: its own handles lead to what has been moved away. */
  const leaveAsKilled = (): void => {
    if (!existsSync(live)) return;
    const dead = join(folder, `dead-${opened.length}`);
    renameSync(live, dead);
    mkdirSync(live);
    for (const name of ['ledger.db', 'ledger.db-wal', 'rollback-guard']) {
      if (existsSync(join(dead, name))) cpSync(join(dead, name), join(live, name), { recursive: true });
    }
  };

  const openLease: CrashableState['openLease'] = async ({ about, sync }) => {
    leaveAsKilled();
    const me = { pid: opened.length, host: 'here', since: world().now() };
    const found = await backend.openForRunning({ about, me, adopt: false });
    if ('refused' in found) throw new Error(`the state file is refused: ${JSON.stringify(found.refused)}`);
    const { lease } = found;
    opened.push(lease);
    let dead = false;
    return {
      ...lease,
      async apply(changes) {
        if (dead) return never();
        // Committed at once; the promise resolves when the time of a sync has passed.
        await world().hold(() => lease.apply(changes));
        await sync();
        if (dead) return never();
      },
      die() {
        dead = true;
      },
    };
  };

  return {
    state: { ...backend, openLease },
    async [Symbol.asyncDispose]() {
      for (const lease of opened) await lease.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}
