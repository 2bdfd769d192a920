import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VirtualClock } from '../../src/platform/virtual-clock.ts';
import type { createMemoryStore, MemoryStore } from '../../src/state/memory-store.ts';
import { openStore } from '../../src/state/open-store.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import type { Store } from '../../src/state/store.ts';

/** A real state file for simulated processes: what one of them leaves when it is killed, the next opens, looks at and goes on with. */
export interface SimulatedStateFile extends AsyncDisposable {
  readonly createStore: typeof createMemoryStore;
}

/** A kill takes nothing back that was committed; for a power cut there is the memory store. */
export function createSimulatedStateFile(world: () => VirtualClock, campaign: string): SimulatedStateFile {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-simulated-'));
  const live = join(folder, 'live');
  const paths = statePaths({ folder: live, campaign, sandbox: false });
  const opened: Store[] = [];

  /** The process's files as they are, in the place where they were: its own handles lead to what has been moved away. */
  const leaveAsKilled = (): void => {
    if (!existsSync(live)) return;
    const dead = join(folder, `dead-${opened.length}`);
    renameSync(live, dead);
    mkdirSync(live);
    for (const name of [`${campaign}.db`, `${campaign}.db-wal`, 'rollback-guard']) {
      if (existsSync(join(dead, name))) cpSync(join(dead, name), join(live, name), { recursive: true });
    }
  };

  const createStore = ({
    about,
    sync = () => Promise.resolve(),
  }: Parameters<typeof createMemoryStore>[0]): MemoryStore => {
    leaveAsKilled();
    const rollbackGuard = join(live, 'rollback-guard');
    const me = { pid: opened.length, host: 'here', since: world().now() };
    const found = openStore({ paths, about, me, adopt: false, rollbackGuard });
    if ('refused' in found) throw new Error(`the state file is refused: ${JSON.stringify(found.refused)}`);
    const { store } = found;
    opened.push(store);
    let dead = false;
    const durable = async (work: () => Promise<void>): Promise<void> => {
      if (dead) return never();
      // Committed at once; the promise resolves after the time of a sync.
      await world().hold(work);
      await sync();
      if (dead) return never();
    };
    return {
      ...store,
      intend: (intent) => durable(() => store.intend(intent)),
      settle: (settled) => durable(() => store.settle(settled)),
      drop: (id, state, reason, at) => durable(() => store.drop(id, state, reason, at)),
      decide: (id, to, at, outputs) => durable(() => store.decide(id, to, at, outputs)),
      die() {
        dead = true;
      },
    };
  };

  return {
    createStore,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}
