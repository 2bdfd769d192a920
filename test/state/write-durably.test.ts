import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDurably } from '../../src/platform/write-durably.ts';

test('what cannot be written leaves no half of it beside the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-durably-'));
  try {
    mkdirSync(join(folder, 'plan.json'));
    expect(() => writeDurably(join(folder, 'plan.json'), '2340001000101')).toThrow('EISDIR');
    expect(readdirSync(folder)).toEqual(['plan.json']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
