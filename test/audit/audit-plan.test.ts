import { expect, test } from 'vitest';
import type { AuditFinding } from '../../src/audit/audited-start.ts';
import { type CampaignRig, createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

async function auditOfPlan(rig: CampaignRig): Promise<readonly AuditFinding[]> {
  await rig.write('jobs.jsonl', (await rig.callsheet(['plan', 'campaign.yaml', '--jobs']).ended).stdout);
  const { stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--jobs', 'jobs.jsonl', '--format', 'json']).ended;
  return (JSON.parse(stdout) as { findings: readonly AuditFinding[] }).findings;
}

test('a plan of what is left says nothing of those who were reached, and its audit misses nobody', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(otpStep);
  expect((await rig.run('--first', '1')).code).toBe(0);
  // Also where the records are under the step's earlier name.
  await rig.campaign(otpStep.replace('code:', 'pin:\n  was: code'));
  expect(await auditOfPlan(rig)).toEqual([]);
  // Who is left and has no line is missed all the same.
  await rig.write('jobs.jsonl', '');
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--jobs', 'jobs.jsonl']).ended;
  expect([code, stdout.match(/is in the audience but in no line/g)?.length]).toEqual([1, 2]);
});

test('a plan that is made after a wave has the people of the next waves, too', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(4));
  await rig.campaign(otpStep.replace('forEach: members', 'forEach: { audience: members, waves: [1, rest] }'));
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/wave 1 of 2 is over/);
  run.kill('SIGINT');
  await run.ended;
  expect(await auditOfPlan(rig)).toEqual([]);
});
