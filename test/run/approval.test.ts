import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';

const members = people(3);
const window = 'window: { open: "09:00", close: "19:00" }';

async function plannedRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep);
  expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended).code).toBe(0);
  return rig;
}

const approve = (rig: CampaignRig, ...more: readonly string[]) =>
  rig.callsheet(['approve', 'campaign.yaml', ...more], { USER: 'ada' }).ended;

const runApproved = (rig: CampaignRig, ...more: readonly string[]) =>
  rig.callsheet(['run', 'campaign.yaml', '--require-approval', ...more]).ended;

/** Without what differs from run to run. */
function plain(text: string): string {
  return text
    .replace(/http:[^ ]*\d/g, 'URL')
    .replace(/\b[0-9a-f]{12}\b/g, 'HASH')
    .replace(/on \w{3} \d+ \w{3} \d{4}, \d\d:\d\d/g, 'on DATE');
}

describe('a run that needs an approval', () => {
  test('is named with --late where its start has passed, as it is refused without', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'starts: 2026-01-05 09:00');
    const { stderr } = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended;
    expect(stderr).toContain('`callsheet run campaign.yaml --plan plan.json --late`');
    const { stdout } = await approve(rig, '--plan', 'plan.json');
    expect(stdout).toContain('Start it with `callsheet run campaign.yaml --require-approval --late`.');
  });

  test('starts nothing until somebody has approved the plan, and then needs no other confirmation', async () => {
    await using rig = await plannedRig();
    expect(await runApproved(rig)).toMatchObject({
      code: 2,
      stderr:
        'No approved plan is kept here. Save a plan with `callsheet plan campaign.yaml --out plan.json` and approve it with `callsheet approve campaign.yaml --plan plan.json`; if it was approved on another machine, pass it with --plan. Nothing was sent.\n',
    });
    expect((await runApproved(rig, '--plan', 'none.json')).stderr).toBe(
      'There is no file none.json. Nothing was sent.\n',
    );
    const unapproved = await runApproved(rig, '--plan', 'plan.json');
    expect([unapproved.code, plain(unapproved.stderr)]).toEqual([
      2,
      'plan.json has the plan HASH, and nobody has approved it for run 1. Approve it with `callsheet approve campaign.yaml --plan plan.json`. Nothing was sent.\n',
    ]);
    const approved = await approve(rig, '--plan', 'plan.json', '--comment', 'all texts\nread');
    expect([approved.code, plain(approved.stdout), approved.stderr]).toEqual([
      0,
      'Plan HASH was approved by ada on DATE: all texts\\nread\nRun 1 of trial sends 3 requests to URL. Start it with `callsheet run campaign.yaml --require-approval`.\n',
      '',
    ]);
    expect(rig.requests()).toEqual([]);
    expect((await runApproved(rig)).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('goes on under its approval once a wave is promoted', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    const waves = 'forEach: { audience: members, waves: [1, rest], between: { promote: person } }';
    await rig.campaign(whatsappStep.replace('forEach: members', waves));
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended;
    await approve(rig, '--plan', 'plan.json');
    const run = rig.callsheet(['run', 'campaign.yaml', '--require-approval']);
    await run.line(/wave 1 of 2 is over/);
    run.kill('SIGINT');
    await run.ended;
    const { stdout } = await rig.callsheet(['promote', 'campaign.yaml']).ended;
    expect(stdout).toContain('start it with `callsheet run campaign.yaml --require-approval`.');
  });

  test('goes on under its approval, as status says, before and after it stopped', async () => {
    await using rig = await plannedRig();
    await approve(rig, '--plan', 'plan.json');
    const status = async () => (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
    const command = '`callsheet run campaign.yaml --require-approval`';
    expect(await status()).toContain(`once you use ${command}`);
    await rig.fault({ kind: 'status', status: '-1', times: 1 });
    expect((await rig.run('--plan', 'plan.json')).code).toBe(4);
    await rig.noFaults();
    const stopped = await status();
    expect(stopped).toMatch(/^trial, run 1: stopped with work left; continue with (`[^`]+`)\n/);
    expect(stopped.match(/`callsheet run[^`]*`/g)).toEqual([command, command]);
    expect((await runApproved(rig)).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('sends to some of its people first, and does not say of the others that they cannot start', async () => {
    await using rig = await plannedRig();
    expect((await approve(rig, '--plan', 'plan.json')).code).toBe(0);
    const first = await runApproved(rig, '--first', '1');
    expect(first.code).toBe(0);
    expect(first.stderr).not.toContain('cannot start');
    expect(sumsOf(first)).toEqual({ hello: '1 · · · · 2' });
    // The same where the plan is named.
    const second = await rig.callsheet(['run', 'campaign.yaml', '--plan', 'plan.json', '--only', members[1]!]).ended;
    expect({ code: second.code, sums: sumsOf(second)['hello'] }).toEqual({ code: 0, sums: '2 · · · · 1' });
    expect((await approve(rig, '--plan', 'plan.json')).stdout).toContain('Run 1 of trial sends 1 request to ');
    expect((await runApproved(rig)).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect((await approve(rig, '--plan', 'plan.json')).stdout).toContain(
      'Run 1 of trial has started all 3 requests of this plan: nothing is left to start.',
    );
  });

  test('refuses a plan that was made again, or whose file was edited since, and says which', async () => {
    await using rig = await plannedRig();
    await approve(rig, '--plan', 'plan.json', '--by', 'Ben');
    const text = await readFile(join(rig.folder, 'plan.json'), 'utf8');
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'other.json', '--at', '2031-01-01 12:00']).ended;
    const other = await runApproved(rig, '--plan', 'other.json');
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('nobody has approved it for run 1') });
    // The same hash over other jobs, with a checksum that fits.
    const { createPlanChecksum } = await import('../../src/plan/saved/saved-plan.ts');
    const { checksum: _, jobs, ...head } = JSON.parse(text) as { checksum: string; jobs: readonly object[] };
    const checksum = createPlanChecksum(head);
    for (const job of jobs.slice(1)) checksum.add(job);
    await rig.write('edited.json', JSON.stringify({ ...head, jobs: jobs.slice(1), checksum: checksum.hex() }));
    expect(await runApproved(rig, '--plan', 'edited.json')).toMatchObject({
      code: 2,
      stderr:
        'edited.json was edited after Ben approved its plan. Approve it with `callsheet approve campaign.yaml --plan edited.json`. Nothing was sent.\n',
    });
    await rig.members(people(4));
    const stale = await runApproved(rig);
    expect(stale).toMatchObject({ code: 2, stderr: expect.stringContaining('is stale: members.csv has changed.') });
    const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
    expect(stdout).toMatch(
      /approved\.json is stale: members\.csv has changed\. .* Until then a run of this plan is refused\.\n/,
    );
    expect(rig.requests()).toEqual([]);
  });

  test.each([
    [
      'text',
      (rig: CampaignRig) => rig.campaign(whatsappStep.replace('Hello', 'Good day')),
      'campaign.yaml has changed',
    ],
    ['window', (rig: CampaignRig) => rig.campaign(whatsappStep, window), 'campaign.yaml has changed'],
    ['audience', (rig: CampaignRig) => rig.members(people(4)), 'members.csv has changed'],
  ])('needs a new approval for another %s, and so does the approval itself', async (_, change, words) => {
    await using rig = await plannedRig();
    await approve(rig, '--plan', 'plan.json');
    await change(rig);
    const stale = `is stale: ${words}. Make a new one with `;
    const ran = await runApproved(rig, '--yes');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(stale)]);
    const again = await approve(rig, '--plan', 'plan.json');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(stale)]);
    expect(rig.requests()).toEqual([]);
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended;
    expect((await approve(rig, '--plan', 'plan.json')).code).toBe(0);
    expect((await runApproved(rig)).code).toBe(0);
  });

  test('needs a new approval for another service, whatever --yes says', async () => {
    await using rig = await plannedRig();
    const elsewhere = { CALLSHEET_BASE_URL: 'http://127.0.0.1:9' };
    expect(await rig.callsheet(['approve', 'campaign.yaml', '--plan', 'plan.json'], elsewhere).ended).toMatchObject({
      code: 2,
      stderr: `plan.json was made for ${rig.sandbox.url}, and the settings have http://127.0.0.1:9. Nothing was approved.\n`,
    });
    await approve(rig, '--plan', 'plan.json', '--by', 'Ben');
    const args = ['run', 'campaign.yaml', '--require-approval', '--yes'];
    expect(await rig.callsheet(args, elsewhere).ended).toMatchObject({
      code: 2,
      stderr: `Ben approved ${rig.folder}/.callsheet/trial.approved.json for ${rig.sandbox.url}, and this run sends to http://127.0.0.1:9. Make and approve a plan for it with \`callsheet plan campaign.yaml --out plan.json\`. Nothing was sent.\n`,
    });
    // A plan that was made without settings is for the service that it was approved for.
    const unset = { CALLSHEET_BASE_URL: undefined };
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'any.json'], unset).ended;
    expect(await rig.callsheet(['approve', 'campaign.yaml', '--plan', 'any.json'], unset).ended).toMatchObject({
      code: 2,
      stderr:
        'any.json was made without service settings, and none are set now, but an approval is for one service. Use --env-file FILE, or --sandbox to approve it for the sandbox. Nothing was approved.\n',
    });
    expect((await approve(rig, '--plan', 'any.json')).code).toBe(0);
    expect(rig.requests()).toEqual([]);
    expect((await runApproved(rig)).code).toBe(0);
  });

  test('refuses to approve a plan that another run has overtaken', async () => {
    await using rig = await createCampaignRig();
    const wrote = (hoursAgo: number): string => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    // The second wrote after the plan was made, which therefore does not include them.
    await rig.write(
      'members.csv',
      `phone,first_name,wrote\n${members[0]},Ada,${wrote(5)}\n${members[1]},Ben,${wrote(1)}\n`,
    );
    await rig.campaign(whatsappStep, 'audiences:\n  members: { file: members.csv, key: phone, lastInbound: wrote }');
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json', '--at', wrote(2)]).ended;
    expect((await rig.run()).code).toBe(0);
    const refused = await approve(rig, '--plan', 'plan.json');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'plan.json is stale: since it was made, 1 job was started that it does not include. Make a new one with `callsheet plan campaign.yaml --out plan.json`, and approve it with `callsheet approve campaign.yaml --plan plan.json`. Nothing was approved.\n',
    ]);
  });

  test('takes a plan that was approved elsewhere from its file, and a plan alone is still enough without the option', async () => {
    await using rig = await plannedRig();
    await approve(rig, '--plan', 'plan.json');
    await rm(join(rig.folder, '.callsheet/trial.approved.json'));
    expect((await runApproved(rig)).code).toBe(2);
    expect((await runApproved(rig, '--plan', 'plan.json')).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect((await rig.run('--plan', 'plan.json')).code).toBe(0);
  });

  test('belongs to the sandbox or to a live service', async () => {
    await using rig = await plannedRig();
    expect(await approve(rig, '--plan', 'plan.json', '--sandbox')).toMatchObject({
      code: 2,
      stderr: 'plan.json was made for a live service: omit --sandbox. Nothing was approved.\n',
    });
    await rig.callsheet(['plan', 'campaign.yaml', '--sandbox', '--out', 'sandbox.json']).ended;
    expect(await approve(rig, '--plan', 'sandbox.json')).toMatchObject({
      code: 2,
      stderr: 'sandbox.json was made for the sandbox: add --sandbox. Nothing was approved.\n',
    });
    expect((await approve(rig, '--plan', 'sandbox.json', '--sandbox')).code).toBe(0);
    expect((await runApproved(rig, '--sandbox')).code).toBe(0);
    expect(rig.requests()).toEqual([]);
  });
});

test('approvals are listed, and shown by status, report and audit', async () => {
  await using rig = await plannedRig();
  expect((await approve(rig)).stdout).toBe(
    'No plan of trial, run 1, is approved. Save one with `callsheet plan campaign.yaml --out plan.json`, and approve it with --plan plan.json.\n',
  );
  const made = await approve(rig, '--plan', 'plan.json', '--comment', 'read', '--format', 'json');
  expect(JSON.parse(made.stdout)).toMatchObject({ campaign: 'trial', run: '1', by: 'ada', comment: 'read', toSend: 3 });
  await approve(rig, '--plan', 'plan.json', '--by', 'Ben');
  await runApproved(rig);
  const lines = 'Plan HASH was approved by Ben on DATE.\nPlan HASH was approved by ada on DATE: read\n';
  expect(plain((await approve(rig)).stdout)).toBe(lines);
  for (const command of ['status', 'report', 'audit']) {
    const { stdout } = await rig.callsheet([command, 'campaign.yaml']).ended;
    expect(plain(stdout).replaceAll(/^ +/gm, '')).toContain(lines);
  }
  const page = (await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended).stdout;
  expect(plain(page.replace(/<\/?span[^>]*>/g, ''))).toContain('<li>Plan HASH was approved by ada on DATE: read</li>');
  for (const command of ['approve', 'status', 'audit']) {
    const { stdout } = await rig.callsheet([command, 'campaign.yaml', '--format', 'json']).ended;
    const { approvals } = JSON.parse(stdout) as { approvals: readonly object[] };
    expect(approvals).toMatchObject([{ by: 'ada', comment: 'read' }, { by: 'Ben' }]);
  }
});
