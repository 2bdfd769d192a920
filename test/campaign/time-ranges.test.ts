import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { checkFiles } from './check-example.ts';

const head = 'campaign: spring\ntimezone: Africa/Lagos\n';

async function errorsOf(text: string): Promise<string[]> {
  const { out } = await checkFiles({ 'campaign.yaml': text });
  return out.split('\n').filter((line) => / error CS\d+ /.test(line));
}

test('a gate asks once a second at most', async () => {
  const gate = (every: string): string =>
    `${head}ends: 2026-11-27 18:00\nsteps:\n  funds: { uses: sms.balance, expect: { available: { atLeast: 5 } }, every: ${every} }\n`;
  const { exitCode, out } = await checkFiles({ 'campaign.yaml': gate('0s') });
  expect(exitCode).toBe(1);
  expect(out).toBe(`\
campaign.yaml:5:77 error CS2006 \`every: 0s\` is shorter than a second
  4 | steps:
> 5 |   funds: { uses: sms.balance, expect: { available: { atLeast: 5 } }, every: 0s }
    |                                                                             ^^
  6 |
  hint: the shortest is \`1s\`; a few minutes are usual

✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
`);
  expect(await errorsOf(gate('1s'))).toEqual([]);
});

test('no duration is longer than a year', async () => {
  expect(
    await errorsOf(`${head}starts: 2026-11-23 09:00
limits: { guard: 999999999d }
steps:
  a: { uses: sms.balance, delay: 367d }
  b: { uses: sms.balance, delay: 366d }
  c: { uses: sms.balance, every: 99999999999999999999d, expect: { available: { atLeast: 5 } }, until: 2026-11-24 09:00 }
`),
  ).toEqual([
    'campaign.yaml:4:18 error CS2006 `guard: 999999999d` is longer than a year',
    'campaign.yaml:4:18 error CS5005 `guard: 999999999d` leaves `a` no time: its window is 09:00–20:00',
    'campaign.yaml:6:34 error CS2006 `delay: 367d` is longer than a year',
    'campaign.yaml:8:34 error CS2006 `every: 99999999999999999999d` is longer than a year',
  ]);
  const sent = (after: string, timeout: string): string => `${head}account: { appId: sandbox-app }
audiences:
  members: { command: [crm], columns: { phone: text }, key: phone, timeout: ${timeout} }
steps:
  code:
    uses: otp.send
    forEach: { audience: members, waves: [5, rest], between: { after: ${after} } }
    with: { templateId: 31 }
`;
  expect(await errorsOf(sent('366d', '24d'))).toEqual([]);
  // A timer of so many milliseconds would ring at once.
  expect(await errorsOf(sent('367d', '25d'))).toEqual([
    'campaign.yaml:5:77 error CS2006 `timeout: 25d` is longer than 24 days',
    'campaign.yaml:9:71 error CS2006 `after: 367d` is longer than a year',
  ]);
});

test('a limit of rejected jobs can be reached by those that count', async () => {
  const limited = (stopAfter: string): string =>
    `${head}limits: { stopAfter: ${stopAfter} }\nsteps:\n  funds: { uses: sms.balance }\n`;
  for (const stopAfter of ['{ failures: 100 }', '{ failures: 7, of: 7 }', '{ failures: "100%", of: 1 }', 'never'])
    expect(await errorsOf(limited(stopAfter))).toEqual([]);
  expect(await errorsOf(limited('{ failures: 150 }'))).toEqual([
    'campaign.yaml:3:34 error CS2006 `failures: 150` is more than the latest 100 jobs, which alone count, so the run would never halt for it',
  ]);
  // As 0 jobs are: a share of none would still be one job.
  for (const share of ['100.5%', '0%', '0.0%'])
    expect(await errorsOf(limited(`{ failures: "${share}" }`))).toEqual([
      expect.stringMatching(/^campaign\.yaml:3:\d+ error CS2003 `failures` must be a share such as `"5%"`/),
    ]);
});

test('a guard leaves some time in every window', async () => {
  const guarded = (guard: string, more: string): string =>
    `${head}limits: { guard: ${guard} }\nsteps:\n  funds: { uses: sms.balance${more} }\n`;
  const narrow = ', window: { open: "10:00", close: "11:00" }';
  expect(await errorsOf(guarded('59m', narrow))).toEqual([]);
  expect(await errorsOf(guarded('1h', narrow))).toEqual([
    'campaign.yaml:3:18 error CS5005 `guard: 1h` leaves `funds` no time: its window is 10:00–11:00',
  ]);
  expect(await errorsOf(guarded('11h', ''))).toEqual([
    'campaign.yaml:3:18 error CS5005 `guard: 11h` leaves `funds` no time: its window is 09:00–20:00',
  ]);
  expect(await errorsOf(guarded('1d', ', purpose: transactional, window: always'))).toEqual([]);
  const night = (hours: string): string => guarded('3h', `, purpose: transactional, window: { ${hours} }`);
  expect(await errorsOf(night('open: "22:00", close: "01:00"'))).toHaveLength(1);
  expect(await errorsOf(night('open: "22:00", close: "01:01"'))).toEqual([]);
  expect(await errorsOf(night('open: "00:00", close: "24:00"'))).toEqual([]);
});

test('a campaign whose dates nobody’s window meets is an error; that of people with other clocks may', async () => {
  const sent = (from: string, to: string, more: string): string => `campaign: spring
timezone: Europe/Berlin
starts: 2026-10-25 ${from}
ends: 2026-10-25 ${to}
account: { appId: sandbox-app }
audiences:
  far: { file: far.csv, key: phone, timezone: { zone: Pacific/Auckland } }
  near: { file: far.csv, key: phone, timezone: { zone: Europe/Berlin } }
steps:
  code: { uses: otp.send, with: { templateId: 31 }${more} }
`;
  const errors = async (...dates: [string, string, string]) => {
    const { out } = await checkFiles({ 'campaign.yaml': sent(...dates), 'far.csv': 'phone\n2340001000101\n' });
    return out.split('\n').filter((line) => / error CS\d+ /.test(line));
  };
  const never = [
    'campaign.yaml:1:1 error CS5005 The window does not open on any day between `starts` and `ends`, so nothing would start',
  ];
  expect(await errors('01:30', '04:00', ', forEach: near')).toEqual(never);
  expect(await errors('01:30', '04:00', ', forEach: far')).toEqual([]);
  const night = ', forEach: near, purpose: transactional, window:';
  expect(await errors('01:30', '04:00', `${night} { open: "22:00", close: "02:00" }`)).toEqual([]);
  expect(await errors('02:00', '04:00', `${night} { open: "22:00", close: "02:00" }`)).toEqual(never);
  expect(await errors('01:30', '04:00', `${night} always`)).toEqual([]);
});

test('the service calls at `sendTime`, which is on a day of the window', async () => {
  const calls = (sendTime: string, window: string): Promise<string[]> =>
    errorsOf(`${head}window: { days: [mon, tue, wed, thu, fri], except: ["2026-11-30"] }
steps:
  call: { uses: voice.redial, ${window}with: { taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "${sendTime}" } }
`);
  const wrong = 'CS5009 `sendTime` is on a day on which the window does not open';
  expect(await calls('2026-11-27 10:00', '')).toEqual([]);
  expect(await calls('2026-11-28 10:00', '')).toEqual([expect.stringContaining(wrong)]);
  expect(await calls('2026-11-30 10:00', '')).toEqual([expect.stringContaining(wrong)]);
  const night = 'purpose: transactional, window: { open: "22:00", close: "02:00", days: [fri] }, ';
  expect(await calls('2026-11-28 01:30', night)).toEqual([]);
  expect(await calls('2026-11-27 01:30', night)).toEqual([expect.stringContaining(wrong)]);
});

test('calls over midnight are not made in the hours between', async () => {
  const night = '{ uses: voice.redial, purpose: transactional, window: { open: "22:00", close: "02:00" }, ';
  const calls = (...periods: readonly string[]): Promise<string[]> =>
    errorsOf(`${head}steps:
  call: ${night}with: { taskId: 1001, source: 3, text: Hi, lan: EN, allowSendTime: [${periods.join(', ')}] } }
`);
  const [late, early] = ['{ strTime: "22:30", endTime: "23:00" }', '{ strTime: "00:30", endTime: "02:00" }'];
  expect(await calls(late, early)).toEqual([]);
  expect(await calls('{ strTime: "01:00", endTime: "23:00" }')).toEqual([
    expect.stringContaining('CS5007 This period goes on from 02:00 to 22:00, outside the window 22:00–02:00'),
  ]);
});

test('a `sendTime` that another step gives is refused: it could be any', async () => {
  const given = '{{ steps.code.verificationId }}';
  expect(
    await errorsOf(`${head}steps:
  code: { uses: otp.send, with: { appId: spring, templateId: 31, to: "2348000000001" } }
  call:
    uses: voice.redial
    needs: code
    with: { taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "${given}" }
`),
  ).toEqual([expect.stringContaining('CS5009 `sendTime` reads the output of another step')]);
});

test('a `sendTime` that the name of the run decides is refused: `--run` may be any day', async () => {
  const call = '{ taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "{{ run.id }} 10:00" }';
  expect(
    await errorsOf(`${head}starts: 2026-11-27 09:00
window: { days: [mon, tue, wed, thu, fri] }
steps:
  call: { uses: voice.redial, with: ${call} }
`),
  ).toEqual([expect.stringContaining('CS5009 `sendTime` reads the name of the run')]);
});

test('a `sendTime` from a template is judged as it is sent, by the hours, the holidays and the end of the campaign', async () => {
  const calls = async (sendTime: string, { input = '', forEach = '' } = {}): Promise<string[]> => {
    const { out } = await checkFiles({
      'campaign.yaml': `${head}ends: 2026-11-27 18:00
window: { days: [mon, tue, wed, thu, fri], holidays: NG }
vars: { at: "${input}" }
audiences: { tasks: { file: tasks.csv, key: phone } }
steps:
  call: { uses: voice.redial, ${forEach}with: { taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "${sendTime}" } }
`,
      'tasks.csv':
        'phone,at\n2348030000001,2026-11-26 10:00\n2348030000002,2026-11-26 21:30\n2348030000003,2026-11-28 10:00\n',
      'holidays/NG-2026.yaml': '2026-11-25: Day of the Founders\n',
    });
    return out.split('\n').flatMap((line) => / error (CS\d+ .*)/.exec(line)?.[1] ?? []);
  };
  const [hours, day] = ['outside the window 09:00–20:00', 'on a day on which the window does not open'];
  const end = 'not before the end of the campaign (`ends`)';
  const all = { forEach: 'forEach: tasks, ' };
  const wrong = (why: string) => [`CS5009 \`sendTime\` is ${why}`];
  expect(await calls('{{ vars.at }}', { input: '2026-11-26 19:59' })).toEqual([]);
  expect(await calls('{{ vars.at }}', { input: '2026-11-26 20:00' })).toEqual(wrong(hours));
  expect(await calls('{{ vars.at }}', { input: '2026-11-25 10:00:00' })).toEqual(wrong(day));
  expect(await calls('2026-11-27T18:00')).toEqual(wrong(end));
  const until = { forEach: 'until: 2026-11-26 12:00, ' };
  expect(await calls('2026-11-26 11:59', until)).toEqual([]);
  expect(await calls('2026-11-26 12:00', until)).toEqual(wrong('not before the end of the step (`until`)'));
  expect(await calls('{{ vars.at }}', { ...all, input: '2026-11-25 10:00' })).toEqual(wrong(day));
  expect(await calls('{{ recipient.at }}', all)).toEqual([
    `CS5009 For 1 recipient: \`sendTime\` is ${hours}`,
    `CS5009 For 1 recipient: \`sendTime\` is ${end}`,
  ]);
});

test('dates are of the years 2000 to 2100', async () => {
  const at = (date: string): string => `${head}steps:\n  funds: { uses: sms.balance, at: ${date} }\n`;
  expect(await errorsOf(at('9999-12-31 23:59'))).toEqual([
    'campaign.yaml:4:35 error CS2006 The year 9999 is not between 2000 and 2100',
  ]);
  expect(await errorsOf(at('1999-12-31 23:59'))).toHaveLength(1);
  expect(await errorsOf(at('2100-12-31 23:59'))).toEqual([]);
});

test('cells are compared with dates from 1900 on: people were born before', async () => {
  const errors = async (date: string): Promise<string[]> => {
    const campaign = `${head}account: { appId: sandbox-app }
audiences:
  members: { file: members.csv, key: phone, where: { born: { before: "${date}" } } }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;
    const { out } = await checkFiles({
      'campaign.yaml': campaign,
      'members.csv': 'phone,born\n2348030001001,1969-07-20\n2348030001002,2001-02-03\n',
    });
    return out.split('\n').filter((line) => / error CS\d+ /.test(line));
  };
  expect(await errors('1990-01-01')).toEqual([]);
  expect(await errors('1899-01-01')).toEqual([
    'campaign.yaml:5:70 error CS2006 The year 1899 is not between 1900 and 2100',
  ]);
});

test('so is `--at`', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(otpStep);
  const { code, stderr } = await rig.callsheet(['plan', 'campaign.yaml', '--at', '9999-12-31 23:59']).ended;
  expect([code, stderr]).toEqual([
    2,
    '--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not "9999-12-31 23:59"\n',
  ]);
});

test('a cell that is quoted is masked: a column of other numbers may be taken for one of times', async () => {
  const audience = '{ file: people.csv, key: phone, lastInbound: other, timezone: { column: third } }';
  const step =
    'uses: otp.send, forEach: { audience: people, where: { fourth: { atLeast: 5 } } }, with: { templateId: 31 }';
  const { out } = await checkFiles({
    'campaign.yaml': `${head}account: { appId: spring }\naudiences:\n  people: ${audience}\nsteps:\n  code: { ${step} }\n`,
    'people.csv': 'phone,other,third,fourth\n2348030000001,2348030000002,+234 803 000 0003,call 2348030000004\n',
  });
  expect(out.match(/such as `[^`]*…[^`]*`/g)).toEqual([
    'such as `call 234…0004`',
    'such as `234…0002`',
    'such as `+234…0003`',
  ]);
  expect(out).not.toMatch(/2348030000|803 000 0/);
});
