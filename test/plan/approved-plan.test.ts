import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../src/time/local-time.ts';
import { type CampaignRig, createCampaignRig, once, otpStep, people, sumsOf } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

const members = people(5);
const greeting = `
hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hi from {{ env.SHOP_NAME }}" } }
`;

const codeWithFallback = `
${otpStep.trim()}
fallback:
  uses: whatsapp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { type: text, text: { body: Hello } }
`;

async function approve(rig: CampaignRig, ...more: readonly string[]): Promise<string> {
  const made = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'PLAN.json', ...more]).ended;
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^PLAN\.json has the plan [0-9a-f]{12} for (?:http:\/\/127\.0\.0\.1:\d+|the sandbox)\. To approve it: `.*`\. To run exactly this plan: `.*`\n$/,
    ),
  });
  return readFile(join(rig.folder, 'PLAN.json'), 'utf8');
}

async function shopRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(greeting, 'env: [SHOP_NAME]');
  await rig.write('approved.env', 'SHOP_NAME=Ada Stores\n');
  await rig.write('other.env', 'SHOP_NAME=Bola Stores\n');
  return rig;
}

describe('an approved plan', () => {
  test('is refused where a variable that a text reads has another value, and runs with the one that it was made with', async () => {
    await using rig = await shopRig();
    const plan = await approve(rig, '--env-file', 'approved.env');
    expect(plan).not.toContain('Ada Stores');
    const other = await rig.run('--plan', 'PLAN.json', '--env-file', 'other.env');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('PLAN.json is stale: the variable SHOP_NAME has another value.');
    expect(rig.requests()).toEqual([]);
    expect((await rig.run('--plan', 'PLAN.json', '--env-file', 'approved.env')).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('sends what runs on failure where something fails, also where that watches all other steps', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    const alarm = (name: string, to: string, needs = '') =>
      `${name}: { uses: otp.send, runs: on-failure, ${needs}with: { templateId: 31, to: "${to}" } }\n`;
    await rig.campaign(
      `${otpStep}${alarm('alarm', '2348030000901')}${alarm('other', '2348030000902', 'needs: code, ')}`,
    );
    await approve(rig);
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(stdout.match(/(alarm|other) +only if something fails/g)).toHaveLength(2);
    expect(stdout).toContain('\n5 to send of 7, 2 depend on results\n');
    await rig.fault({ kind: 'status', status: '-22', recipient: members[1] });
    expect((await rig.run('--plan', 'PLAN.json')).code).toBe(3);
    expect(rig.effects('otp.send')).toMatchObject({ '2348030000901': 1, '2348030000902': 1 });
  });

  test('is refused where a variable with a default is set now, or no longer', async () => {
    await using rig = await shopRig();
    await rig.campaign(greeting.replace('SHOP_NAME }}', "SHOP_NAME | default: 'us' }}"), 'env: [SHOP_NAME]');
    await approve(rig);
    expect((await rig.run('--plan', 'PLAN.json', '--env-file', 'other.env')).stderr).toContain(
      'the variable SHOP_NAME is now set',
    );
    await approve(rig, '--env-file', 'approved.env');
    expect((await rig.run('--plan', 'PLAN.json')).stderr).toContain('the variable SHOP_NAME is no longer set');
    expect(rig.requests()).toEqual([]);
  });

  test('says with `--against` who gets another text because of a variable, without a digest of the text itself', async () => {
    await using rig = await shopRig();
    await approve(rig, '--env-file', 'approved.env');
    const against = async (file: string) =>
      (await rig.callsheet(['plan', 'campaign.yaml', '--against', 'PLAN.json', '--env-file', file]).ended).stdout;
    expect(await against('approved.env')).toMatch(/\n\nNo changes; cost unknown \(no prices in `costs`\)\.\n$/);
    const other = await against('other.env');
    expect(other).toContain('the variable SHOP_NAME has another value');
    expect(other).toContain(' 5  with a new text: ');
  });

  const byHand: readonly (readonly [string, (text: string) => string])[] = [
    ['a start', (text) => text.replace(/("address":"hello\[\d+\]","at":"\d{4})/, (start) => `${start.slice(0, -1)}9`)],
    ['a number', (text) => text.replace('hello[2348030000001]', 'hello[2348030000099]')],
    ['a job more', (text) => text.replace('"jobs": [\n    {', '"jobs": [\n    {"address":"x","at":null},\n    {')],
    ['a job less', (text) => text.replace(/ {4}\{"address":"hello\[2348030000002\].*\n/, '')],
    ['a text', (text) => text.replace(/"text":"./, '"text":"g')],
    ['a sum', (text) => text.replace('"toSend": 5', '"toSend": 4')],
    ['a finding', (text) => text.replace('"diagnostics": [', '"diagnostics": [{},')],
    ['a digest', (text) => text.replace(/"SHOP_NAME": "./, '"SHOP_NAME": "g')],
  ];
  test('is refused where anything in its file was changed by hand, and not for its layout', async () => {
    await using rig = await shopRig();
    const plan = await approve(rig, '--env-file', 'approved.env');
    const refused: string[] = [];
    for (const [what, edit] of byHand) {
      const edited = edit(plan);
      await rig.write('PLAN.json', edited);
      const ended = await rig.run('--plan', 'PLAN.json', '--env-file', 'approved.env');
      const isRefused = ended.code === 2 && ended.stderr.includes('it was changed after it was made');
      if (edited !== plan && isRefused) refused.push(what);
    }
    expect(refused).toEqual(byHand.map(([what]) => what));
    expect(rig.requests()).toEqual([]);
    await rig.write('PLAN.json', JSON.stringify(JSON.parse(plan)));
    expect((await rig.run('--plan', 'PLAN.json', '--env-file', 'approved.env')).code).toBe(0);
  });

  test('starts no job that it does not plan, even where the clock would allow it', async () => {
    await using rig = await createCampaignRig();
    const hour = 3_600_000;
    const wrote = (hoursAgo: number): string => new Date(Date.now() - hoursAgo * hour).toISOString();
    // The second wrote after the plan was made: to the plan their message is in the future.
    await rig.write('members.csv', `phone,wrote\n${members[0]},${wrote(5)}\n${members[1]},${wrote(1)}\n`);
    await rig.campaign(
      'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: Hello } } }',
      'audiences:\n  members: { file: members.csv, key: phone, lastInbound: wrote }',
    );
    await approve(rig, '--at', wrote(2));
    const ended = await rig.run('--plan', 'PLAN.json');
    // Nobody who is left out is called done.
    expect(ended.code).toBe(4);
    const why =
      'hello has jobs left that are not in the approved plan; make a new one with `callsheet plan campaign.yaml --out plan.json`, and approve it with `callsheet approve campaign.yaml --plan plan.json`.';
    expect(ended.stdout).toContain(`Stopped: ${why}\n`);
    expect((await rig.callsheet(['status', 'campaign.yaml']).ended).stdout).toContain(`: ${why}\n`);
    expect(sumsOf(ended)).toEqual({ hello: '1 · · · · 1' });
    expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(0, 1)));
    const report = await rig.callsheet(['report', 'campaign.yaml']).ended;
    expect(report.stdout).toContain('hello pending, and left out before: it is not in the approved plan');
    // The decision is not final.
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(0, 2)));
  });

  test('starts a fallback for those whose first step was refused, and goes on after it', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(codeWithFallback);
    await approve(rig);
    await rig.fault({ kind: 'status', status: '-35', operation: 'otp.send', recipient: members[1] });
    expect(sumsOf(await rig.run('--plan', 'PLAN.json'))).toMatchObject({
      code: '4 1 · · · ·',
      fallback: '1 · 4 · · ·',
    });
    expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(1, 2)));
    // It does not start outside the plan either.
    expect((await rig.run('--plan', 'PLAN.json')).stderr).not.toContain('stale');
    expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(1, 2)));
  });

  test('starts the fallback of those whom it leaves out of the first step, though their time would still come', async () => {
    await using rig = await createCampaignRig();
    const wrote = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString();
    // Both sessions are open when the step opens, and one closes before its turn.
    await rig.write(
      'members.csv',
      `phone,wrote\n${members[0]},${wrote(24 * 60 - 4)}\n${members[1]},${wrote(24 * 60 - 5)}\n`,
    );
    await rig.campaign(
      `hello:
  uses: whatsapp.send
  forEach: members
  rate: 1/10m
  with: { type: text, text: { body: Hello } }
fallback:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: skipped } }
  with: { templateId: 31, channel: sms }
`,
      'audiences:\n  members: { file: members.csv, key: phone, lastInbound: wrote }',
    );
    await approve(rig);
    await rig.run('--plan', 'PLAN.json');
    const written = rig.effects('whatsapp.send');
    expect(Object.keys(written)).toHaveLength(1);
    expect({ ...written, ...rig.effects('otp.send') }).toEqual(once(members.slice(0, 2)));
    await rig.run();
    expect({ ...written, ...rig.effects('otp.send') }).toEqual(once(members.slice(0, 2)));
    expect(rig.effects('whatsapp.send')).toEqual(written);
  });

  test('starts the fallback of those who expire in the plan, though the run might still reach them', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members.slice(0, 2));
    const zone = noonZone();
    const until = formatInstant(Date.now() + 300_000, zone)
      .slice(0, 16)
      .replace('T', ' ');
    await rig.campaign(
      `hello:
  uses: whatsapp.send
  forEach: members
  rate: 1/10m
  until: ${until}
  with: { type: text, text: { body: Hello } }
fallback:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: expired } }
  with: { templateId: 31, channel: sms }
`,
      `timezone: ${zone}`,
    );
    await approve(rig);
    await rig.run('--plan', 'PLAN.json');
    const both = { ...rig.effects('whatsapp.send'), ...rig.effects('otp.send') };
    expect(Object.keys(rig.effects('whatsapp.send'))).toHaveLength(1);
    expect(both).toEqual(once(members.slice(0, 2)));
    await rig.run();
    expect({ ...rig.effects('whatsapp.send'), ...rig.effects('otp.send') }).toEqual(both);
  });

  test('sends the fallback that it plans once, and not the first step that a person has sent again since', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members.slice(0, 2));
    await rig.campaign(otpStep);
    await rig.fault({ kind: 'status', status: '-35', operation: 'otp.send', recipient: members[1] });
    await rig.run();
    await rig.noFaults();
    await rig.campaign(codeWithFallback);
    await approve(rig);
    const again = await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', `code[${members[1]}]`]).ended;
    expect(again.code).toBe(0);
    for (const args of [['--plan', 'PLAN.json'], []]) {
      expect(sumsOf(await rig.run(...args))).toMatchObject({ code: '1 · 1 · · ·', fallback: '1 · 1 · · ·' });
      expect(rig.effects('otp.send')).toEqual(once(members.slice(0, 1)));
      expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(1, 2)));
    }
  });

  test('has the waves of the plan: whom it leaves out took a place in them', async () => {
    await using rig = await createCampaignRig();
    const ten = people(10);
    await rig.members(ten);
    await rig.campaign(
      otpStep.replace(
        'forEach: members',
        'forEach: { audience: members, waves: [2, "50%", rest], between: { after: 30s, promote: auto } }',
      ),
      'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00\nends: 2026-11-23 09:01\nlimits: { rate: 1/5s }',
    );
    await approve(rig, '--sandbox', '--at', '2026-11-23 09:00');
    const ended = await rig.callsheet([
      'run',
      'campaign.yaml',
      '--sandbox',
      '--plan',
      'PLAN.json',
      '--at',
      '2026-11-23 09:00',
    ]).ended;
    expect(sumsOf(ended)).toEqual({ code: '7 · 3 · · ·' });
  });

  test('says before anything starts what the clock makes different', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    const head = 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00\nends: 2026-11-23 15:00\nlimits: { rate: 1/h }';
    await rig.campaign(otpStep, head);
    await approve(rig, '--sandbox');
    const runAt = (time: string) =>
      rig.callsheet([
        'run',
        'campaign.yaml',
        '--sandbox',
        '--plan',
        'PLAN.json',
        '--late',
        '--at',
        `2026-11-23 ${time}`,
      ]).ended;
    const late = await runAt('12:00');
    expect(late.stderr).toMatch(
      /^Compared with the approved plan: 3 of 5 jobs now start later, the last at Mon 23 Nov 14:00; 2 no longer fit before `ends`\.\n/,
    );
    expect(sumsOf(late)).toEqual({ code: '3 · · 2 · ·' });
  });

  test('says before anything starts who was forgotten since', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(otpStep, 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00');
    await approve(rig, '--sandbox');
    expect((await rig.callsheet(['forget', members[2]!]).ended).code).toBe(0);
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--plan', 'PLAN.json']).ended;
    expect(ended.stderr).toMatch(
      /^Compared with the approved plan: 1 will not be sent: they asked to be forgotten\.\n/m,
    );
    expect(sumsOf(ended)).toEqual({ code: '4 · · · · ·' });
  });

  test('says nothing of the clock where nothing differs', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(otpStep, 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00\nlimits: { rate: 1/h }');
    await approve(rig, '--sandbox');
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--plan', 'PLAN.json']).ended;
    expect(ended.stderr).not.toContain('Compared');
    expect(sumsOf(ended)).toEqual({ code: '5 · · · · ·' });
  });
});

describe('an audio file', () => {
  const waiting = `
idle: { uses: agents.list, every: 1s, with: { params: { status: 2 } }, expect: { total: { atLeast: 1 } } }
greeting: { uses: audio.upload, needs: idle, with: { file: spring.mp3 } }
`;
  const noAgents = JSON.stringify({
    status: '0',
    reason: '',
    data: { total: 0, size: 10, current: 1, pages: 0, records: [] },
  });

  /** A run that has checked the file, and waits for a step before it. */
  async function waitingRun(args: readonly string[] = []) {
    const rig = await createCampaignRig();
    await rig.members(members);
    await rig.write('spring.mp3', 'ID3 spring');
    await rig.campaign(waiting, 'ends: 2100-01-01 00:00');
    if (args.length > 0) await approve(rig);
    await rig.fault({ kind: 'http', operation: 'agents.list', http: 200, body: noAgents });
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes', ...args]);
    await rig.answered(1);
    return { rig, child, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]() };
  }

  test.each([
    ['with an approved plan', ['--plan', 'PLAN.json']],
    ['without one', []],
  ])('that is replaced while the run waits is not uploaded: its step stops, and says so (%s)', async (_, args) => {
    await using at = await waitingRun(args);
    const { rig, child } = at;
    await rig.replace('spring.mp3', 'ID3 another');
    await rig.noFaults();
    const ended = await child.ended;
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('spring.mp3 has changed since it was checked.');
    expect(sumsOf(ended)).toMatchObject({ greeting: '· · · · · 1' });
    expect(rig.requests('audio.upload')).toEqual([]);
  });

  test('that is replaced by a link out of the repository is not read', async () => {
    await using at = await waitingRun();
    const { rig, child } = at;
    const outside = `${rig.folder}-outside.mp3`;
    await writeFile(outside, 'ID3 spring');
    await rm(join(rig.folder, 'spring.mp3'));
    await symlink(outside, join(rig.folder, 'spring.mp3'));
    await rig.noFaults();
    const ended = await child.ended;
    await rm(outside);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('spring.mp3 now points outside the repository.');
    expect(rig.requests('audio.upload')).toEqual([]);
  });

  test('that is gone stops its step, which the next run carries out when it is back', async () => {
    await using at = await waitingRun();
    const { rig, child } = at;
    await rm(join(rig.folder, 'spring.mp3'));
    await rig.noFaults();
    const ended = await child.ended;
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('spring.mp3 is missing.');
    await rig.write('spring.mp3', 'ID3 spring');
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests('audio.upload')).toHaveLength(1);
  });

  test('has a path that is written out: no template leads to a file that was not checked', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(
      'greeting: { uses: audio.upload, with: { file: "{{ vars.file }}", fileName: a.mp3 } }',
      'vars: { file: ../../etc/hostname }',
    );
    const ended = await rig.run();
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('`file` is the path of a file') });
    expect(rig.requests()).toEqual([]);
  });
});
