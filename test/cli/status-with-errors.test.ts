import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

const steps = `
hello:
  uses: otp.send
  forEach: members
  with: { templateId: 31 }
`;

test('a file that breaks while its run goes on: `status` has the findings, what is recorded, and that the process goes on', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(5));
  await rig.campaign(steps, 'limits: { rate: 1/h, concurrency: 1 }');
  const run = rig.callsheet(['run', rig.file, '--yes']);
  const status = () => rig.callsheet(['status', rig.file]).ended;
  await expect.poll(async () => (await status()).stdout, { timeout: 30_000 }).toMatch(/hello +1 /);
  await rig.campaign(`${steps}\n  broken: [\n`, '');
  const seen = await status();
  expect(seen.code).toBe(1);
  expect(seen.stdout).toContain('CS1001');
  expect(seen.stdout).toMatch(
    /Run \S+ of trial, as it is recorded: 1 accepted\.\nA process carries it out, and goes on with the files as they were when it began\./,
  );
  run.kill('SIGINT');
  await run.ended;
  expect((await status()).stdout).toContain('No process carries it out. None can until the errors are corrected.');
});
