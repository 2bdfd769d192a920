import { describe, expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const head = 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00';

describe('callsheet inbox', () => {
  test('shows what a sandbox run sent, at the sandbox’s time, until it is stopped', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(whatsappStep, head);
    const run = await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended;
    expect(run.stdout.split('\n').slice(-3)).toEqual([
      'Done. Nothing is left to do.',
      'See what everybody received: `callsheet inbox campaign.yaml`',
      '',
    ]);
    const inbox = rig.callsheet(['inbox', 'campaign.yaml']);
    const [, url = ''] = await inbox.line(/^listening on (http:\S+)$/);
    expect(await (await fetch(url)).text()).toContain('<title>Callsheet sandbox</title>');
    const received = (await (await fetch(`${url}/_sandbox/messages`)).json()) as { messages: readonly unknown[] };
    expect(received.messages).toMatchObject([{ recipient: people(1)[0], content: { body: 'Hello Ada0' } }]);
    const clock = (await (await fetch(`${url}/_sandbox/clock`)).json()) as { now: string };
    expect(clock.now).toMatch(/^2026-11-23T08:00:/);
    const meanwhile = await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended;
    expect({ ...meanwhile, signal: undefined }).toEqual({
      code: 2,
      signal: undefined,
      stdout: '',
      stderr: `The sandbox cannot start: ${rig.folder}/.callsheet/trial.sandbox-ledger.db is in use by another sandbox; end that run, \`callsheet inbox\`, \`callsheet open\` or \`callsheet serve\` first. Nothing was sent.\n`,
    });
    inbox.kill('SIGINT');
    const { code, stdout, stderr } = await inbox.ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `listening on ${url}\n`,
      stderr: 'Open this address in a browser. Press Ctrl-C to stop.\n',
    });
  });

  test('without a sandbox run it says how to make one', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const { code, stdout, stderr } = await rig.callsheet(['inbox', 'campaign.yaml', '--run', 'x']).ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'campaign.yaml has no sandbox run yet, so nobody has received anything: `callsheet run campaign.yaml --sandbox --run x`\n',
    });
    const absent = await rig.callsheet(['inbox', 'nope.yaml']).ended;
    expect(absent.stderr).toBe('There is no file nope.yaml, or it does not name a campaign.\n');
  });
});

test('a sandbox run that waits prints the address of its inbox', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(`${whatsappStep}\nlater: { uses: sms.balance, needs: hello, delay: 8h }`);
  const run = rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--real-time']);
  const [, url = ''] = await run.line(/^See what everybody receives, while it runs: (http:\S+)$/);
  await run.line(/later waits/);
  expect(await (await fetch(url)).text()).toContain('<title>Callsheet sandbox</title>');
  const received = (await (await fetch(`${url}/_sandbox/messages`)).json()) as { messages: readonly unknown[] };
  expect(received.messages).toMatchObject([{ recipient: people(1)[0], content: { body: 'Hello Ada0' } }]);
  run.kill('SIGINT');
  expect((await run.ended).code).toBe(4);
});

test('a sandbox run has the prices of the campaign, as a rehearsal has, and money for a list of millions', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(60));
  await rig.campaign(otpStep, `${head}\ncosts: { otp.send: 20 }`);
  const rehearsed = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
  expect(rehearsed.stdout).toContain('60 accepted, cost at the sandbox’s prices 1,200.00');
  expect((await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended).code).toBe(0);
  const inbox = rig.callsheet(['inbox', 'campaign.yaml']);
  const [, url = ''] = await inbox.line(/^listening on (http:\S+)$/);
  const ledger = (await (await fetch(`${url}/_sandbox/ledger`)).json()) as { money: Record<string, string> };
  expect(ledger.money).toMatchObject({ balance: '399998850', gift: '0' });
  inbox.kill('SIGINT');
  expect((await inbox.ended).code).toBe(0);
});

describe('callsheet run --sandbox --fresh', () => {
  test('sends everything again to a sandbox that knows of nothing, and leaves the real run alone', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const real = (await rig.artefacts())['.callsheet/ledger.db'];
    const trial = async (...more: readonly string[]) => {
      const { code, stdout } = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', ...more]).ended;
      return { code, sums: stdout.split('\n')[1] };
    };
    const once = { code: 0, sums: '  code           2         ·        ·        ·         ·        ·' };
    expect(await trial('--fresh')).toEqual(once);
    await rig.members(people(1));
    expect(await trial('--fresh')).toEqual({ code: 0, sums: once.sums.replace('2', '1') });
    expect((await rig.artefacts())['.callsheet/ledger.db']).toBe(real);
    expect(rig.requests('otp.send')).toHaveLength(2);
  });

  test('refuses a real run and a trial that somebody has open, and discards all runs of the trial', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(otpStep);
    const fresh = async (...more: readonly string[]) => {
      const { code, stdout, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--fresh', ...more]).ended;
      return { code, stdout, stderr };
    };
    expect(await fresh('--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: --fresh needs --sandbox: a real run is never discarded\n(callsheet run --help shows an example)\n',
    });
    expect((await fresh('--sandbox')).code).toBe(0);
    const inbox = rig.callsheet(['inbox', 'campaign.yaml']);
    await inbox.line(/^listening on /);
    expect(await fresh('--sandbox')).toEqual({
      code: 2,
      stdout: '',
      stderr: `Nothing was discarded or sent: ${rig.folder}/.callsheet/trial.sandbox-ledger.db is in use by another sandbox; end that run, \`callsheet inbox\`, \`callsheet open\` or \`callsheet serve\` first.\n`,
    });
    inbox.kill('SIGTERM');
    await inbox.ended;
    await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--run', 'second']).ended;
    expect((await fresh('--sandbox')).code).toBe(0);
    const second = await rig.callsheet(['status', 'campaign.yaml', '--sandbox', '--run', 'second']).ended;
    expect(second.stderr).toContain('another run of it exists');
  });

  test('refuses while another process carries the trial out', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(`${otpStep}\nlater: { uses: sms.balance, needs: code, delay: 8h }`);
    const running = rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--real-time']);
    await running.line(/later waits/);
    const { code, stdout, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--fresh']).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^campaign\.yaml is already being run by process \d+ on .+ Nothing was sent\.\n$/);
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(4);
  });
});
