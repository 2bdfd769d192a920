import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgottenIn } from '../../src/ledger/contacts/forgotten/forgotten-in.ts';
import { addTombstone } from '../../src/ledger/contacts/sqlite/tombstones.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';

test('a project may forget more people than a function takes arguments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  try {
    const paths = contactPaths({ folder, sandbox: false });
    addTombstone({ paths, pepper: undefined }, '2348030000000', 0);
    const people = 130_000;
    const database = openDatabase(paths.database);
    database.exec(
      `WITH RECURSIVE other (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM other WHERE i < ${people})
       INSERT INTO tombstone (person, pepper_check, at) SELECT randomblob(32), pepper_check, at FROM other, (SELECT * FROM tombstone)`,
    );
    database.close();
    expect(await forgottenIn(createNodeFiles(), { folder, pepper: undefined })).toMatchObject({ people });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
