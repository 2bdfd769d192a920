import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createCampaignRig, membersText, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const [me, other] = people(2) as [string, string];

test('`forget` finds the number in a list in UTF-16, and takes no file for a list whose name ends alike', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', Buffer.from(`\ufeff${membersText([`+${me}`, other])}`, 'utf16le'));
  await rig.campaign(otpStep, 'audiences:\n  members: { file: members.csv, key: phone }');
  await rig.write('bers.csv', membersText([me]));
  const { stdout } = await rig.callsheet(['forget', `+${me}`, '.', '--dry-run']).ended;
  expect(stdout.replaceAll(/^Not reached.*\n/gm, '')).toBe(`234…0001 is in 2 places. Nothing was changed.
  bers.csv  not recognized as written by Callsheet: remove the number yourself
  members.csv  a list of campaign.yaml: remove the row yourself
`);
});

test('`forget` rewrites the file of `serve --data`, with what the person wrote, and names half a file as such', async () => {
  await using rig = await createCampaignRig();
  await rig.members([other]);
  await rig.campaign(otpStep);
  const data = join(rig.folder, 'tests', 'sandbox.sqlite');
  const sandbox = await startSandbox({ data });
  const inbound = { recipient: me, text: 'I am Ada Obi of Lagos' };
  const written = await fetch(`${sandbox.url}/_sandbox/inbound`, { method: 'POST', body: JSON.stringify(inbound) });
  expect(written.status).toBe(200);
  await sandbox.close();
  await rig.write('plan.json.0a1b2c3d4e5f.tmp', `{\n  "version": 1, "jobs": [{ "key": "${me}"`);
  const { stdout, stderr, code } = await rig.callsheet(['forget', `+${me}`, '.']).ended;
  expect(code).toBe(0);
  expect(stderr).toContain('Rewritten: tests/sandbox.sqlite\n');
  expect(stdout.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  plan.json.0a1b2c3d4e5f.tmp  half a file of a process that was killed: delete it',
  ]);
  expect(readFileSync(data, 'latin1')).not.toMatch(new RegExp(`${me}|Ada Obi`));
});

test('`forget` knows JSON of status, approvals and found people, and says where a name or a message stays', async () => {
  await using rig = await createCampaignRig();
  await rig.members([me, other]);
  await rig.campaign(whatsappStep);
  await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended;
  await rig.callsheet(['approve', 'campaign.yaml', '--plan', 'plan.json', '--comment', `asked ${me}`]).ended;
  await rig.fault({ kind: 'reset-after', recipient: me });
  expect((await rig.run()).code).toBe(3);
  for (const [name, ...args] of [
    ['status.json', 'status', 'campaign.yaml', '--format', 'json'],
    ['asked.json', 'approve', 'campaign.yaml', '--format', 'json'],
    ['found.json', 'why', 'campaign.yaml', me, '--find', '--format', 'json'],
    ['doubts.json', 'reconcile', 'campaign.yaml', '--format', 'json'],
  ] as const)
    await rig.write(name, (await rig.callsheet(args).ended).stdout);
  // Of somebody else, though it has people and numbers, too.
  await rig.write('friends.json', `${JSON.stringify({ people: [{ number: me, name: 'Ada' }] })}\n`);
  const { stdout, stderr } = await rig.callsheet(['forget', me]).ended;
  expect(stdout.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  friends.json  not recognized as written by Callsheet: remove the number yourself',
    '  members.csv  a list of campaign.yaml: remove the row yourself',
  ]);
  const stays = ' (a name or a message that is in it stays: delete it then)';
  expect(stderr.split('\n').filter((line) => /\.json\b/.test(line))).toEqual([
    'Rewritten: .callsheet/trial.approved.json',
    'Rewritten: asked.json',
    `Rewritten: doubts.json${stays}`,
    `Rewritten: found.json${stays}`,
    'Rewritten: plan.json',
    'Rewritten: status.json',
  ]);
});

test('a dry run takes a list for no snapshot because of the folder in which it is', async () => {
  await using rig = await createCampaignRig();
  mkdirSync(join(rig.folder, 'snapshots'));
  await rig.write('snapshots/crm.csv', membersText([me]));
  await rig.members([other]);
  await rig.campaign(otpStep);
  const { stdout } = await rig.callsheet(['forget', `+${me}`, '.', '--dry-run']).ended;
  expect(stdout).toContain('  snapshots/crm.csv  not recognized as written by Callsheet: remove the number yourself\n');
});
