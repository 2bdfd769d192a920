import { describe, expect, it, onTestFinished } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { type CampaignRig, createCampaignRig, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';
import { sampleOf } from '../rig/sample-of.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: the way between control room and inbox is not tested\n');

const news = `
  news:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "News for {{ recipient.first_name }}" } }
`;
const [ada = '', obi = '', uche = ''] = people(3);
const isNow = (): boolean => true;

async function newsRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  onTestFinished(() => rig[Symbol.asyncDispose]());
  await rig.members([ada, obi]);
  await rig.campaign(news, 'title: News');
  return rig;
}

const addressOf = async (rig: CampaignRig, ...more: string[]): Promise<string> =>
  (await rig.callsheet(['open', '.', ...more]).line(/^http:.*$/))[0] ?? '';

describe.skipIf(browserPath === undefined)('between the control room and the inbox', () => {
  it.each(
    sampleOf(
      [
        ['of a sandbox that is served', []],
        ['of the embedded sandbox', ['--sandbox']],
      ] as const,
      1,
    ),
  )('one goes to a person and back, %s', async (_, sandbox) => {
    const rig = await newsRig();
    expect((await rig.run(...sandbox)).code).toBe(0);
    const address = await addressOf(rig, ...sandbox);
    const [origin] = address.split('/#');
    await using room = await openPage(address.replace('/#', '/report?file=campaign.yaml#'));
    const { page } = room;
    // Here it is a button, and no command to type.
    await page.getByRole('button', { name: 'See the inbox' }).click();
    await page.getByRole('link', { name: 'Back to callsheet open' }).click();
    const report = page.frameLocator('iframe');
    await report.locator('.verdict').first().waitFor();
    expect(await report.getByText('What everybody received is in the inbox').filter({ visible: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Messages' }).click();
    await page.locator('.items li').nth(1).waitFor();
    expect(await page.locator('.items li').count()).toBe(2);
    await page.getByRole('link', { name: 'Back to callsheet open' }).click();
    await page.locator('.sentence', { hasText: 'Finished: 2 accepted.' }).waitFor();
    expect(page.url()).toBe(`${origin}/overview?file=campaign.yaml`);

    await page.getByRole('searchbox').fill(obi);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'See their phone in the sandbox' }).click();
    await page.locator('.phone').getByText('News for Ada1').waitFor();
    expect(await page.locator('.phone header').innerText()).toContain(`+${obi}’s phone`);
    // Another phone leads to the person who has it.
    await page.getByRole('button', { name: `+${ada}` }).click();
    await page.locator('.phone').getByText('News for Ada0').waitFor();
    await page.getByRole('link', { name: 'Open in callsheet open' }).click();
    await page.locator('.head .about', { hasText: ada.slice(-4) }).waitFor();
    await page.locator('.bubble', { hasText: 'News for Ada0' }).waitFor();
    expect(page.url()).toMatch(/\/people\?person=[\w-]{16}$/);
  });

  it('a sandbox run starts although somebody has its inbox open', async () => {
    const rig = await newsRig();
    expect((await rig.run('--sandbox')).code).toBe(0);
    const room = await openControlRoom(rig, ['.', '--sandbox', '--allow-actions']);
    const file = 'campaign.yaml';
    const { url } = await room.post('/api/inbox', { file });
    expect((await fetch(String(url))).status).toBe(200);
    await rig.members([ada, obi, uche]);
    const { plan } = await room.post('/api/prepare-start', { file });
    expect(Object.keys(await room.post('/api/start', { file, plan }))).toEqual(['words']);
    const ended = await room.follow(`/api/overview?file=${file}`, ({ state }) => state === 'finished');
    expect(ended['sentence']).toBe('Finished: 3 accepted.');
  });
});

describe('the inbox', () => {
  it('is not offered where nothing was sent, where the service has none, and to those who see no numbers', async () => {
    const rig = await newsRig();
    const noInbox = {
      refused: 'There is no inbox to open now: nothing was sent to a sandbox, or a run is sending to it.',
    };
    const file = 'campaign.yaml';
    const rooms = [
      await openControlRoom(rig, ['.', '--sandbox']),
      await openControlRoom(rig, ['.'], { CALLSHEET_BASE_URL: 'http://127.0.0.1:9' }),
      await openControlRoom(rig, ['.'], { CALLSHEET_BASE_URL: undefined }),
    ];
    for (const room of rooms) {
      expect((await room.follow(`/api/overview?file=${file}`, isNow))['inbox']).toBe(false);
      expect(await room.post('/api/inbox', { file })).toEqual(noInbox);
    }
    const served = await openControlRoom(rig, ['.']);
    expect((await served.follow(`/api/overview?file=${file}`, isNow))['inbox']).toBe(true);
    expect(await served.post('/api/inbox', { file })).toEqual({ url: `${rig.sandbox.url}/#conversations` });
    expect(await served.post('/api/inbox', { file: 'other.yaml' })).toEqual({
      refused: 'There is no such campaign here.',
    });
  });
});
