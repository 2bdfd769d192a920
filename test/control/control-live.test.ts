import { expect, it, onTestFinished } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: that pages follow a fast run is not tested\n');

it.skipIf(browserPath === undefined)(
  'Now follows a run that sends hundreds of messages a second, and never counts back',
  async () => {
    const rig = await createCampaignRig();
    onTestFinished(() => rig[Symbol.asyncDispose]());
    await rig.members(people(800));
    await rig.campaign(
      `
    hello:
      uses: otp.send
      forEach: members
      with: { templateId: 31 }
    `,
      'limits: { rate: 200/s, concurrency: 16 }',
    );
    const [address = ''] = await rig.callsheet(['open', '.']).line(/^http:.*$/);
    await using room = await openPage(address.replace('/#', '/overview?file=campaign.yaml#'));
    const { page } = room;
    await page.locator('.sentence', { hasText: 'Not started.' }).waitFor();
    await page.evaluate(`{
    window.seen = [];
    const note = () => window.seen.push(document.querySelector('.sentence').textContent);
    const changes = { childList: true, characterData: true, subtree: true };
    new MutationObserver(note).observe(document.querySelector('.sentence'), changes);
  }`);
    expect((await rig.run()).code).toBe(0);
    await page.locator('.sentence', { hasText: 'Finished: 800 accepted.' }).waitFor();
    const seen = await page.evaluate<string[]>('window.seen');
    const counts = seen.flatMap((one) => /^Sending hello: ([\d,]+) /.exec(one)?.[1] ?? []).map(numberOf);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(room.complaints).toEqual([]);
  },
);

it.skipIf(browserPath === undefined)(
  'of a campaign with errors each page has the findings, and no figures',
  async () => {
    const rig = await createCampaignRig();
    onTestFinished(() => rig[Symbol.asyncDispose]());
    await rig.members(people(2));
    await rig.campaign('hello: { uses: otp.send, forEach: nobody, with: { templateId: 31 } }');
    const [address = ''] = await rig.callsheet(['open', '.']).line(/^http:.*$/);
    await using room = await openPage(address);
    await room.page.getByRole('link', { name: '1 error' }).click();
    await room.page.locator('.findings .pill.bad').waitFor();
    for (const path of ['/overview', '/plan', '/rehearse']) {
      await using room = await openPage(address.replace('/#', `${path}?file=campaign.yaml#`));
      await room.page.locator('.findings .pill.bad').waitFor();
      await room.page.locator('.problem, .figures, iframe').waitFor({ state: 'detached' });
      expect(await room.page.locator('.findings li').count()).toBe(1);
    }
  },
);

it.skipIf(browserPath === undefined)('the findings of a list are gone soon after it is corrected', async () => {
  const rig = await createCampaignRig();
  onTestFinished(() => rig[Symbol.asyncDispose]());
  await rig.write('members.csv', 'telefon\n2348030000001\n');
  await rig.campaign('hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
  const [address = ''] = await rig.callsheet(['open', '.']).line(/^http:.*$/);
  await using room = await openPage(address.replace('/#', '/overview?file=campaign.yaml#'));
  const finding = room.page.locator('.findings li', { hasText: 'There is no column' });
  await finding.waitFor();
  await rig.members(people(2));
  await finding.waitFor({ state: 'detached' });
  expect(await room.page.locator('.findings').count()).toBe(0);
});

it.skipIf(browserPath === undefined)('the page of a campaign has the warnings of check, each once', async () => {
  const rig = await createCampaignRig();
  onTestFinished(() => rig[Symbol.asyncDispose]());
  const list = 'phone,Do not call,Opted out,Sperre,No SMS,DNC';
  await rig.write(
    'members.csv',
    `${list}\n2348030000001,no,no,no,no,no\n2348030000002,yes,yes,yes,yes,yes\nnone,,,,,\n`,
  );
  await rig.campaign('hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
  const [address = ''] = await rig.callsheet(['open', '.']).line(/^http:.*$/);
  await using room = await openPage(address.replace('/#', '/overview?file=campaign.yaml#'));
  const warnings = room.page.locator('.findings > li');
  const leftOut = warnings.filter({ hasText: '1 row has no usable number in phone and is left out' });
  await room.page.getByText('1 more warning').click();
  await leftOut.waitFor();
  expect(await leftOut.locator('small').textContent()).toBe('members.csv:4');
  expect(await warnings.count()).toBe(6);
  const unread = warnings.filter({ hasText: 'by DNC' });
  expect(await unread.locator('small').allTextContents()).toEqual(['members.csv:3']);
});

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
