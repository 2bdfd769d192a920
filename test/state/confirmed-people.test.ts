import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConfirmedPeople, readPeople, writePeople } from '../../src/cli/run/confirmed-people.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';

const count = 50_001;
const cells = Uint32Array.from({ length: count }, (_, n) => Math.imul(n + 1, 0x9e3779b1) >>> 0);
const people: ConfirmedPeople = {
  audiences: new Map([
    ['members', Float64Array.from({ length: count }, (_, n) => 2_348_000_000_000 + n * 7)],
    ['nobody', new Float64Array()],
  ]),
  steps: new Map([
    ['hello', { audience: 'members', columns: ['name'], cells }],
    ['later', { audience: 'members', columns: ['name'], cells }],
    ['all', { audience: 'members', columns: [], cells: undefined }],
    ['once', { audience: undefined, columns: [], cells: undefined }],
  ]),
};
const nobody: ConfirmedPeople = { audiences: new Map(), steps: new Map() };

test('people that were confirmed are read as they were written, and only for the yes to which they belong', () => {
  const parts = [...writePeople(people, 'this yes')];
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000);
  expect(readPeople(parts, 'this yes')).toEqual(people);
  expect(readPeople(parts, 'an earlier yes')).toEqual(nobody);
  expect(readPeople([], 'this yes')).toEqual(nobody);
});

test('a part of a state file that has changed since it was written is damage, not other people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-people-'));
  const paths = statePaths({ folder, campaign: 'trial', sandbox: true });
  const about = { campaign: 'trial', run: '1', service: 'sandbox' };
  const open = async () => {
    const me = { pid: 1, host: 'here', since: 0 };
    const opened = await createFileBackend({ paths }).openForRunning({ about, me, adopt: false });
    if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
    return opened.lease;
  };
  const first = await open();
  await first.apply(['Ada', 'Ben'].map((text, part) => ({ kind: 'confirmedPeople', part, text }) as const));
  expect(await first.confirmedPeople()).toEqual(['Ada', 'Ben']);
  await first.close();
  const bytes = readFileSync(paths.database);
  bytes.write('Bea', bytes.indexOf('Ben'));
  writeFileSync(paths.database, bytes);
  await expect(open()).rejects.toThrow('refused: trouble');
  rmSync(folder, { recursive: true });
});
