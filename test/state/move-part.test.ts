import { expect, test } from 'vitest';
import type { RunLease, StateBackend } from '../../src/ledger/backend.ts';
import { moveLedger } from '../../src/ledger/move-ledger.ts';
import { StateError } from '../../src/ledger/state-trouble.ts';
import { isAbandoned } from '../../src/run/run-state.ts';
import { intend } from '../rig/lease.ts';
import { type MovePlace, moveEnds, moveInput, otherPlace as other } from '../rig/move-ends.ts';
import { about, intent, leaseOf, me } from '../rig/state-backends.ts';

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
  // A lease that nobody holds any more ends when its memory is freed.
  const lease = await leaseOf(both.file());
  await lease.apply([{ kind: 'confirmed', text: 'yes' }]);
  const locked = { kind: 'targetRefused', refused: expect.objectContaining({ kind: 'locked' }) as unknown };
  expect(await moveLedger(moveInput(both, 'store'))).toEqual(locked);
  expect(await isContinued(both.store())).toBe(false);
  await lease.close();

  const others = await moveEnds();
  await die(others.file(others.guard));
  expect(await moveLedger(moveInput(others, 'file'))).toMatchObject({ kind: 'moved' });
  expect(await isContinued(others.store())).toBe(false);
  // Once somebody has started it there, as a whole.
  await (await leaseOf(others.store(others.guard))).close();
  expect(await isContinued(others.store())).toBe(true);
});

test('a full disk or a lost connection ends a move in a sentence, and the runs go on where they were', async () => {
  for (const [from, trouble, failing] of [
    ['store', 'full', Object.assign(new Error('no more'), { code: 'SQLITE_FULL' })],
    ['file', 'storeFull', new StateError('storeFull', 'no more')],
  ] as const) {
    const both = await moveEnds();
    const lease = await leaseOf(both[from](both.guard));
    await intend(lease, intent);
    await lease.close();
    const { to, ...rest } = moveInput(both, from);
    const openForRunning: StateBackend['openForRunning'] = async (request) => {
      const opened = await to.openForRunning(request);
      if ('refused' in opened) return opened;
      const apply: RunLease['apply'] = async (changes) => {
        if (changes.some(({ kind }) => kind === 'import')) throw failing;
        await opened.lease.apply(changes);
      };
      return { ...opened, lease: { ...opened.lease, apply } };
    };
    expect(await moveLedger({ ...rest, to: { ...to, openForRunning } })).toEqual({
      kind: 'targetRefused',
      refused: { kind: 'trouble', trouble, message: 'no more' },
    });
    await (await leaseOf(both[from](both.guard))).close();
    expect(await moveLedger(moveInput(both, from))).toMatchObject({ kind: 'moved', jobs: 1 });
  }
});

test.each<MovePlace>(['file', 'store'])(
  'runs of which this machine knows that they are elsewhere are moved from no %s, whatever is accepted',
  async (from) => {
    const [both, old] = [await moveEnds(), await moveEnds()];
    const there = other(from);
    for (const backend of [old[from](), both[there](both.guard)]) {
      const lease = await leaseOf(backend);
      await intend(lease, intent);
      await lease.close();
    }
    const input = moveInput({ ...both, [from]: old[from], where: { ...both.where, [from]: old.where[from] } }, from);
    const refused = expect.objectContaining({ kind: 'missing', path: both[there]().location }) as unknown;
    expect(await moveLedger({ ...input, adopt: true })).toEqual({ kind: 'sourceRefused', refused });
    await (await leaseOf(both[there](both.guard))).close();
  },
);
