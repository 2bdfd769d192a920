import { expect, test } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test.runIf(browserPath !== undefined)(
  'Enter in a field decides nothing, where there are several decisions: neither that it arrived, nor that the first of the rejected are sent again',
  async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', times: 1 });
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 1, skip: 1 });
    await rig.run();
    const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions']);
    const decided: string[] = [];
    for (const path of ['/doubts', '/report']) {
      await using opened = await openPage(room.url(`${path}?file=campaign.yaml`));
      const { page } = opened;
      page.setDefaultTimeout(20_000);
      page.on('request', (request) => {
        if (request.method() === 'POST') decided.push(`${request.url()} ${request.postData()}`);
      });
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Comment').fill('asked them');
      await page.getByLabel('Comment').press('Enter');
      await page.waitForTimeout(500);
    }
    expect(decided).toEqual([]);
  },
);
