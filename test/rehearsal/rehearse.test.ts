import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { campaignText, membersText, otpStep, people } from '../rig/campaign-rig.ts';
import type { Ended } from '../rig/child.ts';
import { startCommand } from '../rig/command.ts';
import { sampleOf } from '../rig/sample-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-rehearse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const repository = new URL('../..', import.meta.url).pathname;

function rehearse(...args: readonly string[]): Promise<Ended> {
  return startCommand(['rehearse', ...args], { cwd: repository }).ended;
}

function lastOf({ stdout }: Ended): unknown {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

const begins = ['--at', '2026-11-23 09:00'];

describe('the worked campaigns', () => {
  test.each<readonly [string, Record<string, number>]>([
    ['operations', { accepted: 5, skipped: 0 }],
    ['otp-verification', { accepted: 140, skipped: 80 }],
    ['spring-renewal', { accepted: 236, skipped: 179 }],
    ['whatsapp-showcase', { accepted: 700, skipped: 0 }],
  ])('%s comes in calm to what a run comes to, and writes nothing', async (name, sums) => {
    const before = readdirSync(`${repository}/campaigns`);
    const ended = await rehearse(`campaigns/${name}.yaml`, '--format', 'json', ...begins);
    expect(ended.stderr).toBe('');
    expect(ended.code).toBe(0);
    expect(lastOf(ended)).toMatchObject({
      event: 'finished',
      exitCode: 0,
      summary: { rejected: 0, expired: 0, inDoubt: 0, pending: 0, ...sums },
    });
    expect(readdirSync(`${repository}/campaigns`)).toEqual(before);
  });

  test('ends in a report: who gets what and when, refusals, cost, the worst case, the ledger, and the audit', async () => {
    const { stdout, code } = await rehearse('campaigns/operations.yaml', '--kill-everywhere', ...begins);
    expect(stdout).toBe(operationsReport);
    expect(code).toBe(0);
  });
});

describe('a scenario', () => {
  test.each(sampleOf(['calm', 'flaky', 'storm', 'poor'], 2))(
    'goes the same way with the same seed: %s',
    async (scenario) => {
      const args = ['campaigns/otp-verification.yaml', '--scenario', scenario, '--seed', '7', ...begins];
      const [first, second] = await Promise.all([rehearse(...args), rehearse(...args)]);
      expect(second).toEqual(first);
      expect(first.stdout).toContain('State and ledger, compared by recipient: no duplicates, nobody missing.');
      expect(first.stdout).not.toContain('violation');
    },
  );

  test('goes another way with another seed', async () => {
    const args = ['campaigns/otp-verification.yaml', '--scenario', 'storm', ...begins, '--seed'];
    const [first, second] = await Promise.all([rehearse(...args, '1'), rehearse(...args, '2')]);
    expect(second.stdout.replace('seed 2', 'seed 1')).not.toBe(first.stdout);
  });

  test('poor runs out of money half-way, and the run halts there', async () => {
    const ended = await rehearse(
      'campaigns/otp-verification.yaml',
      '--scenario',
      'poor',
      '--format',
      'json',
      ...begins,
    );
    expect(ended.code).toBe(4);
    expect(lastOf(ended)).toMatchObject({
      event: 'finished',
      exitCode: 4,
      reason: 'the service answered -10: customer balance insufficient; top up the account',
      summary: { accepted: 40, rejected: 0, pending: 180 },
    });
  });

  test('poor lets a campaign pass that asks for its balance first, and empties the account later', async () => {
    const ended = await rehearse('campaigns/spring-renewal.yaml', '--scenario', 'poor', '--format', 'json', ...begins);
    expect(ended.code).toBe(4);
    expect(lastOf(ended)).toMatchObject({
      reason: 'the service answered -10: customer balance insufficient; top up the account',
      summary: { accepted: 165, rejected: 0, pending: 71 },
    });
  });

  test('that was to have faults, and had none among a few requests, says so', async () => {
    const saidOf = async (...args: readonly string[]) => {
      const { stdout } = await rehearse('campaigns/operations.yaml', '--scenario', ...args, ...begins);
      return [/^Injected faults:$/m.test(stdout), /^No faults happened: among so few requests,/m.test(stdout)];
    };
    expect(await saidOf('flaky')).toEqual([false, true]);
    expect(await saidOf('calm')).toEqual([false, false]);
  });

  test('flaky leaves doubts, each named, and the exit code 3', async () => {
    const ended = await rehearse('campaigns/spring-renewal.yaml', '--scenario', 'flaky', '--format', 'json', ...begins);
    expect(ended.code).toBe(3);
    const events = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const rehearsed = events.find(({ event }) => event === 'rehearsed') as {
      readonly inDoubt: { readonly arrived: readonly string[]; readonly notArrived: readonly string[] };
    };
    const { arrived, notArrived } = rehearsed.inDoubt;
    expect(rehearsed).toMatchObject({ doubled: [], lost: [], unbooked: [], audit: { findings: [] } });
    expect(events.at(-1)).toMatchObject({ summary: { inDoubt: arrived.length + notArrived.length } });
    expect(arrived.length).toBeGreaterThan(0);
    expect(notArrived.length).toBeGreaterThan(0);
  });
});

describe('a campaign of one’s own', () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const campaign = [
    'campaign: own',
    'timezone: Asia/Tokyo',
    'starts: 2026-11-23 10:00',
    'account: { appId: my-app, businessPhone: "81312345678" }',
    'audiences:',
    '  all: { file: own.csv, key: phone }',
    'steps:',
    '  hello:',
    '    uses: whatsapp.send',
    '    forEach: all',
    '    with: { type: text, text: { body: "Hello {{ recipient.name }}" } }',
    '  code:',
    '    uses: otp.send',
    '    forEach: all',
    '    needs: hello',
    '    with: { templateId: 4711 }',
    '',
  ].join('\n');
  const worldText = [
    'sessions: { default: closed }',
    'apps: [{ appId: my-app }]',
    'businessNumbers: [{ number: "81312345678" }]',
    'prices: [{ prefix: "81", whatsapp: "0.01", otp: "0.02" }]',
    '',
  ].join('\n');
  write('own.csv', 'phone,name\n819012340001,Aki\n819012340002,Yui\n819012340003,Ren\n');

  test('needs no world: its apps, numbers and templates are known', async () => {
    const { stdout, code } = await rehearse(write('own.yaml', campaign), '--format', 'json', '--kill-everywhere');
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.at(-2)).toMatchObject({
      event: 'rehearsed',
      refused: [],
      kills: { kills: 24, boundaries: 24, twice: 4, doubled: [], lost: [], unbooked: [], broken: [], inDoubtAtMost: 2 },
    });
    expect(events.at(-1)).toMatchObject({ event: 'finished', summary: { accepted: 6 } });
  });

  test('that costs nothing says why its account did not run out, and nothing of another seed', async () => {
    const free = write('free.yaml', 'campaign: free\ntimezone: Asia/Tokyo\nsteps: { funds: { uses: sms.balance } }\n');
    const { stdout } = await rehearse(free, '--scenario', 'poor');
    expect(stdout).toContain('\nThe account did not run out: no request cost anything.\n');
    expect(stdout).not.toContain('--seed');
  });

  test('is refused what its world refuses, with code and reason', async () => {
    const world = write('world.yaml', worldText);
    const { stdout, code } = await rehearse(write('own.yaml', campaign), '--world', world);
    expect(code).toBe(3);
    expect(stdout).toContain(
      '\nRejected, whether retried or not:\n        3  whatsapp.send -131 the recipient has not written to the business number in the last 24 hours\n',
    );
  });

  test('has its own time, whatever the clock of its world says', async () => {
    const file = write('own.yaml', campaign);
    const world = worldText.replace('closed', 'open');
    const { stdout } = await rehearse(file, '--world', write('open.yaml', world));
    expect(stdout).toContain('nothing before its start or after its end             ok\n');
    const late = write('late.yaml', `${world}clock: { start: "2031-11-23T03:00:00Z", speed: 60 }\n`);
    expect((await rehearse(file, '--world', late)).stdout).toBe(stdout);
  });

  test('is a page, too, whose title is text', async () => {
    const file = write('titled.yaml', `title: <i>Spring</i>\n${campaign}`);
    const { stdout, code } = await rehearse(file, '--world', write('world.yaml', worldText), '--format', 'html');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain('<h1><bdi>&lt;i&gt;Spring&lt;/i&gt;</bdi>: rehearsal</h1>');
    expect(stdout).toContain('State and ledger, compared by recipient: no duplicates, nobody missing.');
    expect(stdout).toContain('>nobody contacted twice</th><td role="cell" class="line" data-column="">ok</td>');
    expect(stdout).toContain(
      '>3</td><td role="cell" class="words" data-column="">whatsapp.send -131 the recipient has not written',
    );
  });

  test('that has findings is not rehearsed', async () => {
    const { stdout, code } = await rehearse(write('bad.yaml', campaign.replace('hello:', 'hello: {}\n  hullo:')));
    expect(code).toBe(1);
    expect(stdout).toContain('bad.yaml');
  });

  test('cannot be rehearsed without its file, from no time at all, or with a world that is not there', async () => {
    const own = write('own.yaml', campaign);
    const [absent, never, noWorld] = await Promise.all([
      rehearse(join(folder, 'none.yaml')),
      rehearse(own, '--at', 'soon'),
      rehearse(own, '--world', join(folder, 'no-world.yaml')),
    ]);
    expect([absent.code, never.code, noWorld.code]).toEqual([2, 2, 2]);
    expect(never.stderr).toBe(
      '--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not "soon"\n',
    );
    expect(noWorld.stderr).toBe(`There is no file ${join(folder, 'no-world.yaml')}\n`);
  });
});

const operationsReport = `Hand the morning's calls to the agents: rehearsal  scenario calm, seed 1
Mon 23 Nov 09:00:00 to Mon 23 Nov 09:10:00 (Africa/Lagos), in virtual time · nothing was sent to the real service

5 requests, 5 accepted, cost at the sandbox’s prices 0.00

              accepted  rejected  skipped  expired  in doubt  pending
  idleAgents         1         ·        ·        ·         ·        ·
  bindings           1         ·        ·        ·         ·        ·
  pauseRobot         1         ·        ·        ·         ·        ·
  callAgain          1         ·        ·        ·         ·        ·
  funds              1         ·        ·        ·         ·        ·
  total              5         ·        ·        ·         ·        ·

In the sandbox’s ledger:
              reached  first                last
  pauseRobot        1  Mon 23 Nov 09:00:00  Mon 23 Nov 09:00:00
  callAgain         1  Mon 23 Nov 09:10:00  Mon 23 Nov 09:10:00

No requests were rejected.

What is recorded, and what arrived:
  State and ledger, compared by recipient: no duplicates, nobody missing.
  Killed and resumed at each of 20 boundaries (one rehearsal per boundary; 4 killed a second time soon after): no duplicates, nobody missing; no jobs in doubt.
  One crash leaves no jobs in doubt: every request can be retried without reaching anyone twice (2 if resumed too late to retry, 5 if in-flight jobs are edited or removed first).

Audit of 5 starts, from the sandbox’s request log:
  nobody outside the allowed hours, by their own clock  ok
  nothing before its start or after its end             ok
  nothing outside a WhatsApp session                    nothing to check
  no rate limit exceeded                                nothing to check
  nobody too soon after another message                 nothing to check
  no step before the steps it needs                     ok
  nobody contacted twice                                nothing to check
  nobody outside the audience                           nothing to check

Rehearsal finished.
`;

describe('Ctrl-C in a rehearsal', () => {
  const stopping = 'stopping the rehearsal.';
  // Asked every second for a year: nobody would wait for its end.
  const endless = join(folder, 'endless.yaml');
  writeFileSync(
    endless,
    `campaign: endless
timezone: Africa/Lagos
account: { appId: sandbox-app }
steps:
  agents: { uses: agents.list, every: 1s, purpose: transactional, window: always, expect: { total: { atLeast: 1000 } } }
`,
  );

  test('ends it in order with 4, and the report says so', async () => {
    const child = startCommand(['rehearse', endless, ...begins], { cwd: repository });
    await child.line(/agents/);
    child.kill('SIGINT');
    const { code, signal, stdout, stderr } = await child.ended;
    expect({ code, signal }).toEqual({ code: 4, signal: null });
    expect(stderr).toContain(`SIGINT: ${stopping} Press Ctrl-C again to quit now.\n`);
    expect(stdout).toContain('Rehearsal stopped by SIGINT: the rest was not rehearsed.\n');
  });

  test('is the reason of the last event', async () => {
    const args = ['rehearse', endless, '--format', 'json', ...begins];
    const child = startCommand(args, { cwd: repository });
    await child.line(/"event":"started"/);
    child.kill('SIGTERM');
    const ended = await child.ended;
    expect(ended).toMatchObject({ code: 4, stderr: `SIGTERM: ${stopping} Send it again to quit now.\n` });
    expect(lastOf(ended)).toMatchObject({ event: 'finished', exitCode: 4, reason: 'SIGTERM' });
  });

  test('among the deaths keeps what they came to so far', async () => {
    writeFileSync(join(folder, 'members.csv'), membersText(people(20)));
    writeFileSync(
      join(folder, 'small.yaml'),
      campaignText(otpStep, 'timezone: Africa/Lagos\nlimits: { concurrency: 2 }'),
    );
    const child = startCommand(['rehearse', 'small.yaml', '--kill-everywhere', ...begins], { cwd: folder });
    await child.line(/^killed at \d+ of \d+ boundaries$/);
    child.kill('SIGINT');
    const { code, stdout } = await child.ended;
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /^ {2}Killed and resumed at \d+ of [\d,]+ boundaries, until it was stopped .* no duplicates, nobody missing;/m,
    );
    expect(stdout).toContain('Rehearsal finished, but SIGINT stopped it before it was killed at every boundary.\n');
  });
});
