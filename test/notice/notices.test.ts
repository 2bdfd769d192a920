import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createNotices, type NoticeFailure, noticeBody } from '../../src/notice/notices.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import { campaignOf } from '../rig/campaign.ts';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { receiver, secretPath } from '../rig/notice-receiver.ts';

const members = people(3);
const toWebhook = 'on: { halted: { webhook: true }, inDoubt: { webhook: true }, finished: { webhook: true } }';

async function rigOf(head: string) {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep, head);
  return rig;
}

const runs = ['run', 'campaign.yaml', '--yes'];
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const all = { accepted: 3, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
const finished = {
  event: 'finished',
  at,
  campaign: 'trial',
  run: '1',
  exitCode: 0,
  counts: all,
  text: 'trial, run 1: done. 3 accepted',
};

describe('a webhook', () => {
  test('that hangs, then fails, then works receives the notice of the end at the third attempt', async () => {
    await using hook = await receiver(['hang', 500, 204]);
    await using rig = await rigOf(toWebhook);
    await rig.write('cert.pem', hook.cert);
    const env = { CALLSHEET_NOTICE_URL: hook.url, NODE_EXTRA_CA_CERTS: join(rig.folder, 'cert.pem') };
    const ended = await rig.process(runs, env).ended;
    expect(ended.code).toBe(0);
    expect(hook.bodies).toEqual([finished, finished, finished]);
    expect(ended.stderr).not.toContain('not delivered');
  });

  test('that fails leaves the exit code, and is a line on stderr and in the log, without its address', async () => {
    await using hook = await receiver([503], false);
    await using rig = await rigOf(toWebhook);
    await rig.write('.env', `CALLSHEET_NOTICE_URL=${hook.url}\n`);
    const ended = await rig.run('--env-file', '.env');
    expect(ended.code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect(hook.bodies).toHaveLength(3);
    expect(ended.stderr.split('\n').filter((line) => line.includes('notice'))).toEqual([
      'The notice `finished` was not delivered: the server answered 503.',
    ]);
    const log = (await readFile(join(rig.folder, '.callsheet/trial.log'), 'utf8')).trim().split('\n');
    expect(JSON.parse(log.at(-1)!)).toEqual({
      level: 'info',
      event: 'noticeFailed',
      at,
      notice: 'finished',
      reason: 'the server answered 503',
    });
    const { '.env': _, ...written } = await rig.artefacts();
    expect(`${JSON.stringify(written)}${ended.stdout}${ended.stderr}`).not.toMatch(/T0SECRET|s3cr3t/);
  });

  test('hears that a wave is over and waits for a person', async () => {
    await using hook = await receiver([200], false);
    await using rig = await createCampaignRig();
    await rig.members(members);
    const waves = whatsappStep.replace('forEach: members', 'forEach: { audience: members, waves: [1, rest] }');
    await rig.campaign(waves, 'on: { waiting: { webhook: true } }');
    const run = rig.callsheet(runs, { CALLSHEET_NOTICE_URL: hook.url });
    await run.line(/wave 1 of 2 is over/);
    await rig.callsheet(['promote', 'campaign.yaml']).ended;
    expect((await run.ended).code).toBe(0);
    expect(hook.bodies).toEqual([
      {
        event: 'waiting',
        at,
        campaign: 'trial',
        run: '1',
        reason: 'wave 1 of 2 of `hello` is over',
        counts: { accepted: 1, rejected: 0, inDoubt: 0 },
        text: 'trial, run 1: wave 1 of 2 of `hello` is over. 1 accepted. Let the next one begin with `callsheet promote`.',
      },
    ]);
  });

  test('hears after a crash of doubts whose notice the killed process did not send any more', async () => {
    await using hook = await receiver([200], false);
    await using rig = await rigOf(`${toWebhook}\nlimits: { concurrency: 1, doubts: 50 }`);
    const env = { CALLSHEET_NOTICE_URL: hook.url };
    await rig.fault({ kind: 'reset-after', times: 2 });
    await rig.fault({ kind: 'hang' });
    const killed = rig.process(runs, env);
    await expect.poll(() => [rig.requests().length, hook.bodies.length], { timeout: 30_000 }).toEqual([3, 1]);
    killed.kill('SIGKILL');
    await killed.ended;
    expect(hook.bodies).toMatchObject([{ event: 'inDoubt', counts: { inDoubt: 1 } }]);
    await rig.noFaults();
    expect((await rig.callsheet(runs, env).ended).code).toBe(3);
    const [, ...after] = hook.bodies;
    const counts = after.map(({ event, counts }) => [event, (counts as { inDoubt: number }).inDoubt]);
    expect(counts.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['finished', 3],
      ['inDoubt', 1],
      ['inDoubt', 2],
    ]);
  });

  test('hears that a run halted, and no secrets or numbers', async () => {
    await using hook = await receiver([200], false);
    await using rig = await rigOf(`${toWebhook}\nlimits: { concurrency: 1 }`);
    await rig.fault({ kind: 'status', status: '-68', skip: 1 });
    const ended = await rig.callsheet(runs, { CALLSHEET_NOTICE_URL: hook.url }).ended;
    expect(ended.code).toBe(4);
    const counts = { ...all, accepted: 1, pending: 2 };
    expect(hook.bodies).toMatchObject([
      { event: 'halted', exitCode: 4, counts, reason: expect.stringContaining('-68') },
    ]);
    const text = JSON.stringify(hook.bodies);
    for (const secret of [...members, 'sandbox-key', 'sandbox-secret', 's3cr3t']) expect(text).not.toContain(secret);
  });

  test('without an address is refused before anything is sent, and so is one without TLS', async () => {
    await using rig = await rigOf(toWebhook);
    const missing = await rig.run();
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'CALLSHEET_NOTICE_URL is not set: `on.halted` sends to that https address. Nothing was sent.\n',
    ]);
    const plain = await rig.callsheet(runs, { CALLSHEET_NOTICE_URL: `http://example.com${secretPath}` }).ended;
    expect([plain.code, plain.stderr]).toEqual([
      2,
      'CALLSHEET_NOTICE_URL is not an https address without a password: `on.halted` needs one. Nothing was sent.\n',
    ]);
    expect(rig.requests()).toEqual([]);
  });

  test('receives nothing from a sandbox run, which needs no address', async () => {
    await using hook = await receiver([200], false);
    await using rig = await rigOf(toWebhook);
    expect((await rig.run('--sandbox')).code).toBe(0);
    expect((await rig.callsheet([...runs, '--sandbox'], { CALLSHEET_NOTICE_URL: hook.url }).ended).code).toBe(0);
    expect(hook.bodies).toEqual([]);
  });
});

describe('a program', () => {
  const toProgram = 'on: { finished: { command: [./notify.sh, "$HOME"] } }';
  const script = '#!/bin/sh\ncat > notice.json\nprintf "%s\\n" "$1" > argument.txt\nenv > env.txt\n';

  test('reads the notice on stdin, without a shell and without settings', async () => {
    await using rig = await rigOf(toProgram);
    await rig.write('notify.sh', script);
    await chmod(join(rig.folder, 'notify.sh'), 0o755);
    expect((await rig.run('--allow-commands')).code).toBe(0);
    const { 'notice.json': notice, 'argument.txt': argument, 'env.txt': env } = await rig.artefacts();
    expect(JSON.parse(notice!)).toEqual(finished);
    expect(argument).toBe('$HOME\n');
    expect(env).toContain('PATH=');
    expect(env).not.toContain('CALLSHEET_');
  });

  test('is started only with --allow-commands; without it nothing is sent', async () => {
    await using rig = await rigOf(toProgram);
    const ended = await rig.run();
    expect([ended.code, ended.stderr]).toEqual([
      2,
      '`on.finished` starts a program, `./notify.sh`: look at it, and pass --allow-commands. Nothing was sent.\n',
    ]);
    expect(rig.requests()).toEqual([]);
  });

  test('that does not exist leaves the exit code of the run', async () => {
    await using rig = await rigOf(toProgram);
    const ended = await rig.run('--allow-commands');
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(
      'The notice `finished` was not delivered: `./notify.sh` cannot be started: ENOENT.\n',
    );
  });
});

test('a number in the reason of the service is masked, in `reason` and in `text`', () => {
  const body = noticeBody({
    event: 'halted',
    at: Date.parse('2026-11-23T08:00:00Z'),
    campaign: 'spring',
    run: '2026-11-23',
    timezone: 'Africa/Lagos',
    counts: { accepted: 1200, inDoubt: 2 },
    exitCode: 4,
    reason: 'no credit for +234 803 000 0001',
  });
  const reason = 'no credit for +234…0001';
  expect(JSON.parse(body)).toEqual({
    event: 'halted',
    at: '2026-11-23T09:00:00+01:00',
    campaign: 'spring',
    run: '2026-11-23',
    exitCode: 4,
    reason,
    counts: { accepted: 1200, inDoubt: 2 },
    text: `spring, run 2026-11-23: halted: ${reason}. 1,200 accepted, 2 in doubt`,
  });
});

test.each([
  [{ accepted: 3 }, 0, undefined, 'done. 3 accepted'],
  // Nothing is left to do.
  [{ accepted: 2, rejected: 1 }, 3, undefined, 'finished. 2 accepted, 1 rejected'],
  [
    { accepted: 1, rejected: 1, pending: 1 },
    3,
    'SIGINT',
    'ended with work left: SIGINT. 1 accepted, 1 rejected, 1 pending',
  ],
  [{ accepted: 1, pending: 2 }, 4, 'SIGINT', 'ended with work left: SIGINT. 1 accepted, 2 pending'],
  // Of a part of the people.
  [{ accepted: 1, pending: 2 }, 0, undefined, 'ended with work left. 1 accepted, 2 pending'],
])('the end of a run in words: %o with %i', (counts, exitCode, reason, text) => {
  const about = { at: 0, campaign: 'spring', run: '1', timezone: 'UTC' };
  const body = noticeBody({ ...about, event: 'finished', counts, exitCode, reason });
  expect(JSON.parse(body)).toMatchObject({ text: `spring, run 1: ${text}` });
});

describe('the bounds', () => {
  const limits = { attempts: 3, attemptMs: 60_000, backoffMs: 1, afterEndMs: 50, doubtsEveryMs: 60_000 };
  const doubt = { event: 'job', at: 0, job: { step: 'hello' }, state: 'inDoubt', attempts: 1 } as const;
  const result = { ended: 'finished', kept: [], summary: all, steps: [], exitCode: 0 } as const;

  const noticesTo = (address: string, failures: NoticeFailure[], more = limits) =>
    createNotices({
      loaded: {
        campaign: campaignOf({ notices: { inDoubt: { kind: 'webhook' }, finished: { kind: 'webhook' } } }),
        directory: '/',
      },
      run: '1',
      clock: createRealClock(),
      env: {},
      address: new URL(address),
      onFailure: (failure) => failures.push(failure),
      limits: more,
    });

  test('a webhook that hangs is given up when the time after the end is over', async () => {
    await using hook = await receiver(['hang'], false);
    const failures: NoticeFailure[] = [];
    await noticesTo(hook.url, failures).end(result);
    expect(failures).toEqual([{ at: expect.any(Number), notice: 'finished', reason: 'it took too long' }]);
  });

  test('an attempt that hangs is given up when its time is over, and the next one follows', async () => {
    await using hook = await receiver(['hang', 'hang', 200], false);
    const failures: NoticeFailure[] = [];
    await noticesTo(hook.url, failures, { ...limits, attemptMs: 300, afterEndMs: 60_000 }).end(result);
    expect(hook.bodies).toHaveLength(3);
    expect(failures).toEqual([]);
  });

  test('a person who does not want to wait ends the wait', async () => {
    await using hook = await receiver(['hang'], false);
    const failures: NoticeFailure[] = [];
    const notices = noticesTo(hook.url, failures, { ...limits, afterEndMs: 600_000 });
    const end = notices.end(result);
    notices.abandon();
    await end;
    const reason = 'the process was stopped before there was an answer';
    expect(failures).toEqual([{ at: expect.any(Number), notice: 'finished', reason }]);
  });

  test('the end of a process that hands the run over is not called the end of the run', async () => {
    await using hook = await receiver([200], false);
    const reason = { kind: 'handOver', signal: 'SIGTERM' } as const;
    const summary = { ...all, pending: 2 };
    const more = { ...limits, afterEndMs: 60_000 };
    await noticesTo(hook.url, [], more).end({ ...result, ended: 'stopped', reason, summary, exitCode: 4 });
    expect(hook.bodies.map(({ text }) => text)).toEqual([
      expect.stringContaining('SIGTERM; another process may continue it. '),
    ]);
  });

  test('doubts that come within a minute are one notice, with their number', async () => {
    await using hook = await receiver([200], false);
    const failures: NoticeFailure[] = [];
    const notices = noticesTo(hook.url, failures, { ...limits, afterEndMs: 60_000 });
    for (let count = 0; count < 5; count++) notices.onEvent(doubt);
    await notices.end(result);
    const sent = hook.bodies.map(({ event, counts }) => [event, counts]);
    expect(sent.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      ['finished', all],
      ['inDoubt', { inDoubt: 1 }],
      ['inDoubt', { inDoubt: 4 }],
    ]);
    expect(failures).toEqual([]);
  });
});
