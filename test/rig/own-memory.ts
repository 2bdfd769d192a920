import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';

/**
 * What a machine remembers of runs (the rollback guard); each test has its own: two tests may have campaigns of one name, and sandboxes that
 * were given the same port one after the other.
 */
const folder = mkdtempSync(join(tmpdir(), 'callsheet-memory-'));
let tests = 0;

beforeEach(() => {
  process.env['XDG_STATE_HOME'] = join(folder, String(++tests));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
