import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

const gated = `
funds: { uses: sms.balance, expect: { available: { atLeast: 5000 } } }
code: { uses: otp.send, needs: funds, forEach: members, with: { templateId: 31 } }
again: { uses: otp.send, needs: code, forEach: members, with: { templateId: 31 } }
last: { uses: otp.send, needs: again, forEach: members, with: { templateId: 31 } }
`;

test('a gate that is not met is listed as rejected, and named once as what keeps the others from starting', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(gated);
  const { code, stdout } = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /\n\nRejected, whether retried or not:\n {8}1 {2}funds: available is 1050, expected at least 5000\n\n/,
  );
  expect(stdout.split('\n').at(-2)).toBe(
    'Rehearsal stopped with work left: code: `funds` was rejected; so again and last do not start. A real run continues with the same command.',
  );
});
