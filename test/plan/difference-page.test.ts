import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { axeFindings, screens, widerThanScreen } from '../rig/axe.ts';
import { browserPath, closeBrowser, openPage } from '../rig/browser.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

describe.skipIf(browserPath === undefined)('the page of a difference in Chromium', () => {
  afterAll(closeBrowser);

  test('axe finds nothing in it, and nothing is wider than a narrow screen', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(5));
    await rig.campaign(whatsappStep, 'limits: { budget: 10 }\ncosts: { whatsapp.send: 0.5 }');
    expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'saved.json']).ended).code).toBe(0);
    await rig.members(people(6, 2));
    const edited = whatsappStep.replace('Hello', 'Good morning').replace('uses:', 'title: "أهلا وسهلا"\n  uses:');
    await rig.campaign(edited, 'limits: { budget: 1 }\ncosts: { whatsapp.send: 0.75 }');
    const args = ['plan', 'campaign.yaml', '--against', 'saved.json', '--format', 'html'];
    await rig.write('changes.html', (await rig.callsheet(args).ended).stdout);
    for (const [colorScheme, width] of screens) {
      const screen = { colorScheme, viewport: { width, height: 844 } };
      await using page = await openPage(`file://${join(rig.folder, 'changes.html')}`, screen);
      expect(await page.page.locator('h2').allTextContents()).toEqual(['People', 'Totals', 'Settings', 'Texts']);
      expect(await axeFindings(page.page)).toEqual([]);
      expect(await widerThanScreen(page.page)).toEqual([]);
    }
  });
});
