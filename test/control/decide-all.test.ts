import { expect, test } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test.runIf(browserPath !== undefined)(
  'who has ticked all of the list decides nothing while it is read again, when nobody sees how many they are',
  async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(whatsappStep, 'limits: { concurrency: 2 }');
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 2 });
    await rig.run();
    const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions']);
    await using opened = await openPage(room.url('/doubts?file=campaign.yaml'));
    const { page } = opened;
    await page.getByLabel('Decide all 2 of the list').check();
    await page.getByLabel('Your name').fill('Ada');
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/doubts?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send again (2)' }).click();
    await page.locator('.said', { hasText: '0 of 2' }).waitFor();
    expect(await page.locator('form.decide button:enabled').allInnerTexts()).toEqual([]);
    letGo();
    await page.getByRole('button', { name: 'Give up (2)' }).click();
    await page.locator('.said', { hasText: '2' }).waitFor();
  },
);
