import { describe, expect, test } from 'vitest';
import { maskNumber } from '../../src/diagnostic/numbers-in-text.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { decideJobs } from '../../src/run/operator/decide-jobs.ts';
import { type CampaignRig, createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { intend, settle } from '../rig/lease.ts';
import { about, intent, leaseOf } from '../rig/state-backends.ts';

const members = people(4);
const [a, b, c, d] = members as [string, string, string, string];

/** All in doubt, with a column that no text uses. */
async function doubtfulRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  const rows = members.map((number, at) => `${number},Ada${at},${at % 2 === 0 ? 'gold' : 'silver'},${at}`);
  await rig.write('members.csv', `phone,first_name,tier,visits\n${rows.join('\n')}\n`);
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 9 }');
  await rig.fault({ kind: 'reset-after' });
  expect((await rig.run()).code).toBe(3);
  await rig.noFaults();
  return rig;
}

const reconcile = (rig: CampaignRig, ...args: readonly string[]) =>
  rig.callsheet(['reconcile', 'campaign.yaml', ...args], { USER: 'ada' }).ended;

async function rowsOf(rig: CampaignRig): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
  return (JSON.parse(stdout) as readonly Record<string, unknown>[]).map(({ key, state, decidedBy, comment }) => ({
    key,
    state,
    decidedBy,
    comment,
  }));
}

describe('decisions about many jobs', () => {
  test('give no outputs, which are those of one job', async () => {
    await using rig = await doubtfulRig();
    expect(await reconcile(rig, '--accept', 'hello', '--output', 'messageId=1')).toMatchObject({
      code: 2,
      stderr: '--output sets the outputs of one job: name it, as hello[NUMBER]. Nothing was changed.\n',
    });
  });

  test('are about all of a step, or those that a column or the job itself selects', async () => {
    await using rig = await doubtfulRig();
    const gold = await reconcile(rig, '--accept', 'hello', '--where', 'tier=go*', '--comment', 'in the log');
    expect(gold).toMatchObject({ code: 0, stdout: '2 of 2 decided: 2 accepted.\n' });
    const none = await reconcile(rig, '--drop', 'hello', '--where', 'visits>=3', '--where', 'job.reason!=*reset*');
    expect(none).toMatchObject({ code: 2, stderr: 'No job in doubt is selected. Nothing was changed.\n' });
    const last = await reconcile(
      rig,
      '--drop',
      'hello',
      '--where',
      'visits>=3',
      '--where',
      'job.at>=2020-01-01',
      '--by',
      'Ben',
    );
    expect(last).toMatchObject({ code: 0, stdout: '1 of 1 decided: 1 given up.\n' });
    const json = await reconcile(rig, '--accept', 'hello', '--format', 'json');
    expect(JSON.parse(json.stdout)).toEqual({
      selected: 1,
      decided: 1,
      accepted: 1,
      pending: 0,
      cancelled: 0,
      settled: 0,
      early: 0,
    });
    expect(await rowsOf(rig)).toEqual([
      { key: a, state: 'accepted', decidedBy: 'ada', comment: 'in the log' },
      { key: b, state: 'accepted', decidedBy: 'ada' },
      { key: c, state: 'accepted', decidedBy: 'ada', comment: 'in the log' },
      { key: d, state: 'cancelled', decidedBy: 'Ben' },
    ]);
  });

  test('send rejected jobs again by their code or from a list, each once', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    for (const [recipient, status] of [
      [a, '-69'],
      [b, '-69'],
      [c, '-26'],
    ] as const)
      await rig.fault({ kind: 'status', status, recipient });
    expect((await rig.run()).code).toBe(3);
    await rig.noFaults();
    const { stdout: report } = await rig.callsheet(['report', 'campaign.yaml']).ended;
    const [, command = ''] = /can be sent again once the cause is gone \(`callsheet (.*?)`/.exec(report) ?? [];
    expect(command).toBe('reconcile campaign.yaml --resend hello --where job.code=-69');
    // A step alone stands for its doubts.
    expect(await reconcile(rig, '--resend', 'hello')).toMatchObject({
      code: 2,
      stderr:
        'No job in doubt is selected. To select rejected jobs, add --where job.code=CODE or --where job.state=rejected. Nothing was changed.\n',
    });
    expect(await reconcile(rig, '--accept', 'hello', '--where', 'job.state=rejected')).toMatchObject({
      code: 2,
      stderr: 'No job that can be decided so matches --where. Nothing was changed.\n',
    });
    expect(await rig.callsheet(command.split(' '), { USER: 'ada' }).ended).toMatchObject({
      code: 0,
      stdout: '2 of 2 decided: 2 to be sent again.\n',
    });
    expect((await rig.run()).code).toBe(3);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, d]));
    await rig.write('decisions.csv', `address,decision\nhello[${c}],resend\nhello[${d}],resend\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '1 of 2 decided: 1 to be sent again; 1 is no longer in doubt.\n',
    });
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('have nobody sent to who is no longer in the list, and no report recommends it', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    for (const recipient of [a, b]) await rig.fault({ kind: 'status', status: '-69', recipient });
    expect((await rig.run()).code).toBe(3);
    await rig.members([a, c, d]);
    const resend = () => reconcile(rig, '--resend', 'hello', '--where', 'job.code=-69');
    expect(await resend()).toMatchObject({
      code: 0,
      stdout: '1 of 1 decided: 1 to be sent again; 1 more is no longer in the list.\n',
    });
    expect(await resend()).toMatchObject({
      code: 2,
      stderr:
        '1 job is selected, but no longer in the list of the step, so nothing would be sent. Nothing was changed.\n',
    });
    // A list that has them is taken for the others.
    await rig.write('decisions.csv', `address,decision\nhello[${b}],resend\nhello[${c}],resend\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '0 of 1 decided; 1 is no longer in doubt; 1 more is no longer in the list.\n',
    });
    const documents = [['report'], ['report', '--format', 'html'], ['why', '--became', 'rejected']];
    for (const [command = '', ...more] of documents) {
      const { stdout } = await rig.callsheet([command, 'campaign.yaml', ...more]).ended;
      expect(stdout).toContain('-69');
      expect(stdout).not.toContain('--resend');
    }
  });

  test('about another attempt than the present one are not taken', async () => {
    await using rig = await doubtfulRig();
    await rig.write('decisions.csv', `address,decision,attempts\nhello[${a}],accept,1\nhello[${b}],accept,2\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '1 of 2 decided: 1 accepted; 1 is no longer in doubt.\n',
    });
    expect((await rowsOf(rig)).map(({ state }) => state)).toEqual(['accepted', 'inDoubt', 'inDoubt', 'inDoubt']);
    await rig.write('decisions.csv', `address,decision,attempts\nhello[${b}],accept,once\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('decisions.csv, line 2: `once` is not a number of attempts.') as string,
    });
  });

  test('are taken from a list, with a comment of each, and those settled meanwhile are counted', async () => {
    await using rig = await doubtfulRig();
    await reconcile(rig, '--accept', `hello[${a}]`);
    const list = ['address,decision,comment', `hello[${a}],drop,`, `hello[${b}],accept,seen`, `hello[${c}],,`];
    await rig.write('decisions.csv', `${list.join('\n')}\nhello[${d}],Drop,\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv', '--comment', 'by the log')).toMatchObject({
      code: 0,
      stdout: '2 of 3 decided: 1 accepted, 1 given up; 1 is no longer in doubt.\n',
    });
    expect(await rowsOf(rig)).toMatchObject([
      { key: a, state: 'accepted', decidedBy: 'ada' },
      { key: b, state: 'accepted', comment: 'seen' },
      { key: c, state: 'inDoubt' },
      { key: d, state: 'cancelled', comment: 'by the log' },
    ]);
  });

  test('from the report of a job that was sent again say nothing of the decision before', async () => {
    await using rig = await doubtfulRig();
    await reconcile(rig, '--resend', `hello[${a}]`, '--now', '--comment', 'it did not arrive');
    const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'csv']).ended;
    await rig.fault({ kind: 'reset-after' });
    expect((await rig.run()).code).toBe(3);
    await rig.noFaults();
    const later = await rig.callsheet(['report', 'campaign.yaml', '--format', 'csv']).ended;
    const listOf = ({ stdout }: { readonly stdout: string }) => {
      const [header = '', first = ''] = stdout.split('\r\n');
      return `${header},decision\n${first},accept\n`;
    };
    await rig.write('decisions.csv', listOf(report));
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '0 of 1 decided; 1 is no longer in doubt.\n',
    });
    await rig.write('decisions.csv', listOf(later));
    await reconcile(rig, '--from', 'decisions.csv', '--by', 'Ben', '--comment', 'the second one arrived');
    expect((await rowsOf(rig))[0]).toMatchObject({
      state: 'accepted',
      decidedBy: 'Ben',
      comment: 'the second one arrived',
    });
  });

  test('about a job that is being sent again are counted as too late, and the others of the list are taken', async () => {
    await using rig = await doubtfulRig();
    await reconcile(rig, '--resend', `hello[${a}]`, '--now');
    await rig.fault({ kind: 'hang' });
    const run = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(members.length + 1);
    await rig.write('decisions.csv', `address,decision,attempts\nhello[${a}],drop,1\nhello[${b}],accept,1\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '1 of 2 decided: 1 accepted; 1 is no longer in doubt.\n',
    });
    run.kill('SIGKILL');
    await run.ended;
  });

  test('to send again say so where nothing would be sent, as after the end of the campaign', async () => {
    await using rig = await doubtfulRig();
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 9 }\nends: 2026-01-01 18:00');
    const stderr = 'As the campaign is now, nothing would be sent.\n';
    expect(await reconcile(rig, '--resend', 'hello', '--now')).toMatchObject({
      code: 0,
      stdout: '4 of 4 decided: 4 to be sent again.\n',
      stderr,
    });
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('are taken from “Unicode text” of Excel, with the addresses that lists show', async () => {
    await using rig = await doubtfulRig();
    const list = `\uFEFFaddress\tdecision\r\nhello[${maskNumber(a)}]\taccept\r\n`;
    await rig.write('decisions.txt', Buffer.from(list, 'utf16le'));
    expect(await reconcile(rig, '--from', 'decisions.txt')).toMatchObject({
      code: 0,
      stdout: '1 of 1 decided: 1 accepted.\n',
      stderr: '',
    });
  });

  test('are taken from a list as the spreadsheet of another country saves it', async () => {
    await using rig = await doubtfulRig();
    const list = `address;decision;comment\r\nhello[${a}];accept;Müller hat sie gelesen\r\n`;
    await rig.write('decisions.csv', Buffer.from(list, 'latin1'));
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '1 of 1 decided: 1 accepted.\n',
      stderr: 'Warning: decisions.csv is not UTF-8, and is read as windows-1252: its letters may be others.\n',
    });
    expect((await rowsOf(rig))[0]).toMatchObject({ state: 'accepted', comment: 'Müller hat sie gelesen' });
  });

  test('are about a renamed step by its present name, as the report has it, and by the earlier one', async () => {
    await using rig = await doubtfulRig();
    await rig.campaign(whatsappStep.replace('hello:', 'greet:\n  was: hello'), 'limits: { concurrency: 1, doubts: 9 }');
    const why = await rig.callsheet(['why', 'campaign.yaml', a]).ended;
    expect(why.stdout).toMatch(/\ngreet {2}.*\n {2}in doubt: a person must decide .*\n {2}happened: in doubt, sent /);
    const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'csv']).ended;
    const [header = '', first = ''] = report.stdout.split(/\r?\n/);
    await rig.write('decisions.csv', `${header},decision\n${first},accept\n`);
    expect(await reconcile(rig, '--from', 'decisions.csv')).toMatchObject({
      code: 0,
      stdout: '1 of 1 decided: 1 accepted.\n',
    });
    expect(await reconcile(rig, '--accept', 'greet', '--where', 'tier=silver', '--where', 'visits<=1')).toMatchObject({
      code: 0,
      stdout: '1 of 1 decided: 1 accepted.\n',
    });
    expect(await reconcile(rig, '--drop', `greet[${c}]`)).toMatchObject({ code: 0 });
    expect(await reconcile(rig, '--drop', 'hello')).toMatchObject({ code: 0, stdout: '1 of 1 decided: 1 given up.\n' });
    expect((await rowsOf(rig)).map(({ state }) => state)).toEqual(['accepted', 'accepted', 'cancelled', 'cancelled']);
  });

  test('are not recorded where a row, a word or a condition is wrong', async () => {
    await using rig = await doubtfulRig();
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await reconcile(rig, ...args);
      return `${code} ${stderr.replace(' Nothing was changed.\n', '')}`;
    };
    const ofList = async (...lines: readonly string[]) => {
      await rig.write('list.csv', `${lines.join('\n')}\n`);
      return refused('--from', 'list.csv');
    };
    const fine = `hello[${a}],accept`;
    expect([
      await ofList('address,decision', fine, `hello[${b}],keep`),
      await ofList('address,decision', fine, `hello[${b}],constructor`),
      await ofList('address,decision', fine, 'hello[2348030000099],drop'),
      await ofList('address,decision', fine, `hello[${a}],drop`),
      await ofList('address,state', fine),
      await refused('--from', 'absent.csv'),
      await refused('--accept', 'hello', '--where', 'teir!=gold'),
      await refused('--accept', 'hello', '--where', 'job.step=hello'),
      await refused('--accept', 'hello', '--where', 'gold'),
      await refused('--where', 'tier=gold'),
      await refused('--accept', 'hello', '--drop', `hello[${a}]`),
      await refused('--accept', `hello[${a}]`, '--where', 'tier=gold'),
      await refused('--accept', 'hello', '--where', 'visits>='),
      await refused('--accept', 'hello', '--where', 'visits<=many'),
      await refused('--accept', 'hello', '--where', 'job.at<=yesterday'),
      await refused('--accept', 'hello', '--where', 'job.at>=2026-11-23T10:30Z'),
    ]).toEqual([
      '2 list.csv, line 3: `keep` is not a decision: use accept, resend or drop.',
      '2 list.csv, line 3: `constructor` is not a decision: use accept, resend or drop.',
      '2 list.csv, line 3: There is no job hello[234…0099] in the state file.',
      '2 list.csv, line 3: hello[234…0001] is in the list twice.',
      '2 list.csv needs the columns `address` and `decision`: decision is missing.',
      '2 There is no file absent.csv.',
      '2 --where: nobody in `members` has a value in the column `teir`.',
      '2 --where: there is no job.step: use job.reason, job.code, job.state, job.at, or a column.',
      '2 --where gold is not a condition: use COLUMN=VALUE, !=, >= or <=, such as plan=gold or "job.reason=*timeout*".',
      '2 --where selects jobs of a step: use it with --accept STEP, --resend STEP or --drop STEP.',
      `2 hello[${maskNumber(a)}] is named twice.`,
      `2 --where selects jobs of a step with forEach, and hello[${a}] is not one.`,
      '2 --where: visits>= needs a number.',
      '2 --where: visits<=many needs a number.',
      '2 --where: job.at<=yesterday needs a date or a time, such as 2026-11-23 or 2026-11-23 10:30.',
      '2 --where: job.at>=2026-11-23T10:30Z needs a date or a time, such as 2026-11-23 or 2026-11-23 10:30.',
    ]);
    expect((await reconcile(rig)).stdout).toContain('4 in doubt.');
  });

  test('to send again wait until the lost requests can no longer arrive', async () => {
    await using rig = await doubtfulRig();
    const early = await reconcile(rig, '--resend', 'hello');
    expect(early.code).toBe(2);
    expect(early.stdout).toMatch(
      /^0 of 4 decided\.\n4 may still arrive: resend them after \w+ \d+ \w+ \d\d:\d\d:\d\d, or pass --now and risk that they arrive twice\.\n$/,
    );
    expect((await reconcile(rig)).stdout).toContain('4 in doubt.');
    expect((await reconcile(rig, '--resend', 'hello', '--now')).stdout).toBe('4 of 4 decided: 4 to be sent again.\n');
  });

  test('are shown by why, report and audit with the person and the words', async () => {
    await using rig = await doubtfulRig();
    await reconcile(rig, '--accept', 'hello', '--comment', `called ${a}`);
    const masked = 'Decided by ada on DATE, 4 accepted: called 234…0001\n';
    const plain = (text: string) => text.replace(/on \w{3} \d+ \w{3} \d{4}, \d\d:\d\d/g, 'on DATE');
    for (const command of ['report', 'audit']) {
      const { stdout } = await rig.callsheet([command, 'campaign.yaml']).ended;
      expect(plain(stdout)).toContain(masked);
    }
    const page = (await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended).stdout;
    expect(plain(page.replace(/<\/?span[^>]*>/g, ''))).toContain(`<li>${masked.trim()}</li>`);
    const why = await rig.callsheet(['why', 'campaign.yaml', a]).ended;
    expect(why.stdout).toMatch(/\n {2}decided: accepted by ada, \w+ \d+ \w+ \d\d:\d\d:\d\d: called 234…0001\n/);
    const json = JSON.parse((await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended).stdout);
    expect(json).toMatchObject({ decisions: [{ by: 'ada', accepted: 4, pending: 0, cancelled: 0 }] });
  });
});

test('of many decisions, those that somebody else made first are counted and not made again', async () => {
  const backend = createMemoryBackend();
  const lease = await leaseOf(backend);
  for (const key of members) {
    await intend(lease, { ...intent, key });
    await settle(lease, { step: 'hello', key, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
  }
  const seen = await listJobs(lease, { state: 'inDoubt' });
  await backend.decide(about, [{ step: 'hello', key: b, attempts: 1, state: 'cancelled', at: 2_000 }]);
  const decisions = seen.map((job) => ({ job, to: 'accepted' as const }));
  const input = { backend, reader: lease, decisions, who: { by: 'Ada' }, at: 3_000, now: false };
  const together = await decideJobs({ ...input, together: true });
  expect(together).toMatchObject({ decided: [], settled: [{ job: { key: b } }] });
  expect((await lease.job({ step: 'hello', key: a }))?.state).toBe('inDoubt');
  const result = await decideJobs({ ...input, together: false });
  if ('refused' in result) throw new Error('refused');
  expect(result.decided.map(({ job }) => job.key)).toEqual([a, c, d]);
  expect(result.settled.map(({ job }) => job.key)).toEqual([b]);
  expect((await lease.job({ step: 'hello', key: b }))?.state).toBe('cancelled');
  expect(await lease.decisions()).toEqual([{ at: 3_000, by: 'Ada', accepted: 3, pending: 0, cancelled: 0 }]);
  await lease.close();
});
