import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, people } from '../rig/campaign-rig.ts';

const members = people(30);
const step = (waves: string): string => `
hello:
  uses: whatsapp.send
  forEach: { audience: members, ${waves} }
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
`;

async function rigOf(waves: string, head?: string, recipients = members): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(recipients);
  await rig.campaign(step(waves), head);
  return rig;
}
const start = (rig: CampaignRig) => rig.callsheet(['run', 'campaign.yaml', '--yes']);
const command = async (rig: CampaignRig, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await rig.callsheet([...args]).ended;
  return { code, out: `${stdout}${stderr}` };
};

test('a person who lets a wave begin before its time is over learns when it begins, and that they have done so', async () => {
  await using rig = await rigOf('waves: [3, rest], between: { after: 1h, promote: person }');
  const run = start(rig);
  await run.line(/hello: wave 1 of 2 is over/);
  const promoted = await command(rig, 'promote', 'campaign.yaml', '--by', 'Ada');
  expect(promoted.out).toMatch(/^Wave 2 of hello may begin\. It begins .* \S+, when the time of `after` is over\.\n$/);
  const again = await command(rig, 'promote', 'campaign.yaml', '--by', 'Ben');
  expect(again.code).toBe(2);
  expect(again.out).toMatch(
    /^Nothing to promote: wave 2 of hello is promoted already, and begins .*Nothing was changed/,
  );
  await command(rig, 'cancel', 'campaign.yaml');
  await run.ended;
  expect((await command(rig, 'report', 'campaign.yaml', '--format', 'text')).out).not.toContain('by Ben');
});

test('nothing is promoted of a run that has not begun', async () => {
  await using rig = await rigOf('waves: [3, rest]');
  await command(rig, 'pause', 'campaign.yaml');
  await command(rig, 'resume', 'campaign.yaml');
  expect((await command(rig, 'promote', 'campaign.yaml')).out).toMatch(
    /^Nothing to promote: run \S+ of \S+ has not begun\. /,
  );
});

test('a run waits after each wave until a person lets the next one begin', async () => {
  await using rig = await rigOf('waves: [3, "20%", rest]', 'ends: 2099-01-01 09:00');
  const run = start(rig);
  await run.line(/hello: wave 1 of 3 is over, 3 accepted; the next one begins with `callsheet promote campaign\.yaml`/);
  expect(rig.requests()).toHaveLength(3);
  const status = await command(rig, 'status', 'campaign.yaml');
  expect(status.out).toMatch(/hello, wave 1: 3 of 30 people, since .*: 3 accepted\.\n/);
  expect(status.out).toContain('hello waits for a person: `callsheet promote campaign.yaml` begins wave 2.');

  const promoted = await command(rig, 'promote', 'campaign.yaml', '--by', 'Ada', '--comment', 'all arrived');
  expect(promoted).toEqual({
    code: 0,
    out: 'Wave 2 of hello may begin. The running process does it within a second.\n',
  });
  await run.line(/hello: wave 2 of 3 is over, 6 accepted/);
  expect(rig.requests()).toHaveLength(9);
  await command(rig, 'promote', 'campaign.yaml', '--by', 'Ada');
  const { code, stderr } = await run.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('waits for the wave before');
  expect(rig.effects('whatsapp.send')).toEqual(once(members));

  const report = await command(rig, 'report', 'campaign.yaml', '--format', 'text');
  expect(report.out).toMatch(
    /hello, wave 1: 3 of 30 .*\nhello, wave 2: 6 of 30 .*\nhello, wave 3: 21 of 30 people, since .*: 21 accepted\.\n/,
  );
  expect(report.out).toMatch(
    /Promoted wave 3 of `hello` by Ada on .*\.\nPromoted wave 2 of `hello` by Ada on .*: all arrived/,
  );
  expect((await command(rig, 'audit', 'campaign.yaml')).out).toContain('no wave larger than planned');
  expect(await command(rig, 'promote', 'campaign.yaml')).toEqual({
    code: 2,
    out: expect.stringContaining('Nothing to promote: ') as string,
  });
  await rig.campaign(step('waves: [3, "20%", rest]').replace('hello:', 'greeting:\n  was: hello'));
  const renamed = await command(rig, 'report', 'campaign.yaml', '--format', 'text');
  expect(renamed.out).toMatch(/greeting, wave 3: 21 of 30 people, since .*: 21 accepted\.\n/);
  // Nobody says there what became of the people of a step that is gone.
  await rig.campaign(step('waves: [3, "20%", rest]').replace('hello:', 'other:'));
  const gone = await command(rig, 'status', 'campaign.yaml');
  expect(gone.out).toContain('Not in these counts: 30 accepted in step `hello`');
  expect(gone.out).not.toContain('wave 3');
});

test('a person begins the next wave before its time, and until then views say when it begins by itself', async () => {
  await using rig = await rigOf('waves: [3, rest], between: { after: 30m }');
  const run = start(rig);
  await run.line(/hello waits for the wave before until/);
  const status = await command(rig, 'status', 'campaign.yaml');
  expect(status.out).toMatch(/Next: hello, .* \(in (30|29) min\); it waits for the wave before\./);
  await command(rig, 'pause', 'campaign.yaml');
  expect(await command(rig, 'promote', 'campaign.yaml')).toEqual({
    code: 0,
    out: 'Wave 2 of hello may begin. The run is paused: use `callsheet resume campaign.yaml`.\n',
  });
  await command(rig, 'resume', 'campaign.yaml');
  expect((await run.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a wave that waits for a person still does after its step was given two other names', async () => {
  const waves = 'waves: [3, rest]';
  await using rig = await rigOf(waves);
  const named = (head: string): Promise<void> => rig.campaign(step(waves).replace('hello:', head));
  const waits = async (run: ReturnType<typeof start>): Promise<void> => {
    await run.line(/wave 1 of 2 is over, 3 accepted/);
    run.kill('SIGINT');
    await run.ended;
    expect(rig.requests()).toHaveLength(3);
  };
  await waits(start(rig));
  await named('greeting:\n  was: hello');
  await waits(start(rig));
  await named('greeting:');
  await waits(start(rig));
  await named('welcome:\n  was: greeting');
  await waits(start(rig));
  const report = await command(rig, 'report', 'campaign.yaml', '--format', 'text');
  expect(report.out).toMatch(/welcome, wave 1: 3 of 30 people, since .*: 3 accepted\.\n/);
});

test('nobody has promoted a step that has the name that another one with waves had before', async () => {
  const waves = 'waves: [3, 3, rest]';
  await using rig = await rigOf(waves);
  const waits = async (step: RegExp): Promise<void> => {
    const run = start(rig);
    await run.line(step);
    run.kill('SIGINT');
    await run.ended;
  };
  await waits(/hello: wave 1 of 3 is over/);
  expect((await command(rig, 'promote', 'campaign.yaml')).code).toBe(0);
  await waits(/hello: wave 2 of 3 is over/);
  const renamed = step(waves).replace('hello:', 'greeting:\n  was: hello');
  await rig.campaign(renamed);
  await waits(/greeting: wave 2 of 3 is over/);
  const code = `hello:\n  uses: otp.send\n  forEach: { audience: members, ${waves} }\n  with: { templateId: 31 }`;
  await rig.campaign(`${renamed.replace('\n  was: hello', '')}${code}`);
  expect((await command(rig, 'plan', 'campaign.yaml')).out).toMatch(
    / waves: 3 from [^;]*; 3 from [^;]*, once promoted .*; 24 from /,
  );
  await waits(/hello: wave 1 of 3 is over/);
  expect(rig.requests('otp.send')).toHaveLength(3);
  expect((await command(rig, 'report', 'campaign.yaml')).out).toContain('Promoted wave 2 of `greeting` by');
});

test('a killed process sends to nobody else between two waves, and the next one goes on in the middle of a wave', async () => {
  await using rig = await rigOf('waves: [4, rest]', 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'delay', ms: 3_000, skip: 2, times: 1 });
  const killed = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(2);
  killed.kill('SIGKILL');
  await killed.ended;
  // The third may be in doubt: it has a place in the wave all the same.
  const second = rig.process(['run', 'campaign.yaml', '--yes']);
  await second.line(/wave 1 of 2 is over/);
  expect(rig.requests().length).toBeLessThanOrEqual(4);
  second.kill('SIGKILL');
  await second.ended;
  expect((await command(rig, 'promote', 'campaign.yaml')).out).toBe(
    'Wave 2 of hello may begin. No process is running: start it with `callsheet run campaign.yaml`.\n',
  );
  const planned = (await command(rig, 'plan', 'campaign.yaml')).out;
  expect(planned).toMatch(/ waves: 2[67] from /);
  expect(planned).not.toContain('callsheet promote');
  await start(rig).ended;
  expect(Object.values(rig.effects('whatsapp.send')).filter((times) => times > 1)).toEqual([]);
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
  const { summary } = JSON.parse(stdout) as { summary: { accepted: number; inDoubt: number; pending: number } };
  expect(summary).toMatchObject({ pending: 0 });
  expect(summary.accepted + summary.inDoubt).toBe(members.length);
});

test('people who must not be contacted take no place in a wave, in the plan and in the run', async () => {
  await using rig = await rigOf('waves: [4, "50%", rest]');
  await rig.write('contacts.yaml', 'project: trial\ncaps: [{ max: 1, per: day }]\n');
  const suppressed = members.slice(0, 20);
  expect((await command(rig, 'suppress', ...suppressed, '--reason', 'asked')).code).toBe(0);
  expect((await command(rig, 'plan', 'campaign.yaml')).out).toMatch(
    / waves: 4 from [^;]*; 5 from [^;]*; 1 from [^;]*\n/,
  );
  const run = start(rig);
  await run.line(/wave 1 of 3 begins, up to 4 of 10 people/);
  await run.line(/wave 1 of 3 is over, 4 accepted/);
  await command(rig, 'promote', 'campaign.yaml');
  await run.line(/wave 2 of 3 is over, 5 accepted/);
  await command(rig, 'promote', 'campaign.yaml');
  expect((await run.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members.slice(20)));
});

test('people who are sent to by hand while one of the wave waits for a retry come beside it, too', async () => {
  await using rig = await rigOf('waves: [1, rest]');
  await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': '1' }, times: 1 });
  const first = start(rig);
  await first.line(/nothing starts until .*: HTTP 429/);
  first.kill('SIGINT');
  await first.ended;
  const [{ body }] = rig.requests() as unknown as readonly [{ readonly body: { readonly recipient: string } }];
  const others = members.filter((number) => number !== body.recipient).slice(0, 2);
  const some = await command(rig, 'run', 'campaign.yaml', '--yes', ...others.flatMap((number) => ['--only', number]));
  expect(some.code).toBe(0);
  const second = start(rig);
  await second.line(/wave 1 of 2 is over, 3 accepted/);
  second.kill('SIGINT');
  await second.ended;
  expect(rig.effects('whatsapp.send')).toEqual(once([body.recipient, ...others]));
  const status = await command(rig, 'status', 'campaign.yaml');
  expect(status.out).toContain('hello, wave 1: 1 of 30 people (and up to 2 by `--first` or `--only`), since');
  expect((await command(rig, 'audit', 'campaign.yaml')).code).toBe(0);
});

test('a wave is shown with its own size after people came beside the one before, and a doubt was given up', async () => {
  await using rig = await rigOf('waves: [2, 3, rest]');
  await rig.fault({ kind: 'reset-after', times: 1 });
  const waits = async (line: RegExp): Promise<void> => {
    const run = start(rig);
    await run.line(line);
    run.kill('SIGINT');
    await run.ended;
  };
  await waits(/wave 1 of 3 is over/);
  expect((await command(rig, 'reconcile', 'campaign.yaml', '--drop', 'hello')).code).toBe(0);
  expect((await command(rig, 'run', 'campaign.yaml', '--yes', '--first', '6')).code).toBe(0);
  expect((await command(rig, 'promote', 'campaign.yaml')).code).toBe(0);
  expect((await command(rig, 'plan', 'campaign.yaml')).out).toMatch(/ waves: 3 from /);
  const before = rig.requests().length;
  await waits(/wave 2 of 3 is over/);
  expect(rig.requests()).toHaveLength(before + 3);
  expect((await command(rig, 'status', 'campaign.yaml')).out).toMatch(
    /hello, wave 2: 3 of 30 people, since .*: 3 accepted/,
  );
});

test('people who are sent to by hand come beside a wave that was halted, once a person allows the next one', async () => {
  await using rig = await rigOf('waves: [2, rest], between: { haltIf: { rejected: 1 } }', 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'status', status: '-69', skip: 1, times: 1 });
  expect((await start(rig).ended).code).toBe(4);
  expect((await command(rig, 'promote', 'campaign.yaml')).out).toContain('Wave 2 of hello may begin.');
  expect((await command(rig, 'run', 'campaign.yaml', '--yes', '--first', '6')).code).toBe(3);
  const beside = rig.requests().length - 2;
  expect(beside).toBeGreaterThan(0);
  expect((await command(rig, 'status', 'campaign.yaml')).out).toContain(
    `hello, wave 1: 2 of 30 people (and up to ${beside} by \`--first\` or \`--only\`), since`,
  );
  expect((await command(rig, 'audit', 'campaign.yaml')).code).toBe(0);
});

test('people who are sent to by hand come beside a wave that has begun, which gets no more places', async () => {
  await using rig = await rigOf('waves: [3, 2, rest]');
  const run = start(rig);
  await run.line(/wave 1 of 3 is over, 3 accepted/);
  run.kill('SIGINT');
  await run.ended;
  const some = await command(rig, 'run', 'campaign.yaml', '--yes', '--first', '6');
  expect(some).toMatchObject({ code: 0 });
  const beside = rig.requests().length - 3;
  expect(beside).toBeGreaterThan(0);
  const status = await command(rig, 'status', 'campaign.yaml');
  expect(status.out).toContain(
    `hello, wave 1: 3 of 30 people (and up to ${beside} by \`--first\` or \`--only\`), since`,
  );
  expect(await command(rig, 'audit', 'campaign.yaml')).toMatchObject({ code: 0 });

  await command(rig, 'promote', 'campaign.yaml');
  const next = start(rig);
  await next.line(/wave 2 of 3 is over, 2 accepted/);
  next.kill('SIGINT');
  await next.ended;
  expect(rig.requests()).toHaveLength(3 + beside + 2);
  expect((await command(rig, 'status', 'campaign.yaml')).out).toMatch(/hello, wave 2: 2 of 30 people, since/);
  expect(await command(rig, 'audit', 'campaign.yaml')).toMatchObject({ code: 0 });
});

test('a wave that breaks `haltIf` halts the run, and each further one, until a person lets it go on', async () => {
  await using rig = await rigOf(
    'waves: [10, rest], between: { after: 1s, haltIf: { rejected: 3 } }',
    'limits: { concurrency: 1 }',
  );
  await rig.fault({ kind: 'status', status: '-69', skip: 2, times: 3 });
  const first = await start(rig).ended;
  expect(first.code).toBe(4);
  const because = /of [56] jobs of wave 1 of `hello`, 3 were rejected and 0 are in doubt \(haltIf\)/;
  expect(first.stdout).toMatch(because);
  expect(first.stdout).toMatch(
    / \(haltIf\); `callsheet promote campaign\.yaml` lets it continue\. Then run the same command: `callsheet run /,
  );
  // The next one may have left before the answer was on disk.
  const sent = rig.requests().length;
  expect(sent).toBeLessThanOrEqual(6);
  expect((await start(rig).ended).code).toBe(4);
  const some = await command(rig, 'run', 'campaign.yaml', '--yes', '--first', '30');
  expect(some).toEqual({ code: 4, out: expect.stringMatching(because) as string });
  expect(rig.requests()).toHaveLength(sent);
  const status = await command(rig, 'status', 'campaign.yaml');
  expect(status.out).toMatch(because);
  expect(status.out).toContain(
    'hello is halted by `haltIf`: look into it; `callsheet promote campaign.yaml` lets wave 1 go on.',
  );
  expect(status.out).not.toContain('Next');
  expect(status.out).not.toContain('continue with');
  const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
  const line = 'hello is halted by `haltIf`: look into it; `callsheet promote campaign.yaml` lets wave 1 go on.';
  expect(JSON.parse(stdout)).toMatchObject({ refused: [line] });
  expect((await command(rig, 'promote', 'campaign.yaml', '--comment', 'only Uzbekistan')).code).toBe(0);
  // Why it stopped is still true, and nobody is asked to promote it once more.
  const promoted = await command(rig, 'status', 'campaign.yaml');
  expect(promoted.out).toMatch(because);
  expect(promoted.out).not.toContain('callsheet promote');
  // The second one begins by itself, a second later.
  expect((await start(rig).ended).code).toBe(3);
  expect(rig.requests()).toHaveLength(members.length);
});

test('a wave that a share has halted stays so, whatever the answers in flight are and a person decides since', async () => {
  await using rig = await rigOf(
    'waves: [10, rest], between: { after: 1s, haltIf: { rejected: "50%", atLeast: 2 } }',
    'limits: { concurrency: 4 }',
  );
  await rig.fault({ kind: 'status', status: '-69', times: 1 });
  await rig.fault({ kind: 'delay', ms: 1_000, skip: 2 });
  expect((await start(rig).ended).code).toBe(4);
  const sent = rig.requests().length;
  expect(sent).toBeGreaterThanOrEqual(4);
  await command(rig, 'reconcile', 'campaign.yaml', '--resend', 'hello', '--where', 'job.code=-69');
  expect((await start(rig).ended).code).toBe(4);
  expect((await command(rig, 'run', 'campaign.yaml', '--yes', '--first', '30')).code).toBe(4);
  expect(rig.requests()).toHaveLength(sent);
  expect((await command(rig, 'status', 'campaign.yaml')).out).toContain(
    'hello is halted by `haltIf`: look into it; `callsheet promote campaign.yaml` lets wave 1 go on.',
  );
  await rig.noFaults();
  expect((await command(rig, 'promote', 'campaign.yaml')).code).toBe(0);
  expect((await start(rig).ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a plan says when each wave begins at the earliest, and a sandbox run does not wait for a person', async () => {
  await using rig = await rigOf(
    'waves: [3, "20%", rest], between: { after: 2h, promote: person }',
    'starts: 2026-11-23 09:00',
    // It is killed at each of their boundaries.
    people(10),
  );
  const plan = await command(rig, 'plan', 'campaign.yaml', '--at', '2026-11-23 08:00');
  expect(plan.out).toMatch(
    /waves: 3 from .* 09:00; 2 from .* 11:00 at the earliest, once promoted \(`callsheet promote campaign.yaml`\); 5 from .* 13:00 at the earliest/,
  );
  const trial = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--at', '2026-11-23 08:59']).ended;
  expect(trial.code).toBe(0);
  expect(trial.stderr).toMatch(/wave 3 of 3 begins, up to 10 of 10 people/);
  const rehearsal = await command(rig, 'rehearse', 'campaign.yaml', '--kill-everywhere', '--at', '2026-11-23 08:59');
  expect(rehearsal).toMatchObject({ code: 0 });
});

test('a sandbox run that was stopped between two waves goes on by itself, and status says so', async () => {
  await using rig = await rigOf('waves: [3, rest], between: { after: 1h, promote: person }');
  const trial = rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--real-time', '--yes']);
  await trial.line(/hello waits for the wave before/);
  await command(rig, 'cancel', 'campaign.yaml', '--sandbox');
  await trial.ended;
  const { out } = await command(rig, 'status', 'campaign.yaml', '--sandbox');
  expect(out).toMatch(
    /^Next, once you use `callsheet resume .*`, then `callsheet run .*`: hello, .*; it waits for the wave before\.$/m,
  );
  expect(out).not.toContain('waits for a person');
  const plan = await command(rig, 'plan', 'campaign.yaml', '--sandbox');
  expect(plan.out).toMatch(/^ +waves: \d+ from \w{3} \d+ \w{3} [\d:]{5,8}$/m);
});
