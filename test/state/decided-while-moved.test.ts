import pg from 'pg';
import { expect, test } from 'vitest';
import type { StateBackend } from '../../src/ledger/backend.ts';
import { actionGroup } from '../../src/ledger/signed.ts';
import { inFile } from '../../src/ledger/sql.ts';
import { makeTables } from '../../src/ledger/sqlite/file/state-file.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { besideRuns } from '../../src/ledger/write-run.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, leaseOf } from '../rig/state-backends.ts';

const signed = { at: 1_000, by: 'Ada' };
const approval = { plan: 'p', checksum: 'c', service: about.service, ...signed };
const refused = { refused: { kind: 'moved', place: 'elsewhere' } };

type Beside = Pick<StateBackend, 'approve' | 'promote' | 'requestControl'>;
const decisions: readonly (readonly [what: string, decide: (backend: Beside) => Promise<unknown>])[] = [
  ['approves a plan', (backend) => backend.approve(about, approval)],
  ['promotes a wave', (backend) => backend.promote(about, actionGroup('promote', signed))],
  ['pauses a run', (backend) => backend.requestControl(about, 'pause', actionGroup('pause', signed))],
];

/** A person says it while a move marks the runs: it is recorded before, so that it is copied, or the person hears of the move. */
test.each(decisions)('who %s in a store that is just being moved hears that it was moved', async (_, decide) => {
  const url = await newDatabase();
  const backend = createStoreBackend({ url });
  await (await leaseOf(backend)).close();
  const mover = new pg.Client({ connectionString: url });
  await mover.connect();
  await mover.query(`BEGIN; UPDATE callsheet.campaign SET moved_to = 'elsewhere'`);
  const decision = decide(backend);
  const waits = `SELECT count(*)::int AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const ended = decision.then(() => true);
  while (
    (await query(url, waits))[0]?.['waits'] === 0 &&
    !(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20, false))]))
  );
  await mover.query('COMMIT');
  await mover.end();
  expect(await decision).toEqual(refused);
  const [run] = await query(url, 'SELECT control, approvals, decided FROM callsheet.run');
  expect(run).toEqual({ control: 'run', approvals: null, decided: null });
});

test.each(decisions)('who %s in a file that is just being moved hears that it was moved', async (_, decide) => {
  const database = openDatabase(':memory:');
  makeTables(database, 'here');
  database.exec(
    `INSERT INTO campaign (id, name, service) VALUES (1, 'trial', 'test'); INSERT INTO run (id, campaign, name) VALUES (1, 1, '1')`,
  );
  const backend = besideRuns(
    (_, work) => {
      // Another process has marked it since it was opened.
      database.exec(`UPDATE campaign SET moved_to = 'elsewhere'`);
      return inFile(database, work({ campaign: 1, run: 1 }));
    },
    () => undefined,
  );
  expect(await decide(backend)).toEqual(refused);
  const run = database.prepare('SELECT control, approvals, decided FROM run').get();
  expect(run).toEqual({ control: 'run', approvals: null, decided: null });
  database.close();
});
