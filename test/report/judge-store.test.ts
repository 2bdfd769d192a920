import { expect, test } from 'vitest';
import type { StoreFacts } from '../../src/ledger/store-admin.ts';
import { judgeStore } from '../../src/report/store/judge-store.ts';

const sound: StoreFacts = {
  serverVersion: '17.2',
  isStandby: false,
  isEncrypted: true,
  isOnThisMachine: false,
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

const remote = 'postgres://me@db.example.com/callsheet';

test.each<[string, Partial<StoreFacts>, string]>([
  ['server', { isStandby: true }, 'It is a standby: use the address of the primary.'],
  [
    'tls',
    { isEncrypted: false },
    'Add ?sslmode=verify-full to the URL, with TLS on the server: others on the way can read numbers, and change them.',
  ],
  [
    'tables',
    { tables: { version: 0, needed: 3 } },
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
    'Turn it on with ALTER SYSTEM: a crash could make the server forget who was contacted.',
  ],
  [
    'clock',
    { clockAheadMs: -11_000 },
    'Set the clock that is wrong: windows and rates follow the clock of the machine that runs.',
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
        // It went there, and is coming back.
        {
          name: 'spring',
          service: 's',
          runs: 1,
          leader: undefined,
          movedTo: 'laptop:/x.db',
          movedFrom: 'laptop:/x.db',
        },
      ],
    },
    'Run the same `callsheet store copy` again.',
  ],
])('the doctor of a store finds what is wrong: %s %o', (check, wrong, fix) => {
  const wrongs = (facts: StoreFacts) => judgeStore(facts, remote).filter(({ verdict }) => verdict === 'wrong');
  expect(wrongs(sound)).toEqual([]);
  expect(wrongs({ ...sound, ...wrong })).toMatchObject([{ check, fix }]);
});

test.each([
  [true, false, remote, 'good', 'the connection is encrypted'],
  [false, true, remote, 'good', 'the connection does not leave this machine, and is not encrypted'],
  [
    false,
    false,
    'postgres://me@127.0.0.1:5433/x',
    'good',
    'the connection does not leave this machine, and is not encrypted',
  ],
  [false, false, remote, 'wrong', 'the connection is not encrypted'],
] as const)(
  'a connection without TLS is good only on the same machine: %s, %s, %s',
  (isEncrypted, isOnThisMachine, location, verdict, what) => {
    const findings = judgeStore({ ...sound, isEncrypted, isOnThisMachine }, location);
    expect(findings.find(({ check }) => check === 'tls')).toMatchObject({ verdict, what });
  },
);

test('what is neither good nor wrong is a note', () => {
  const campaign = {
    name: 'spring',
    service: 's',
    runs: 1,
    leader: undefined,
    movedTo: undefined,
    movedFrom: undefined,
  };
  const left = { run: '1', pid: 7, host: 'there', since: 0, leaseLeftMs: -1 };
  const campaigns = [campaign, { ...campaign, leader: left }, { ...campaign, movedTo: 'postgres://there/x' }];
  const notes = judgeStore({ ...sound, standbys: '', campaigns }, remote).filter(({ verdict }) => verdict === 'note');
  expect(notes.map(({ what }) => what)).toEqual([
    'no standby confirms commits: if one replaces this server, it may not know the latest',
    'the database takes 12.3 MB',
    'spring: 1 run, no process runs it',
    'spring: 1 run; run 1 was left by process 7 on there, since 1970-01-01T00:00:00.000Z, whose lease has ended',
    'spring: 1 run, moved to postgres://there/x',
  ]);
});

test.each([
  [11_000, 'for 11 s'],
  [100 * 60_000, 'for 1 h 40 min'],
  [3 * 3_600_000, 'for 3 h'],
  [50 * 3_600_000, 'for 2 d 2 h'],
])('a transaction that has been open for %d ms is shown in the units in which people count', (ms, words) => {
  const [open] = judgeStore({ ...sound, oldestTransactionMs: ms }, remote).filter(
    ({ check }) => check === 'oldestTransaction',
  );
  expect(open?.what).toBe(`the oldest transaction has been open ${words}`);
});
