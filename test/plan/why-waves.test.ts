import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

test('`why` says of people of a later wave that a person must promote it first', async () => {
  await using rig = await createCampaignRig();
  const numbers = people(2);
  await rig.members(numbers);
  const waves = 'waves: [1, rest], between: { after: 1s, promote: person }';
  await rig.campaign(otpStep.replace('forEach: members', `forEach: { audience: members, ${waves} }`));
  const timesOf = async (): Promise<readonly string[]> => {
    const lines: string[] = [];
    for (const number of numbers) {
      const { stdout } = await rig.callsheet(['why', 'campaign.yaml', number]).ended;
      lines.push(stdout.split('\n')[5]!.replace(/^ {2}\w{3} \d+ \w{3} [\d:]+/, 'at'));
    }
    return lines.sort();
  };
  const promoted = 'at at the earliest, once promoted (`callsheet promote campaign.yaml`)';
  expect(await timesOf()).toEqual(['at', promoted]);
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/wave 1 of 2 is over/);
  run.kill('SIGINT');
  await run.ended;
  // Also when the time after the wave is over, so that no rule but the person holds the next.
  expect(await timesOf()).toEqual(['  nothing left to do', promoted]);
  const later = await Promise.all(numbers.map((number) => rig.callsheet(['why', number]).ended));
  expect(later.filter(({ stdout }) => stdout.includes('at the earliest, once promoted'))).toHaveLength(1);
  await rig.callsheet(['promote', 'campaign.yaml']).ended;
  expect(await timesOf()).toEqual(['  nothing left to do', 'at']);
});
