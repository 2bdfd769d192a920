import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-clocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** 19:30 in Lagos, 18:30 in London, midnight in India, 13:30 in New York, 08:30 in Honolulu. */
const now = Date.parse('2026-11-26T18:30:00Z');

/** As Node's data has them. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as unknown as { getTimeZones?(): string[]; timeZones: string[] };
  return locale.getTimeZones?.() ?? locale.timeZones;
}
const kolkata = 'Asia/Kolkata';
const americanZones = zonesOf('US').length;

async function run(...words: readonly string[]) {
  const { host, out, err } = commandHost({ now });
  const exitCode = await parseArguments(words, { ...host, cwd: folder });
  return { exitCode, out: out(), err: err() };
}

function write(name: string, audience: string, rows: readonly string[], timezone = 'Africa/Lagos'): void {
  writeFileSync(join(folder, `${name}.csv`), `${rows.join('\n')}\n`);
  const campaign = `campaign: ${name}
timezone: ${timezone}
starts: 2026-11-26 19:00
account: { appId: sandbox-app }
audiences:
  people: { file: ${name}.csv, key: phone${audience} }
steps:
  code: { uses: otp.send, forEach: people, with: { templateId: 31, channel: sms } }
`;
  writeFileSync(join(folder, `${name}.yaml`), campaign);
}

/** The start of each person, in UTC. */
async function startsOf(name: string): Promise<Readonly<Record<string, string | null>>> {
  const { out } = await run('plan', `${name}.yaml`, '--jobs');
  const jobs = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { address?: string; at: string | null })
    .filter(({ address }) => address !== undefined);
  const starts = jobs.map(({ address, at }) => [
    address!.slice(5, -1),
    at === null ? null : new Date(at).toISOString(),
  ]);
  return Object.fromEntries(starts) as Record<string, string | null>;
}

const rows = ['phone', '2348030000001', '919925000001', '447741000001', '12025550123'];

describe('a list of four countries, in a campaign of one', () => {
  test('is checked: how many people are judged by which clock', async () => {
    write('four', '', rows);
    const { out, exitCode } = await run('check', 'four.yaml');
    expect(out).toBe(`Hours in \`people\`, by the country of the number: India 1 (by ${kolkata}); \
United Kingdom 1 (by Europe/London); United States 1 (only at hours that all ${americanZones} time zones of US allow)
✓ four.yaml: no problems
`);
    expect(exitCode).toBe(0);
    const json = JSON.parse((await run('check', 'four.yaml', '--format', 'json')).out) as { hours: unknown };
    expect(json.hours).toEqual([
      { campaign: 'four.yaml', audience: 'people', country: 'IN', recipients: 1, zone: kolkata },
      { campaign: 'four.yaml', audience: 'people', country: 'GB', recipients: 1, zone: 'Europe/London' },
      { campaign: 'four.yaml', audience: 'people', country: 'US', recipients: 1, zones: americanZones },
    ]);
  });

  test('is planned for the hours of each', async () => {
    write('four', '', rows);
    expect(await startsOf('four')).toEqual({
      '2348030000001': '2026-11-26T18:30:00.000Z',
      '447741000001': '2026-11-26T18:30:00.000Z',
      // 09:00 in Honolulu.
      '12025550123': '2026-11-26T19:00:00.000Z',
      // 09:00 in India.
      '919925000001': '2026-11-27T03:30:00.000Z',
    });
    const { out } = await run('plan', 'four.yaml');
    expect(out).toContain('Hours in `people`, by the country of the number: India 1');
    expect((await run('why', 'four.yaml', '12025550123')).out).toContain(
      'all its time zones, as the number is of United States',
    );
  });

  test('is sent then, and the audit says by which rule', async () => {
    write('four', '', rows);
    const { out, exitCode } = await run('rehearse', 'four.yaml');
    expect(out).toContain('nobody outside the allowed hours, by their own clock  ok');
    expect(exitCode).toBe(0);
    writeFileSync(join(folder, 'jobs.jsonl'), (await run('plan', 'four.yaml', '--jobs')).out);
    expect((await run('audit', 'four.yaml', '--jobs', join(folder, 'jobs.jsonl'))).out).toContain(
      'Hours of people: by the zones of each number’s country (GB, IN, US), the others by Africa/Lagos, the campaign’s zone',
    );
  });

  test('is found by the audit where it is sent at once', async () => {
    write('four', '', rows);
    const lines = rows.slice(1).map((key) => JSON.stringify({ address: `code[${key}]`, at: '2026-11-26T18:30:00Z' }));
    writeFileSync(join(folder, 'wrong.jsonl'), lines.join('\n'));
    const { out, exitCode } = await run('audit', 'four.yaml', '--jobs', join(folder, 'wrong.jsonl'));
    expect(out).toContain('by their own clock  2 violations');
    expect(out).toContain(`at 00:00:00 in ${kolkata}, outside 09:00–20:00`);
    expect(out).toMatch(/at 08:30:00 in (America\/Adak|Pacific\/Honolulu), outside 09:00–20:00/);
    expect(exitCode).toBe(1);
  });

  test('is planned, and audited, by all zones of a country, also where the campaign has one of them', async () => {
    write('home', '', ['phone', '18085550144', '12025550123'], 'America/New_York');
    const all = `United States 2 (only at hours that all ${americanZones} time zones of US allow)`;
    expect((await run('check', 'home.yaml')).out).toContain(all);
    const starts = Object.values(await startsOf('home'));
    expect(starts).toEqual(['2026-11-27T00:00:00.000Z', '2026-11-27T00:00:00.000Z']);
    const early = JSON.stringify({ address: 'code[18085550144]', at: '2026-11-27T15:00:00Z' });
    writeFileSync(join(folder, 'early.jsonl'), early);
    expect((await run('audit', 'home.yaml', '--jobs', join(folder, 'early.jsonl'))).out).toContain('1 violation');
  });

  test('is judged by one zone where the audience names it', async () => {
    write('zone', ', timezone: { zone: Africa/Lagos }', rows);
    expect((await run('check', 'zone.yaml')).out).toBe('✓ zone.yaml: no problems\n');
    expect(new Set(Object.values(await startsOf('zone')))).toEqual(new Set(['2026-11-26T18:30:00.000Z']));
  });
});

describe('a list of the campaign’s own country', () => {
  test('is planned as if everybody had the campaign’s zone', async () => {
    const own = ['phone', '2348030000001', '2348030000002'];
    write('own', '', own);
    type Planned = { readonly steps: unknown; readonly totals: unknown };
    const without = JSON.parse((await run('plan', 'own.yaml', '--format', 'json')).out) as Planned;
    write('own', ', timezone: { zone: Africa/Lagos }', own);
    const { steps, totals } = JSON.parse((await run('plan', 'own.yaml', '--format', 'json')).out) as Planned;
    expect(without).toMatchObject({ steps, totals });
    expect(Object.keys(without)).not.toContain('hours');
  });
});

describe('a column of time zones', () => {
  const cells = ['phone,tz', '2348030000001,Africa/Lagos', '919925000001,', '447741000001,Europe/London'];

  test('with empty cells is counted, and those people are skipped', async () => {
    write('tz', ', timezone: { column: tz }', cells);
    expect((await run('check', 'tz.yaml')).out).toContain(
      'warning CS6052 1 recipient has no time zone in `tz` and is skipped',
    );
    expect((await startsOf('tz'))['919925000001']).toBeNull();
  });

  test('with `else: number` reads them by the number', async () => {
    write('tz', ', timezone: { column: tz, else: number }', cells);
    expect((await run('check', 'tz.yaml')).out).toBe(
      `Hours in \`people\`, by the country of the number: India 1 (by ${kolkata})\n✓ tz.yaml: no problems\n`,
    );
    expect((await startsOf('tz'))['919925000001']).toBe('2026-11-27T03:30:00.000Z');
  });

  test('with a zone for them reads them in it', async () => {
    write('tz', ', timezone: { column: tz, else: Asia/Dubai }', cells);
    expect((await startsOf('tz'))['919925000001']).toBe('2026-11-27T05:00:00.000Z');
  });

  test('does not take a country for a zone', async () => {
    write('tz', ', timezone: { column: tz, else: number }', ['phone,tz', '12025550123,US']);
    expect((await startsOf('tz'))['12025550123']).toBeNull();
  });

  test('that does not fit the number is a warning, with its rows', async () => {
    write('tz', ', timezone: { column: tz }', [
      'phone,tz',
      '254700000001,Etc/GMT+3',
      '254700000002,Africa/Nairobi',
      // The same time as in Nairobi.
      '254700000003,Africa/Addis_Ababa',
    ]);
    const { out } = await run('check', 'tz.yaml');
    expect(out).toContain(
      'tz.csv:2:14 warning CS6051 1 recipient has a time zone that does not fit the number: `tz`, such as `Etc/GMT+3` for a number of Kenya',
    );
    expect(out).toContain(
      'hint: `Etc/GMT+3` is UTC-3; for UTC+3 write `Etc/GMT-3`, or better a place, such as `Africa/Nairobi`',
    );
  });

  test('that is an abbreviation suggests a zone', async () => {
    write('tz', ', timezone: { column: tz }', ['phone,tz', '12025550123,EST']);
    expect((await run('check', 'tz.yaml')).out).toContain(
      'hint: did you mean `America/New_York`? These recipients are skipped',
    );
  });
});

test('characters that nobody sees change neither a zone, nor a country, nor a time', async () => {
  const hidden = '\u200b\u00a0';
  const audience = ', timezone: { column: zone }, country: { column: country }, lastInbound: wrote';
  const row = (mark: string) =>
    `020 7946 0018${mark},${mark}Europe/London${mark},U${mark.slice(0, 1)}K${mark},${mark}2026-11-26T12:30:00Z${mark}`;
  write('plain', audience, ['phone,zone,country,wrote', row('')]);
  write('hidden', audience, ['phone,zone,country,wrote', row(hidden)]);
  expect((await run('check', 'hidden.yaml')).out).toBe('✓ hidden.yaml: no problems\n');
  const why = async (name: string) => (await run('why', `${name}.yaml`, '442079460018')).out.replaceAll(name, '');
  expect(await why('hidden')).toBe(await why('plain'));
  expect(await startsOf('hidden')).toEqual(await startsOf('plain'));
});

describe('times of last messages', () => {
  const cells = ['phone,wrote', '2348030000001,26/11/2026 12:30'];

  test('that are written as a spreadsheet does have a format', async () => {
    write('wrote', ', lastInbound: wrote', cells);
    expect((await run('check', 'wrote.yaml')).out).toContain(
      'hint: say how it is written, such as `lastInbound: { column: wrote, format: "D/M/YYYY H:mm" }`',
    );
    write('wrote', ', lastInbound: { column: wrote, format: D/M/YYYY H:mm, zone: Asia/Kolkata }', cells);
    expect((await run('check', 'wrote.yaml')).out).toBe('✓ wrote.yaml: no problems\n');
    // 12:30 in India is 07:00 UTC, and the session ends a day later.
    expect((await run('why', 'wrote.yaml', '2348030000001')).out).toContain('session closes Fri 27 Nov 08:00');
  });

  test('that are counted in days, as a spreadsheet keeps them, are named as such', async () => {
    write('wrote', ', lastInbound: wrote', ['phone,wrote', '2348030000001,46352.52', '2348030000002,46352.6']);
    expect((await run('check', 'wrote.yaml')).out).toContain(
      'hint: this is how a spreadsheet counts days: there, format the column as a date with its time, and save the list again; these recipients are skipped',
    );
  });

  test('without an offset are said to be read in the campaign’s zone', async () => {
    write('wrote', ', lastInbound: wrote', [
      'phone,wrote',
      '2348030000001,2026-11-26 12:30',
      '2348030000002,1795608000',
    ]);
    expect((await run('check', 'wrote.yaml')).out).toContain(
      'warning CS6053 1 time in `wrote`, such as `2026-11-26 12:30`, has no offset and is read as Africa/Lagos',
    );
  });
});

describe('hours in which the zones of a country are never all open', () => {
  const narrow = (name: string, hours: string) => {
    const path = join(folder, `${name}.yaml`);
    const window = `window: { open: "${hours.slice(0, 5)}", close: "${hours.slice(6)}" }`;
    writeFileSync(path, readFileSync(path, 'utf8').replace('steps:', `${window}\nsteps:`));
  };
  const people = ['phone,zone', '2348030000001,', '79161234567,', '79161234568,', '12025550123,'];
  const warnings = async (name: string) =>
    (await run('check', `${name}.yaml`)).out.split('\n').filter((line) => line.includes('CS6045'));

  test('are a warning with the country and the people who are skipped, as the plan skips them', async () => {
    write('narrow', '', people);
    narrow('narrow', '10:00-18:00');
    expect(await warnings('narrow')).toEqual([
      expect.stringMatching(
        /warning CS6045 2 recipients have a number of Russia, whose \d+ time zones are never all open from 10:00 to 18:00: `code` skips these people$/,
      ),
    ]);
    expect((await run('plan', 'narrow.yaml')).out).toContain('2 skipped: the window never opens');
  });

  test('are found for each country, also where an empty cell means the number', async () => {
    write('few', ', timezone: { column: zone, else: number }', people);
    narrow('few', '10:00-13:00');
    expect((await warnings('few')).map((line) => /number of ([\w ]+),/.exec(line)?.[1])).toEqual([
      'Russia',
      'United States',
    ]);
  });

  test.each([
    ['the hours suffice', '', '09:00-20:00', people],
    [
      'everybody has a zone',
      ', timezone: { column: zone }',
      '10:00-18:00',
      ['phone,zone', '79161234567,Europe/Moscow'],
    ],
    ['the audience has one', ', timezone: { zone: Europe/Moscow }', '10:00-18:00', people],
  ])('give no warning where %s', async (_, audience, hours, rows) => {
    write('wide', audience, rows);
    narrow('wide', hours);
    expect(await warnings('wide')).toEqual([]);
  });
});
