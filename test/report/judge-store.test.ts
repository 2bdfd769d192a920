import { expect, test } from 'vitest';
import { judgeStore } from '../../src/report/store/judge-store.ts';
import type { StoreFacts } from '../../src/state/store-facts.ts';

const sound: StoreFacts = {
  serverVersion: '17.2',
  isStandby: false,
  isEncrypted: true,
  tables: { version: 3, needed: 3 },
  clockAheadMs: 120,
  durability: [{ name: 'fsync', value: 'on', isDurable: true }],
  standbys: 'one',
  connections: { used: 10, most: 100 },
  oldestTransactionMs: 20,
  bytes: 12_345_678,
  deadRows: [{ table: 'job', live: 100_000, dead: 20_000 }],
  missingRights: [],
  campaigns: [],
};

test.each<[string, Partial<StoreFacts>, string]>([
  ['server', { isStandby: true }, 'It is a standby: use the address of the primary.'],
  [
    'tables',
    { tables: { version: 2, needed: 3 } },
    'Run `callsheet store migrate` with a role that may create tables.',
  ],
  ['tables', { tables: { version: 4, needed: 3 } }, 'Update callsheet.'],
  [
    'rights',
    { missingRights: ['UPDATE on job'] },
    'To run campaigns, grant it what docs/scale.md lists. To look at them, SELECT is enough.',
  ],
  [
    'fsync',
    { durability: [{ name: 'fsync', value: 'off', isDurable: false }] },
    'Turn it on with ALTER SYSTEM or ALTER ROLE: a crash could make the server forget who was contacted.',
  ],
  [
    'clock',
    { clockAheadMs: -11_000 },
    'Set the clock that is wrong: windows and rates follow the one of the machine that runs.',
  ],
  [
    'connections',
    { connections: { used: 97, most: 100 } },
    'Each process needs up to 6: raise max_connections, or close others.',
  ],
  [
    'oldestTransaction',
    { oldestTransactionMs: 3_600_000 },
    'While it is open, VACUUM frees nothing: find it in pg_stat_activity (xact_start) and end it.',
  ],
  [
    'deadRows',
    { deadRows: [{ table: 'job', live: 10_000, dead: 20_000 }] },
    'Run VACUUM ANALYZE, and see whether autovacuum is on.',
  ],
  [
    'campaign spring',
    {
      campaigns: [
        { name: 'spring', service: 's', runs: 1, leader: undefined, movedTo: undefined, movedFrom: 'laptop:/x.db' },
      ],
    },
    'Run the same `callsheet store copy` again.',
  ],
])('the doctor of a store finds what is wrong: %s %o', (check, wrong, fix) => {
  expect(judgeStore(sound).filter(({ ok }) => !ok)).toEqual([]);
  expect(judgeStore({ ...sound, ...wrong }).filter(({ ok }) => !ok)).toMatchObject([{ check, fix }]);
});
