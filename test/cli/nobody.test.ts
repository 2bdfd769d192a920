import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

test('a campaign that leaves everybody out says so in every view, and nothing of it is called good', async () => {
  await using rig = await createCampaignRig();
  await rig.write(
    'members.csv',
    'phone,wrote\n2340001000101,2020-01-01T08:00:00Z\n2340001000102,2020-01-01T08:00:00Z\n',
  );
  await rig.write(
    'campaign.yaml',
    `campaign: trial
timezone: ${noonZone()}
account: { appId: sandbox-app, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone, lastInbound: wrote } }
steps:
  funds: { uses: sms.balance }
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: Hello } }
`,
  );
  const printed = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await rig.callsheet(words).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const words = ['campaign.yaml', '--sandbox'];
  const nobody = 'Nobody would be contacted: all 2 requests are skipped';
  const check = await printed('check', 'campaign.yaml');
  expect(check).toContain(
    '\n! nobody would be contacted: `callsheet plan campaign.yaml` says why\n! campaign.yaml: no errors\n',
  );
  const plan = await printed('plan', ...words);
  expect(plan).toContain('1 to send of 3, 2 skipped\n');
  expect(plan).toContain(`! CS5105 ${nobody}`);
  const page = await printed('plan', ...words, '--format', 'html');
  expect(page).toContain(`<ul class="notice ask" aria-label="Findings"><li><b class="tone">CS5105</b> ${nobody}`);
  expect(await printed('plan', ...words, '--format', 'markdown')).toContain(`> CS5105 ${nobody}`);
  const run = await printed('run', ...words);
  expect(run).toContain('\nFinished: nobody was contacted. `callsheet report campaign.yaml --sandbox` says why.\n');
  expect(run).not.toContain('inbox');
  expect((await printed('plan', ...words)).split(nobody)).toHaveLength(2);
  expect(await printed('rehearse', 'campaign.yaml')).toContain('\n! Nobody was contacted.\n');
  expect(await printed('status', ...words)).toContain('trial, run 1: finished\nNobody was contacted.\n');
  expect(await printed('report', ...words)).toContain('\n! Nobody was contacted.\n');
  expect(await printed('report', ...words, '--format', 'html')).toContain('<li>Nobody was contacted.</li>');
});

test('the status of a campaign whose end has passed unstarted says that nothing would be sent', async () => {
  await using rig = await createCampaignRig();
  await rig.members(['2340001000101', '2340001000102']);
  await rig.campaign(
    `  code:
    uses: otp.send
    forEach: members
    with: { templateId: 31, channel: sms }
  call:
    uses: otp.send
    needs: code
    forEach: members
    with: { templateId: 31, channel: call }
`,
    `timezone: ${noonZone()}\nstarts: 2024-01-01 09:00\nends: 2024-01-01 20:00`,
  );
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout).toMatch(/\n\nNothing would be sent\. `callsheet plan campaign\.yaml` says why\.\n$/);
});
