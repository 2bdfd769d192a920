import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { leaseOf, note, stateRig } from '../rig/state-rig.ts';

const troubleOf = (work: Promise<void>): Promise<unknown> => work.then(() => 'none', stateTrouble);

describe('while a run is under way', () => {
  test('a second runner is refused though the file of the lock was deleted, as the rollback guard has a lock too', async () => {
    using rig = stateRig();
    const first = leaseOf(await rig.open());
    await note(first, 1);
    rmSync(rig.paths.lock);
    expect(await rig.open()).toMatchObject({ refused: { kind: 'locked', holder: { pid: 1 } } });
    await first.close();
  });

  test('a second runner, let in because the files of both locks were deleted, stops the first before it sends', async () => {
    using rig = stateRig();
    const first = leaseOf(await rig.open());
    await note(first, 1);
    rmSync(rig.paths.lock);
    rig.deleteGuardLocks();
    const second = leaseOf(await rig.open());
    expect(await troubleOf(note(first, 2))).toBe('fencedOut');
    expect(await troubleOf(note(first, 3))).toBe('fencedOut');
    await note(second, 2);
    await second.close();
    await first.close();
  });

  test('a runner with another state file, let in because the guard was emptied, stops the first before it sends', async () => {
    using rig = stateRig();
    const first = leaseOf(await rig.open());
    rig.deleteGuardLocks();
    const other = statePaths({ folder: join(rig.folder, 'other'), campaign: 'trial', sandbox: false });
    const second = leaseOf(await rig.open({ paths: other }));
    expect(await troubleOf(note(first, 1))).toBe('fencedOut');
    await note(second, 1);
    await second.close();
    await first.close();
  });

  test('a rollback guard that is deleted does not stop the run', async () => {
    using rig = stateRig();
    const store = leaseOf(await rig.open());
    await note(store, 1);
    rmSync(join(rig.folder, 'rollback-guard'), { recursive: true });
    await note(store, 2);
    expect(await store.counts()).toEqual([{ step: 'hello', state: 'sending', jobs: 2 }]);
    await store.close();
  });

  test('a state file that is moved away takes nothing more', async () => {
    using rig = stateRig();
    const store = leaseOf(await rig.open());
    await note(store, 1);
    renameSync(rig.paths.database, `${rig.paths.database}.old`);
    expect(await troubleOf(note(store, 2))).toBe('fileReplaced');
    await store.close();
  });
});
