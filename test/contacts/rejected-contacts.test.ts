import { expect, test } from 'vitest';
import { campaignText, createCampaignRig, once, people } from '../rig/campaign-rig.ts';

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

test('a refused message that somebody sends again is not a contact, neither before that nor when it is refused again', async () => {
  await using rig = await createCampaignRig();
  const message = 'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }';
  await rig.members([refused]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign(message);
  await rig.write('autumn.yaml', campaignText(message).replace('campaign: trial', 'campaign: autumn'));
  await rig.fault({ kind: 'status', status: '-131', operation: 'whatsapp.send', recipient: refused, times: 2 });
  const code = async (...args: string[]) => (await rig.callsheet(args).ended).code;
  expect(await code('run', 'campaign.yaml', '--yes')).toBe(3);
  expect(await code('reconcile', 'campaign.yaml', '--now', '--resend', `hello[${refused}]`)).toBe(0);
  expect(await code('audit', 'campaign.yaml')).toBe(0);
  expect(await code('run', 'campaign.yaml', '--yes')).toBe(3);
  expect(await code('run', 'autumn.yaml', '--yes')).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once([refused]));
});

test('a run in which everybody was refused has begun, also where they are to be sent to again', async () => {
  await using rig = await createCampaignRig();
  const message = 'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }';
  await rig.members([refused]);
  await rig.campaign(
    message,
    `starts: ${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')}`,
  );
  await rig.fault({ kind: 'status', status: '-131', operation: 'whatsapp.send', recipient: refused, times: 1 });
  const code = async (...args: string[]) => (await rig.callsheet(args).ended).code;
  expect(await code('run', 'campaign.yaml', '--yes', '--late')).toBe(3);
  expect(await code('reconcile', 'campaign.yaml', '--now', '--resend', `hello[${refused}]`)).toBe(0);
  expect(await code('run', 'campaign.yaml', '--yes')).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once([refused]));
});
