import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printing, snapshotRig } from '../rig/snapshot.ts';

describe('a program', () => {
  test('gives CSV or NDJSON, and both are the same snapshot', async () => {
    using rig = snapshotRig();
    const csv = await rig.read(printing('name,phone,more\nBo,2340002,x\n,+234 0001,\n'));
    const ndjson = await rig.read(printing('{"phone":"2340001"}\n{"name":"Bo","phone":2340002}\n', 'ndjson'));
    expect([csv.findings, ndjson.findings, ndjson.digest]).toEqual([[], [], csv.digest]);
    const path = rig.folder.rowsPath(csv.record!);
    expect(readFileSync(path, 'utf8')).toBe('{"phone":"2340001","name":null}\n{"phone":"2340002","name":"Bo"}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(ndjson.record).toMatchObject({
      rows: 2,
      recipients: 2,
      unreadable: 0,
      since: { joined: 0, left: 0, changed: 0 },
    });
  });

  test('with a column of who said no, which is not declared, is a warning: nothing of it is kept', async () => {
    using rig = snapshotRig();
    const list = 'phone,name,Do not call,Email opt-out\n2348030000001,Ada,yes,yes\n';
    const { findings, record } = await rig.read(printing(list));
    expect(findings.map((one) => one.replace(/.*(?=CS6047)|(?<=CS6047 ).*(?= has)/g, ''))).toEqual([
      'CS6047  has `Do not call`, which `columns` does not have: who said no there would be contacted',
    ]);
    expect(record?.recipients).toBe(1);
    const declared = { phone: 'text', name: 'text', 'Do not call': 'text' } as const;
    expect((await rig.read(printing(list), { columns: declared })).findings).toEqual([]);
  });

  test('may print UTF-16, or the encoding that the audience names', async () => {
    using rig = snapshotRig();
    const query = (list: Buffer, encoding?: string) =>
      ({
        kind: 'command',
        argv: [process.execPath, '-e', `process.stdout.write(Buffer.from('${list.toString('base64')}', 'base64'))`],
        format: 'csv',
        sep: undefined,
        encoding,
      }) as const;
    const list = 'phone,name\n2348030000001,Zo\u00eb\n';
    const utf8 = await rig.read(printing(list));
    const utf16 = await rig.read(query(Buffer.from(`\ufeff${list}`, 'utf16le')));
    const western = Buffer.from(list, 'latin1');
    expect([utf16.digest, (await rig.read(query(western, 'windows-1252'))).digest]).toEqual([utf8.digest, utf8.digest]);
    expect(await rig.read(query(western))).toMatchObject({
      digest: undefined,
      findings: ['CS6001 From this line on the file is not UTF-8, in line 2'],
    });
  });

  test.each([
    [
      'is not started without consent',
      printing('phone\n'),
      { allowCommands: false },
      'programs are started only with --allow-commands',
    ],
    [
      'fails after it printed rows',
      printing('phone,name\n2340001,Ada\n', 'csv', 'console.error("disk full"); process.exit(3)'),
      {},
      `\`${process.execPath}\` ended with the exit code 3: disk full`,
    ],
    [
      'fails over a cell',
      printing('phone,name\n', 'csv', 'console.error("no integer: +234 803 000 0001"); process.exit(1)'),
      {},
      `\`${process.execPath}\` ended with the exit code 1: no integer: +234…0001`,
    ],
    [
      'does not end',
      printing('phone,name\n2340001,Ada\n', 'csv', 'setInterval(() => {}, 1000)'),
      { timeoutMs: 1000 },
      'it took more than 1 s',
    ],
    [
      'is not there',
      { kind: 'command', argv: ['no-such-program'], format: 'csv', sep: undefined },
      {},
      'there is no program `no-such-program`',
    ],
  ] as const)('that %s gives no snapshot', async (_, query, how, message) => {
    using rig = snapshotRig();
    const read = await rig.read(query, how);
    expect(read).toEqual({ digest: undefined, record: undefined, findings: [`CS6033 the source: ${message}`] });
    expect(readdirSync(rig.folder.path)).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'that has ended, but left its output to a process of a group of its own, is not waited for',
    async () => {
      using rig = snapshotRig();
      const child = "require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)";
      const then = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}],
        { detached: true, stdio: 'inherit' }); child.unref(); child.on('spawn', () => {
        const wait = setInterval(() => { if (require('node:fs').existsSync('pid')) clearInterval(wait); }, 20); });`;
      const read = await rig.read(printing('phone,name\n2340001,Ada\n', 'csv', then));
      process.kill(Number(readFileSync(join(rig.directory, 'pid'), 'utf8')), 'SIGKILL');
      expect([read.findings, read.record]).toEqual([
        [
          `CS6033 the source: \`${process.execPath}\` has ended, but something that it started keeps its output open: the list may go on`,
        ],
        undefined,
      ]);
    },
  );

  test('that is interrupted leaves nothing', async () => {
    using rig = snapshotRig();
    const stop = new AbortController();
    const query = printing('phone,name\n2340001,Ada\n', 'csv', 'setInterval(() => {}, 1000)');
    setTimeout(() => stop.abort(), 300);
    const read = await rig.read(query, { signal: stop.signal });
    expect(read.findings).toEqual(['CS6033 the source: reading was stopped']);
    expect(readdirSync(rig.folder.path)).toEqual([]);
  });

  test('does not get the settings of Callsheet', async () => {
    using rig = snapshotRig();
    const script = 'console.log("phone,name\\n2340001," + (process.env.CALLSHEET_API_SECRET ?? "none"))';
    const query = { kind: 'command', argv: [process.execPath, '-e', script], format: 'csv', sep: undefined } as const;
    const { record } = await rig.read(query, { env: { ...process.env, CALLSHEET_API_SECRET: 's3cret' } });
    expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe('{"phone":"2340001","name":"none"}\n');
  });
});

describe('rows that are not what was declared', () => {
  test.each([
    ['no rows', 'phone,name\n', {}, ['CS6036 the source gave no rows, but at least 1 is expected']],
    ['nothing at all', '', {}, ['CS6036 the source gave no rows, but at least 1 is expected']],
    [
      'too few rows',
      'phone,name\n2340001,Ada\n',
      { expect: { atLeast: 5 } },
      ['CS6036 the source gave only 1 row, but at least 5 are expected'],
    ],
    [
      'too many rows',
      'phone,name\n2340001,Ada\n2340002,Bo\n',
      { expect: { atMost: 1 } },
      ['CS6036 the source gave 2 rows, but at most 1 is expected'],
    ],
    ['a renamed column', 'phone,first_name\n2340001,Ada\n', {}, ['CS6034 the source has no column `name`']],
    ['two missing columns', 'a\n1\n', {}, ['CS6034 the source has no columns `phone` and `name`']],
    [
      'another type',
      'phone,name\n2340001,12\n2340002,?\n',
      { columns: { phone: 'text', name: 'number' } },
      ['CS6034 the source: `name` is not a number in 1 row, such as `?` in row 2'],
    ],
    [
      'a time without an offset',
      'phone,at\n2340001,2026-11-22 10:00\n',
      { columns: { phone: 'text', at: 'instant' } },
      [
        'CS6034 the source: `at` is not an instant: a time with its offset, such as `2026-11-22T18:30:00Z` in 1 row, such as `2026-11-22 10:00` in row 1',
      ],
    ],
    [
      'the same number twice',
      'phone,name\n+234 801 234 5678,Ada\n2348012345678,Ada\n',
      {},
      ['CS6035 the source: 1 row has the number of another row: 234…5678'],
    ],
    [
      'numbers without their country code',
      'phone,name\n2340001,Ada\n08030000002,Bo\n',
      {},
      ['CS6035 the source: 1 row has a number without its country code in `phone`, the first is row 2'],
    ],
    [
      'rounded numbers',
      'phone,name\n2.34801E+12,Ada\n',
      {},
      ['CS6035 the source: 1 row has a number that was rounded in `phone`, the first is row 1'],
    ],
    [
      'a cut row',
      'phone,name\n2340001,Ada\n2340002\n',
      {},
      ['CS6004 1 row does not have the 2 fields of the header, in line 3'],
    ],
    [
      'bytes that are not text',
      'phone,name\n2340001,\ufffd\n'.replace('\ufffd', '\\xff'),
      { columns: { phone: 'text', missing: 'text' } },
      ['CS6034 the source has no column `missing`'],
    ],
  ] as const)('%s: no snapshot, and one clear error', async (_, text, more, findings) => {
    using rig = snapshotRig();
    const read = await rig.read(printing(text), more);
    expect(read).toEqual({ digest: undefined, record: undefined, findings });
    expect(readdirSync(rig.folder.path)).toEqual([]);
  });

  test('a line of JSON that is cut is an error, and so is a missing property', async () => {
    using rig = snapshotRig();
    const cut = await rig.read(printing('{"phone":"2340001","name":"Ada"}\n{"phone":"23400', 'ndjson'));
    expect(cut.findings.map((text) => text.slice(0, 6))).toEqual(['CS6011']);
    const missing = await rig.read(printing('{"phone":"2340001"}\n{"phone":"2340002"}\n', 'ndjson'));
    expect(missing.findings).toEqual(['CS6034 the source has no column `name`']);
  });

  test('a renamed column is named, also where the program has ended and the rest of its rows was not read', async () => {
    using rig = snapshotRig();
    const rows = '2340001,Ada\n'.repeat(20_000);
    writeFileSync(join(rig.directory, 'rows.csv'), `phone,first_name\n${rows}`);
    const argv = [process.execPath, '-e', 'process.stdout.write(require("node:fs").readFileSync("rows.csv"))'];
    const reads = await Promise.all(
      [1, 2, 3, 4].map(() => rig.read({ kind: 'command', argv, format: 'csv', sep: undefined })),
    );
    expect(new Set(reads.flatMap(({ findings }) => findings))).toEqual(
      new Set(['CS6034 the source has no column `name`']),
    );
  });

  test('a list or an object in a cell of JSON is an error, and numbers are as they were written', async () => {
    using rig = snapshotRig();
    const nested = await rig.read(printing('{"phone":"2340001","name":{"first":"Ada"}}\n', 'ndjson'));
    expect(nested.findings).toEqual([
      'CS6034 the source: `name` is not text in 1 row, such as a list or an object of JSON in row 1',
    ]);
    const exact = await rig.read(
      printing('{"phone":2340001,"name":90071992547409931}\n{"phone":2340002,"name":1.10}\n', 'ndjson'),
    );
    expect(readFileSync(rig.folder.rowsPath(exact.record!), 'utf8')).toBe(
      '{"phone":"2340001","name":"90071992547409931"}\n{"phone":"2340002","name":"1.10"}\n',
    );
  });

  test('rows without any number are left out and counted', async () => {
    using rig = snapshotRig();
    const read = await rig.read(printing('phone,name\n2340001,Ada\n,Bo\nunknown,Chi\n'));
    expect(read.findings).toEqual([
      'CS6006 1 row has no value in `phone` and is left out, in row 2',
      'CS6006 1 row has no usable number in `phone` and is left out, in row 3',
    ]);
    expect(read.record).toMatchObject({ rows: 3, unreadable: 2, recipients: 1 });
  });

  test('national numbers are read with a country', async () => {
    using rig = snapshotRig();
    const national = await rig.read(printing('phone,name\n08030000002,Bo\n'), { country: 'NG' });
    const whole = await rig.read(printing('phone,name\n+2348030000002,Bo\n'));
    expect([national.findings, national.digest]).toEqual([[], whole.digest]);
  });
});

describe('the change since the last snapshot', () => {
  const list = (from: number, to: number): string =>
    `phone,name\n${Array.from({ length: to - from }, (_, index) => `${2348000000000 + from + index},Ada\n`).join('')}`;

  test('is counted in people', async () => {
    using rig = snapshotRig();
    await rig.read(printing(list(0, 10)), { now: 1000 });
    const read = await rig.read(printing(list(2, 13).replace('2348000000005,Ada', '2348000000005,Eve')), { now: 2000 });
    expect(read.record?.since).toEqual({ takenAt: 1000, joined: 3, left: 2, changed: 1 });
  });

  test('that is larger than expected is refused, and the last snapshot stays; a person may accept it', async () => {
    using rig = snapshotRig();
    const expect20 = { expect: { change: 0.2 } };
    await rig.read(printing(list(0, 10)), { ...expect20, now: 1 });
    expect((await rig.read(printing(list(1, 11)), { ...expect20, now: 2 })).findings).toEqual([]);
    const refused = await rig.read(printing(list(2, 13)), expect20);
    expect([refused.digest, refused.findings]).toEqual([
      undefined,
      ['CS6036 the source: 2 people joined and 1 left since the last snapshot, 30% of it; at most 20% is expected'],
    ]);
    expect(rig.folder.records('members')).toHaveLength(2);
    const accepted = await rig.read(printing(list(2, 13)), { ...expect20, acceptChange: true });
    expect(accepted.record).toMatchObject({ recipients: 11, since: { joined: 2, left: 1 } });
  });

  test('numbers that are all written in another way do not count as a change', async () => {
    using rig = snapshotRig();
    await rig.read(printing(list(0, 10)), { expect: { change: 0 } });
    const again = await rig.read(printing(list(0, 10).replaceAll('234800', '+234 800 ')), { expect: { change: 0 } });
    expect([again.findings, again.record?.since]).toMatchObject([[], { joined: 0, left: 0, changed: 0 }]);
  });
});

describe('old snapshots', () => {
  test('are deleted after their time, but not the latest, and not those of a run that uses them', async () => {
    using rig = snapshotRig();
    const keepForMs = 1000;
    const taken: string[] = [];
    for (const [index, now] of [0, 100, 200, 5000].entries()) {
      const { digest } = await rig.read(printing(`phone,name\n234000${index},Ada\n`), { now, keepForMs });
      taken.push(digest!);
      if (index === 1) {
        const { pinSnapshots } = await import('../../src/snapshot/choose-snapshots.ts');
        const { createNodeFiles } = await import('../../src/platform/node-files.ts');
        await pinSnapshots(createNodeFiles(), rig.folder, { run: '1', now: 4500, snapshots: { members: taken[1]! } });
      }
    }
    const left = rig.folder.records('members').map(({ digest }) => taken.indexOf(digest));
    expect(left).toEqual([3, 2, 1]);
  });

  test('do not include the latest that was read, though a run has joined it to an older one: a change still counts', async () => {
    using rig = snapshotRig();
    const { folder } = rig;
    const list = (count: number): string =>
      `phone,name\n${Array.from({ length: count }, (_, index) => `${2340001 + index},Ada\n`).join('')}`;
    const { record } = await rig.read(printing(list(3)), { now: 0 });
    for (const digest of ['0'.repeat(64), 'f'.repeat(64)]) {
      const joined = { ...record!, digest, joined: true as const };
      copyFileSync(folder.rowsPath(record!), folder.rowsPath(joined));
      writeFileSync(folder.recordPath(joined), JSON.stringify(joined));
    }
    const read = await rig.read(printing(list(9)), { now: 5000, keepForMs: 1000, expect: { change: 0 } });
    expect(read.findings).toEqual([
      'CS6036 the source: 6 people joined and 0 left since the last snapshot, 200% of it; at most 0% is expected',
    ]);
    expect(folder.records('members')).toEqual([record]);
  });
});
