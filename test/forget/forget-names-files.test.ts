import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createCampaignRig, membersText, otpStep, people } from '../rig/campaign-rig.ts';

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
