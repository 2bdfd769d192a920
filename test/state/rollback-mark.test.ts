import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRollbackMark } from '../../src/ledger/rollback-guard.ts';
import { about } from '../rig/state-backends.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-mark-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const location = 'postgres://ada@host/ledger';
const begun = (revision: number) => ({ lineage: 'l1', leader: { epoch: 1, revision } });

test('a process that was stopped when it took the lease, or after a commit, does not put the mark back', () => {
  const [stopped, later] = [openRollbackMark(folder, about, location), openRollbackMark(folder, about, location)];
  later.begin(begun(5), false);
  later.advance(9);
  stopped.begin(begun(5), false);
  expect(later.check('l1', 8)).toEqual({ kind: 'behind', seq: 8, known: 9 });
  stopped.advance(6);
  expect(later.check('l1', 8)).toEqual({ kind: 'behind', seq: 8, known: 9 });
  later.begin(begun(7), true);
  expect(later.check('l1', 7)).toBeUndefined();
  for (const mark of [stopped, later]) mark.close();
});
