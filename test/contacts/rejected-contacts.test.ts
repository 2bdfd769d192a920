import { expect, test } from 'vitest';
import { createCampaignRig, once, people } from '../rig/campaign-rig.ts';

const members = people(3) as [string, string, string];
const [refused] = members;

const steps = `
hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }
code:
  uses: otp.send
  purpose: marketing
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { templateId: 31 }
`;

test.each([
  ['the same run', 1],
  ['a run with several requests in flight', 8],
])(
  'who was refused on one channel is contacted on the other at once, under one cap a day: %s',
  async (_, concurrency) => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
    await rig.campaign(steps, `limits: { concurrency: ${concurrency} }`);
    await rig.fault({ kind: 'status', status: '-131', operation: 'whatsapp.send', recipient: refused, times: 1 });
    const { stdout, stderr } = await rig.run();
    expect(stderr).toContain('code finished: 1 accepted, 2 skipped');
    expect(stdout).not.toContain('capped');
    expect([rig.effects('whatsapp.send'), rig.effects('otp.send')]).toEqual([once(members.slice(1)), once([refused])]);
  },
);
