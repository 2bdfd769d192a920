import { expect, test } from 'vitest';
import type { StateBackend } from '../../src/ledger/backend.ts';
import { moveLedger } from '../../src/ledger/move/move-ledger.ts';
import { isAbandoned } from '../../src/run/run-state.ts';
import { moveEnds, moveInput } from '../rig/move-ends.ts';
import { about, leaseOf, me } from '../rig/state-backends.ts';

/** Its process was to do a part, and has died. */
async function die(backend: StateBackend): Promise<void> {
  const opened = await backend.openForRunning({ about, me, adopt: false, limited: true });
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  await opened.lease.apply([{ kind: 'begun', at: 900 }]);
  await opened.lease.close();
}

async function isContinued(backend: StateBackend): Promise<boolean> {
  const opened = await backend.openForReading({ about });
  if (opened === undefined || 'refused' in opened) throw new Error(JSON.stringify(opened));
  const status = await opened.reader.status();
  await opened.reader.close();
  return isAbandoned(status);
}

test('nobody continues a part of a run whose move was refused, nor a run that came from a file, without being asked to', async () => {
  const both = await moveEnds();
  await die(both.store(both.guard));
  expect(await isContinued(both.store())).toBe(false);
  await (await leaseOf(both.file())).apply([{ kind: 'confirmed', text: 'yes' }]);
  const locked = { kind: 'targetRefused', refused: expect.objectContaining({ kind: 'locked' }) as unknown };
  expect(await moveLedger(moveInput(both, 'store'))).toEqual(locked);
  expect(await isContinued(both.store())).toBe(false);

  const others = await moveEnds();
  await die(others.file(others.guard));
  expect(await moveLedger(moveInput(others, 'file'))).toMatchObject({ kind: 'moved' });
  expect(await isContinued(others.store())).toBe(false);
  // Once somebody has started it there, as a whole.
  await (await leaseOf(others.store(others.guard))).close();
  expect(await isContinued(others.store())).toBe(true);
});
