import { describe, expect, test } from 'vitest';
import { visibleLine } from '../../src/diagnostic/visible-text.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { wrapLine } from '../../src/report/columns.ts';
import { csvCell } from '../../src/report/csv-cell.ts';
import { type JobRow, rowOf, rowPrinters } from '../../src/report/jobs/job-rows.ts';
import { summaryText } from '../../src/report/run/run-state-text.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { fc, runs } from '../rig/properties.ts';

const accepted: JobRow = {
  address: 'hello[2340000000001]',
  step: 'hello',
  key: '2340000000001',
  state: 'accepted',
  attempts: 1,
  code: '0',
};
const hostile: JobRow = {
  address: 'hello[2340000000002]',
  step: 'hello',
  key: '2340000000002',
  state: 'rejected',
  attempts: 1,
  code: '-131',
  reason: '=cmd|"/c calc"!A1, <b>\u0007',
};

function printed(format: keyof typeof rowPrinters, rows: readonly JobRow[], underWay = false): string {
  const printer = rowPrinters[format]('spring', underWay);
  return printer.begin() + rows.map((row) => printer.row(row)).join('') + printer.end();
}

describe('rows of a report', () => {
  test('CSV: a cell that a spreadsheet would run begins with an apostrophe; a code stays a number', () => {
    expect(printed('csv', [accepted, hostile])).toBe(
      [
        'address,step,key,state,code,reason,attempts,firstAt,at,settledAt,naturalKey,outputs,leftAt,decidedBy,decidedAt,comment',
        'hello[2340000000001],hello,2340000000001,accepted,0,,1,,,,,,,,,',
        `hello[2340000000002],hello,2340000000002,rejected,-131,"'=cmd|""/c calc""!A1, <b>\\u0007",1,,,,,,,,,`,
        '',
      ].join('\r\n'),
    );
  });

  test('CSV: formulas behind blanks and quotes are found too', () => {
    // Some programs take the wide signs of Chinese and Japanese keyboards for the others.
    const reasons = ['+1', '@x', '\t=1', ' =1', '"=1', "'=1", '-x', '＝1', '＋1', '－1', '＠x'];
    // Where commas are decimal, a spreadsheet takes a semicolon for the end of a cell.
    expect(printed('csv', [{ ...accepted, reason: 'no; =1; "-1;x' }])).toContain(`,"no;' =1;' ""-1;x",`);
    const unguarded = reasons.filter((reason) => {
      const row = printed('csv', [{ ...accepted, reason }]).split('\r\n')[1]!;
      return !/,"?'/.test(row);
    });
    expect(unguarded).toEqual([]);
  });

  test('CSV: a cell is its visible text, in quotes where it must be, with an apostrophe where it begins like a formula', () => {
    const character = fc.constantFrom(...Array.from('a1[]:.+-=@#"\', \t\r\n\u0007é'));
    const property = fc.property(fc.string({ unit: character, maxLength: 8 }), (text) => {
      const cell = csvCell(text);
      const inside = /^"[^]*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      const isFormula = /^[\s"']*[=+\-@\t\r\0]/.test(text) && !/^-?\d+$/.test(text);
      expect(inside).toBe(`${isFormula ? "'" : ''}${visibleLine(text)}`);
      expect(/[",]/.test(inside)).toBe(cell !== inside);
    });
    fc.assert(property, { numRuns: runs(3_000) });
  });

  test('JSON: one array, one object a line, also of nothing', () => {
    expect(JSON.parse(printed('json', [accepted, hostile]))).toEqual([accepted, hostile]);
    expect(JSON.parse(printed('json', []))).toEqual([]);
  });

  test('a recorded job has all its fields, in the order of an object and in that of the columns', () => {
    const at = Date.parse('2026-11-23T09:00:00Z');
    const record: JobRecord = {
      step: 'hello',
      key: '2340000000001',
      state: 'accepted',
      attempts: 1,
      code: '0',
      outputs: { messageId: 'm1' },
      firstAt: at,
      at,
      settledAt: at + 250,
      decisions: [{ state: 'accepted', at: at + 60_000, by: 'Ada', comment: 'seen' }],
    };
    const row = rowOf(record, 'Africa/Lagos');
    expect(printed('json', [row])).toBe(
      '[\n{"address":"hello[2340000000001]","step":"hello","state":"accepted","attempts":1,"key":"2340000000001","code":"0","outputs":{"messageId":"m1"},"firstAt":"2026-11-23T10:00:00+01:00","at":"2026-11-23T10:00:00+01:00","settledAt":"2026-11-23T10:00:00.250+01:00","decidedBy":"Ada","decidedAt":"2026-11-23T10:01:00+01:00","comment":"seen"}\n]\n',
    );
    expect(printed('csv', [row])).toBe(
      'address,step,key,state,code,reason,attempts,firstAt,at,settledAt,naturalKey,outputs,leftAt,decidedBy,decidedAt,comment\r\n' +
        'hello[2340000000001],hello,2340000000001,accepted,0,,1,2026-11-23T10:00:00+01:00,2026-11-23T10:00:00+01:00,2026-11-23T10:00:00.250+01:00,,"{""messageId"":""m1""}",,Ada,2026-11-23T10:01:00+01:00,seen\r\n',
    );
  });

  test('JUnit: a step is a suite; who was refused fails, who was left out is skipped; nothing is markup', () => {
    const skipped: JobRow = { address: 'stop', step: 'stop', state: 'skipped', attempts: 0, reason: 'notNeeded' };
    expect(printed('junit', [accepted, hostile, skipped])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="spring">
<testsuite name="hello">
<testcase classname="hello" name="hello[2340000000001]"/>
<testcase classname="hello" name="hello[2340000000002]"><failure type="rejected" message="-131 =cmd|&quot;/c calc&quot;!A1, &lt;b&gt;\\u0007"/></testcase>
</testsuite>
<testsuite name="stop">
<testcase classname="stop" name="stop"><skipped message="skipped: notNeeded"/></testcase>
</testsuite>
</testsuites>
`);
  });

  test('JUnit: a job in flight has failed only when no process carries the run out', () => {
    const sending: JobRow = { ...accepted, state: 'sending', code: undefined };
    expect(printed('junit', [sending])).toContain('><failure type="inDoubt" message=""/>');
    expect(printed('junit', [sending], true)).toContain('><skipped message="sending"/>');
  });
});

describe('callsheet report', () => {
  test('a step that was for each and runs once now has its one job yet to come', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign('code: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
    expect((await rig.run()).code).toBe(0);
    await rig.campaign(`code: { uses: otp.send, with: { templateId: 31, to: "${people(3)[2]}" } }`);
    const { stdout } = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
    expect((JSON.parse(stdout) as JobRow[]).map(({ address, state }) => `${address} ${state}`)).toEqual([
      ...people(2).map((key) => `code[${key}] accepted`),
      'code pending',
    ]);
    expect((await rig.callsheet(['report', 'campaign.yaml']).ended).stdout).toMatch(/ {2}code +2 +· +· +· +· +1\n/);
    const page = (await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended).stdout;
    expect(page).toContain('data-column="outcome"><i class="pending"></i>pending</td>');
  });

  test('says what has certainly been done, why the others were left, and has a row for everybody', async () => {
    await using rig = await createCampaignRig();
    const members = [...people(3), '2340002220000'];
    await rig.members(members);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(3);

    const text = await rig.callsheet(['report', 'campaign.yaml']).ended;
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('1  hello rejected: -131 ');
    expect(text.stdout).toContain('3 of 4 jobs accepted by the service; none in doubt; none left to do; 1 rejected.\n');
    expect(text.stdout).not.toContain('2340002220000');

    await rig.members([...members, ...people(1, 50)]);
    const json = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
    const rows = JSON.parse(json.stdout) as JobRow[];
    expect(Object.fromEntries(rows.map(({ key, state }) => [key, state]))).toEqual({
      ...Object.fromEntries(people(3).map((key) => [key, 'accepted'])),
      2340002220000: 'rejected',
      [people(1, 50)[0]!]: 'pending',
    });
  });

  test('has no row for a pending job of somebody who has left the list', async () => {
    await using rig = await createCampaignRig();
    await rig.members([...people(1), '2340002220000']);
    await rig.campaign(whatsappStep);
    await rig.run();
    await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', 'hello[2340002220000]']).ended;
    const states = async () => {
      const { stdout } = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
      return (JSON.parse(stdout) as JobRow[]).map(({ state }) => state);
    };
    expect(await states()).toEqual(['accepted', 'pending']);
    await rig.members(people(1));
    expect(await states()).toEqual(['accepted']);
  });
});

test('a million keep their distance in the table of sums', () => {
  const none = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
  const summary = { ...none, accepted: 1_000_000, pending: 12_345_678 };
  expect(summaryText({ width: 80, colour: false }, [{ id: 'hello', summary }], summary)).toBe(`\
           accepted  rejected  skipped  expired  in doubt     pending
  hello   1,000,000         ·        ·        ·         ·  12,345,678`);
});

test('lines break where signs that take two columns fill the terminal', () => {
  expect(wrapLine('新年 の ご挨拶', 8)).toEqual(['新年 の', '  ご挨拶']);
});

test('in a narrow terminal the table of sums leaves out what no step has, and a row stays one line', () => {
  const none = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
  const summary = { ...none, accepted: 3, inDoubt: 1 };
  const ofWidth = (width: number) => summaryText({ width, colour: false }, [{ id: 'hello', summary }], summary);
  const whole = '          accepted  rejected  skipped  expired  in doubt  pending';
  expect(ofWidth(whole.length).split('\n')[0]).toBe(whole);
  expect(ofWidth(whole.length - 1)).toBe('          accepted  in doubt\n  hello          3         1');
});
