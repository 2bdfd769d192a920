import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { isUnreadable, type StopSignal } from '../../src/platform/ports.ts';
import {
  campaignText,
  createCampaignRig,
  eventsOf,
  membersText,
  once,
  otpStep,
  people,
  whatsappStep,
} from '../rig/campaign-rig.ts';
import { commandHost } from '../rig/command-host.ts';

const [a, b, c, d] = people(4) as [string, string, string, string];

describe('watch', () => {
  test('plans again on every save, says what changed, and sends nothing', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    const child = rig.callsheet(['watch', 'campaign.yaml']);
    await child.line(/^Watching for changes\. Press Ctrl-C to stop\.$/);

    const again = child.nextLine(/^Watching/);
    const difference = child.nextLine(/ 1  added: /);
    await rig.members([a, b, c]);
    await difference;
    await again;
    await child.line(/^\d\d:\d\d:\d\d {2}members\.csv changed$/);

    const renamed = child.nextLine(/^Watching/);
    await rig.replace('campaign.yaml', campaignText(whatsappStep + otpStep));
    await renamed;
    child.kill('SIGINT');
    const ended = await child.ended;
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('2 to send of 2\n');
    expect(ended.stdout).toContain('  hello          1  added: 234…0003\n');
    expect(ended.stdout).toContain('  code           3  added: 234…0001, 234…0002, 234…0003\n');
    expect(rig.requests()).toEqual([]);
  });

  test('does not say that it watches once it was ended in the middle of a run', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(otpStep, 'limits: { rate: 1/h }');
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes']);
    await rig.answered(1);
    child.kill('SIGINT');
    const { code, stderr } = await child.ended;
    expect(code).toBe(4);
    expect(stderr).not.toContain('Watching for changes');
  });

  test('reads a source that was never read, or was edited, as `plan` does, and takes a later snapshot with the next save', async () => {
    await using rig = await createCampaignRig();
    const audience = (more = ''): string =>
      `audiences:\n  members: { command: [cat, members.csv], key: phone, columns: { phone: text${more} } }`;
    await rig.members([a, b]);
    await rig.campaign(otpStep, audience());
    const child = rig.callsheet(['watch', 'campaign.yaml', '--allow-commands']);
    await child.line(/^Read members from command cat: 2 rows, 2 people, /);
    await child.line(/^Watching/);

    await rig.members([a, b, c]);
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    const added = child.nextLine(/ 1  added: 234…0003$/);
    const settled = child.nextLine(/^Watching/);
    await rig.replace('campaign.yaml', campaignText(otpStep.replace('31', '32'), audience()));
    await added;
    await settled;

    const read = child.nextLine(/^Read members from command cat: 4 rows, 4 people, /);
    const last = child.nextLine(/^Watching/);
    await rig.members([a, b, c, d]);
    await rig.replace('campaign.yaml', campaignText(otpStep, audience(', first_name: text')));
    await read;
    await last;
    child.kill('SIGINT');
    const ended = await child.ended;
    expect([ended.code, ended.stdout.split('\n')[0], rig.requests()]).toEqual([
      0,
      expect.stringMatching(/^trial: plan {2}trial, run 1$/),
      [],
    ]);
    expect(ended.stderr.match(/^Read members/gm)).toHaveLength(2);
  });

  test('says which settings a save changes, though nobody is added, dropped or moved', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep, 'limits: { rate: 10/s }');
    const child = rig.callsheet(['watch', 'campaign.yaml']);
    await child.line(/^Watching/);
    const again = child.nextLine(/^Watching/);
    const edited = whatsappStep.replace('Hello', 'Good day').replace('forEach', 'onUnknown: resend\n  forEach');
    await rig.replace('campaign.yaml', campaignText(edited, 'limits: { rate: 5/s }'));
    await again;
    child.kill('SIGINT');
    const { stdout } = await child.ended;
    expect(stdout.slice(stdout.indexOf('\ncompared')).replace(/of \w.*$/m, 'of DATE')).toBe(`
compared with the plan of DATE

Texts:
  steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.first_name }}

People:
          how many  change
  hello          2  with a new text: 234…0001, 234…0002

Totals:
  in doubt at most after a crash: 2 → 0

Settings:
  limits.rate: 10/s → 5/s
  steps.hello.onUnknown: hold → resend (a message may arrive twice)

Also:
  campaign.yaml has changed

2 people get a new text; cost unknown (no prices in \`costs\`).
`);
  });

  test('a file that is saved half-written keeps the last good plan, and the whole one is taken up', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes']);
    await child.line(/^Watching/);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b]));

    const whole = campaignText(whatsappStep + otpStep);
    const waits = child.nextLine(/^Keeping the last valid plan; waiting for the next save\.$/);
    await rig.write('campaign.yaml', whole.slice(0, whole.indexOf('uses: otp')));
    await waits;
    expect(rig.requests()).toHaveLength(2);

    const done = child.nextLine(/^Watching/);
    await rig.write('campaign.yaml', whole);
    await done;
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);
  });

  test('--run carries out the difference alone, save after save', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes']);
    await child.line(/^Watching/);
    expect(rig.effects('whatsapp.send')).toEqual(once([a]));
    for (const members of [
      [a, b],
      [b, c],
      [a, b, c, d],
    ]) {
      const done = child.nextLine(/^Watching/);
      await rig.replace('members.csv', membersText(members));
      await done;
    }
    await rig.answered(4);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c, d]));
    expect(rig.requests()).toHaveLength(4);
    child.kill('SIGINT');
    expect((await child.ended).code).toBe(0);
  });

  test('a save while it sends takes effect when that is finished', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 400, times: 2 });
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes']);
    await rig.answered(1);
    await rig.members([a, b, c]);
    await rig.answered(3);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c]));
    child.kill('SIGINT');
    expect((await child.ended).signal).toBeNull();
  });

  test('one Ctrl-C while it sends awaits what is in flight, and ends', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c, d]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 200 });
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes']);
    await rig.answered(1);
    child.kill('SIGINT');
    // Work is left: 4, as of a run.
    expect(await child.ended).toMatchObject({ code: 4, signal: null });
    expect(rig.requests().length).toBeLessThan(4);
    await rig.noFaults();
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c, d]));
  });

  test('with --format json stdout has the events of the runs alone; findings and changes are on stderr', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes', '--format', 'json']);
    await child.line(/^Watching/);
    const done = child.nextLine(/^Watching/);
    await rig.replace('members.csv', membersText([a, b, a]));
    await done;
    child.kill('SIGINT');
    const ended = await child.ended;
    expect(ended.code).toBe(0);
    const events = eventsOf(ended);
    expect(events.filter(({ event }) => event === 'finished')).toMatchObject([
      { exitCode: 0, summary: { accepted: 1 } },
      { exitCode: 0, summary: { accepted: 2 } },
    ]);
    expect(events.at(-1)?.event).toBe('finished');
    expect(ended.stderr).toContain('1 to send of 1\n');
    expect(ended.stderr).toContain('warning CS6005');
    expect(ended.stderr).toContain('  hello          1  added: 234…0002\n');
  });

  test('a campaign that is not there yet is waited for', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    const child = rig.callsheet(['watch', 'campaign.yaml']);
    await child.line(/^There is no file campaign\.yaml; waiting for it\.$/);
    await rig.campaign(whatsappStep);
    await child.line(/^Watching/);
    child.kill('SIGINT');
    expect((await child.ended).code).toBe(0);
  });

  test('a folder that is deleted, twice, is waited for, and what comes back is planned', async () => {
    await using rig = await createCampaignRig();
    const folder = join(rig.folder, 'sub', 'deep');
    const create = async (numbers: readonly string[]): Promise<void> => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'members.csv'), membersText(numbers));
      await writeFile(join(folder, 'campaign.yaml'), campaignText(whatsappStep));
    };
    await create([a]);
    const child = rig.callsheet(['watch', 'sub/deep/campaign.yaml']);
    await child.line(/^Watching/);
    for (const numbers of [
      [a, b],
      [a, b, c],
    ]) {
      const waits = child.nextLine(/^There is no file sub\/deep\/campaign\.yaml; waiting for it\.$/);
      await rm(join(rig.folder, 'sub'), { recursive: true });
      await waits;
      const back = child.nextLine(/ 1  added: /);
      await create(numbers);
      await back;
    }
    const saved = child.nextLine(/ 1  added: /);
    await writeFile(join(folder, 'members.csv'), membersText([a, b, c, d]));
    await saved;
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);
  });

  test('--sandbox plans by the sandbox’s clock, as `plan --sandbox` does', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(otpStep, 'starts: 2020-01-06 12:00\nends: 2020-01-06 18:00');
    const heads = (text: string) =>
      text.split('\n').flatMap((line) => /^planned [^·]*(?= ·)|.* to send of .*/.exec(line) ?? []);
    const child = rig.callsheet(['watch', 'campaign.yaml', '--sandbox', '--run', '--yes']);
    await child.line(/^Watching/);
    const again = child.nextLine(/^Watching/);
    await rig.members([a, b]);
    await again;
    child.kill('SIGINT');
    const { stdout } = await child.ended;
    await rig.callsheet(['pause', 'campaign.yaml', '--sandbox']).ended;
    const paused = rig.callsheet(['watch', 'campaign.yaml', '--sandbox']);
    await paused.line(/^Run 2020-01-06 is paused: nothing starts until `callsheet resume campaign\.yaml --sandbox`\./);
    paused.kill('SIGINT');
    await paused.ended;
    expect(heads(stdout)).toEqual(['planned Mon 6 Jan 2020, 12:00', '1 to send of 1']);
    expect(stdout).toContain('  code           1  added: 234…0002\n');
    const real = rig.callsheet(['watch', 'campaign.yaml']);
    await real.line(/^Watching/);
    real.kill('SIGINT');
    expect(heads((await real.ended).stdout).at(-1)).toBe('0 to send of 2, 2 expired');
  });

  test('--run draws as wide as the terminal is by then', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(12));
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 200 });
    const { host } = commandHost({ now: 0, env: { ...rig.env, HOME: rig.folder } });
    const listeners = new Set<(signal: StopSignal) => void>();
    let [width, drawn] = [100, ''];
    const ended = parseArguments(['watch', 'campaign.yaml', '--run', '--yes'], {
      ...host,
      clock: createRealClock(),
      cwd: rig.folder,
      files: createNodeFiles(rig.folder),
      signals: { ...host.signals, onStop: (one) => (listeners.add(one), () => void listeners.delete(one)) },
      console: {
        ...host.console,
        errIsTerminal: true,
        err: (text) => void (drawn += text),
        get width() {
          return width;
        },
      },
    });
    await rig.answered(2);
    [width, drawn] = [40, ''];
    await rig.answered(12);
    for (const listener of listeners) listener('SIGINT');
    await ended;
    const bars = drawn.split('\n').filter((line) => line.includes(' of 12'));
    expect(bars).not.toEqual([]);
    expect(bars.filter(({ length }) => length > 40)).toEqual([]);
  });

  test('an --at that is not a time ends it, with 2', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(otpStep);
    expect(await rig.callsheet(['watch', 'campaign.yaml', '--at', 'noon']).ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not "noon"\n',
    });
    expect(
      await rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes', '--at', '2030-01-01 09:00']).ended,
    ).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--at with --run needs --sandbox: a real run starts at `starts`, or now. Nothing was sent.\n',
    });
    expect(rig.requests()).toEqual([]);
  });
});

test('a list that is saved while it is first read is read again', async () => {
  await using rig = await createCampaignRig();
  await rig.members([a, b]);
  await rig.campaign(otpStep);
  const files = createNodeFiles();
  let isSaved = false;
  const savedWhileRead = async (path: string, mostBytes?: number) => {
    const chunks = await files.stream(path, mostBytes);
    if (!path.endsWith('members.csv') || isSaved || chunks === undefined || isUnreadable(chunks)) return chunks;
    isSaved = true;
    return (async function* () {
      yield* chunks;
      await rig.members([a, b, c]);
    })();
  };
  const { host, out } = commandHost({ now: Date.now(), files: { ...files, stream: savedWhileRead } });
  let stop: (signal: StopSignal) => void = () => {};
  const signals = {
    ...host.signals,
    onStop: (listener: typeof stop) => {
      stop = listener;
      return () => {};
    },
  };
  const console = {
    ...host.console,
    out(text: string) {
      host.console.out(text);
      if (out().includes(' 1  added: 234…0003\n')) stop('SIGINT');
    },
  };
  const words = ['watch', 'campaign.yaml'];
  expect(await parseArguments(words, { ...host, cwd: rig.folder, signals, console })).toBe(0);
  expect(out()).toContain('2 to send of 2\n');
});
