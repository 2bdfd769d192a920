import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CampaignRig, campaignText, createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import type { Child } from '../rig/child.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { isLong, isWhole } from '../rig/sample-of.ts';

const members = people(8);

/** Two folders on one machine: `first` with the campaign, and `second`, which a test makes of it. */
interface TwoFolders extends AsyncDisposable {
  readonly rig: CampaignRig;
  readonly first: string;
  readonly second: string;
  /** `callsheet run` of the campaign in this folder, as a process. */
  start(folder: string, ...more: readonly string[]): Child;
  /** The same in this process, beside those. */
  run(folder: string, ...more: readonly string[]): Child;
  copy(...options: readonly string[]): void;
}

async function twoFolders(head = ''): Promise<TwoFolders> {
  const rig = await createCampaignRig();
  const [first, second] = [join(rig.folder, 'first'), join(rig.folder, 'second')];
  await mkdir(first);
  await rig.members(members);
  await rig.write('first/campaign.yaml', campaignText(whatsappStep, head));
  spawnSync('mv', [join(rig.folder, 'members.csv'), first]);
  return {
    rig,
    first,
    second,
    start: (folder, ...more) => rig.process(commandOf(folder, more)),
    run: (folder, ...more) => rig.callsheet(commandOf(folder, more)),
    copy: (...options) => expect(spawnSync('cp', [...options, first, second]).status).toBe(0),
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}

const commandOf = (folder: string, more: readonly string[]): readonly string[] => [
  'run',
  join(folder, 'campaign.yaml'),
  '--yes',
  ...more,
];

/** `starts` in so many seconds. */
function startsIn(seconds: number): string {
  const at = Date.now() + seconds * 1000;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: noonZone(), dateStyle: 'short', timeStyle: 'medium' });
  return `starts: ${clock.format(at)}`;
}

const waiting = /waits for/;
/** Until then two processes start, one after the other, also on a busy machine. */
const soon = 25;
const tomorrow = 86_400;

// These wait for `starts`, and not for the processor.
test.concurrent('a copied folder, one of hard links, and hard links to the campaign and its list alone are refused while the first runner waits for `starts`, and everybody is reached once', async () => {
  await using two = await twoFolders(startsIn(soon));
  const first = two.start(two.first);
  await first.line(waiting);
  const linkBoth = async (): Promise<void> => {
    await mkdir(two.second);
    spawnSync('ln', [join(two.first, 'campaign.yaml'), join(two.first, 'members.csv'), two.second]);
  };
  for (const [what, make] of [
    ['a copied folder', () => two.copy('-r')],
    ['a folder of hard links', () => two.copy('-al')],
    ['hard links alone', linkBoth],
  ] as const) {
    await make();
    const { code, stdout } = await two.run(two.second).ended;
    expect({ what, code, stdout }).toEqual({ what, code: 2, stdout: '' });
    await rm(two.second, { recursive: true });
  }
  expect((await first.ended).code).toBe(0);
  expect(two.rig.effects('whatsapp.send')).toEqual(once(members));
});

test
  .runIf(isLong)
  .concurrent(
    'the claim dies with its process: after a kill -9 with nothing sent the copy runs, and the original is refused then',
    async () => {
      await using two = await twoFolders(startsIn(soon));
      const first = two.start(two.first);
      await first.line(waiting);
      two.copy('-r');
      first.kill('SIGKILL');
      await first.ended;
      expect((await two.run(two.second).ended).code).toBe(0);
      const { code, stderr } = await two.run(two.first).ended;
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`another state file, ${join(two.second, '.callsheet', 'ledger.db')}`),
      });
      expect(two.rig.effects('whatsapp.send')).toEqual(once(members));
    },
  );

test('another state folder is refused while the first runner waits, and says who has the run and where', async () => {
  await using two = await twoFolders(startsIn(tomorrow));
  const first = two.start(two.first);
  await first.line(waiting);
  const other = join(two.rig.folder, 'other');
  for (const more of [[], ['--adopt']]) {
    const { code, stdout, stderr } = await two.run(two.first, '--state', other, ...more).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const said =
      /^(\S+) is already being run by process (\d+) on (\S+), since (\S+), with the state file (\S+)\. (.+)\n$/.exec(
        stderr,
      );
    const [, file, pid, host, since, state, advice] = said ?? [];
    const there = join(two.first, '.callsheet');
    expect({ file, pid, host, state, advice }).toEqual({
      file: join(two.first, 'campaign.yaml'),
      pid: String(first.pid),
      host: hostname(),
      state: join(there, 'ledger.db'),
      advice: `Wait until it ends, pause it with \`callsheet pause ${file} --state ${there}\`, or end it with \`callsheet cancel ${file} --state ${there}\` or Ctrl-C. Nothing was sent.`,
    });
    expect(Date.parse(since ?? '')).toBeLessThanOrEqual(Date.now());
  }
  // The command that it names reaches the process.
  const cancel = ['cancel', join(two.first, 'campaign.yaml'), '--state', join(two.first, '.callsheet')];
  expect((await two.rig.callsheet(cancel).ended).code).toBe(0);
  expect((await first.ended).code).toBe(4);
  expect(two.rig.requests()).toEqual([]);
});

test('of two that start at one moment in two folders one sends, each time', async () => {
  for (let round = 0; round < (isWhole ? 10 : 1); round++) {
    await using two = await twoFolders();
    two.copy('-r');
    const ended = await Promise.all([two.start(two.first).ended, two.start(two.second).ended]);
    expect(ended.map(({ code }) => code).sort((a, b) => Number(a) - Number(b))).toEqual([0, 2]);
    expect(two.rig.effects('whatsapp.send')).toEqual(once(members));
  }
});

test('a further run by another name goes on beside the first', async () => {
  await using two = await twoFolders(startsIn(tomorrow));
  const first = two.start(two.first);
  await first.line(waiting);
  two.copy('-r');
  const second = two.run(two.second, '--run', 'further', '--state', join(two.rig.folder, 'other'));
  await second.line(waiting);
  first.kill('SIGINT');
  second.kill('SIGINT');
  expect([(await first.ended).code, (await second.ended).code]).toEqual([4, 4]);
});

test('after a kill -9 in the middle a copy is refused, with its state and without it, and the original reaches the rest', async () => {
  await using two = await twoFolders('limits: { concurrency: 1 }');
  await two.rig.fault({ kind: 'delay', ms: 300 });
  const first = two.start(two.first);
  await two.rig.answered(3);
  first.kill('SIGKILL');
  await first.ended;
  const sent = two.rig.requests().length;
  for (const [bare, why] of [
    [false, /is a copy of|is out of date/],
    [true, /was carried out with another state file/],
  ] as const) {
    two.copy('-r');
    if (bare) await rm(join(two.second, '.callsheet'), { recursive: true });
    const second = await two.run(two.second).ended;
    expect(second).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(why) });
    expect(two.rig.requests()).toHaveLength(sent);
    await rm(two.second, { recursive: true });
  }
  await two.rig.noFaults();
  expect([0, 3]).toContain((await two.run(two.first).ended).code);
  expect(Math.max(...Object.values(two.rig.effects('whatsapp.send')))).toBe(1);
});

test.each([
  ['a slash more', (url: string) => `${url}/`],
  ['another case and address form', (url: string) => url.replace('http://127.0.0.1', 'HTTP://127.1')],
])('the service is the same with %s in its base URL', async (_, spell) => {
  await using two = await twoFolders();
  const { CALLSHEET_BASE_URL: url = '' } = two.rig.env;
  const other = { CALLSHEET_BASE_URL: spell(url) };
  const campaign = join(two.first, 'campaign.yaml');
  expect((await two.run(two.first).ended).code).toBe(0);
  const again = ['run', campaign, '--yes'];
  expect((await two.rig.callsheet(again, other).ended).code).toBe(0);
  await rm(join(two.first, '.callsheet'), { recursive: true });
  const { code, stderr } = await two.rig.callsheet(again, other).ended;
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('which records who was contacted, is missing. Restore it, start'),
  });
  expect((await two.rig.callsheet(['status', campaign], other).ended).stderr).toContain('is missing. Restore it');
  expect(two.rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a state file whose log was deleted after a kill is said to be out of date', async () => {
  await using two = await twoFolders('limits: { concurrency: 1 }');
  await two.rig.fault({ kind: 'delay', ms: 300 });
  const first = two.start(two.first);
  await two.rig.answered(3);
  first.kill('SIGKILL');
  await first.ended;
  const state = join(two.first, '.callsheet', 'ledger.db');
  await rm(`${state}-wal`);
  const campaign = join(two.first, 'campaign.yaml');
  const sent = two.rig.requests().length;
  expect(await two.run(two.first).ended).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/ is out of date: it ends at revision 0, .* copied without its ledger\.db-wal\. /),
  });
  expect((await two.rig.callsheet(['status', campaign]).ended).stderr).toContain(`${state} is out of date: `);
  expect(two.rig.requests()).toHaveLength(sent);
});
