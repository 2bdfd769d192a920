import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { type CampaignRig, createCampaignRig, people } from '../rig/campaign-rig.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: pages that stay open for long are not tested\n');

const hourMs = 3_600_000;

let rig: CampaignRig;
let address = '';

beforeAll(async () => {
  if (browserPath === undefined) return;
  rig = await createCampaignRig();
  await rig.members(people(40));
  await rig.campaign(
    `
    hello:
      uses: otp.send
      purpose: transactional
      window: always
      forEach: members
      with: { templateId: 31 }
    `,
    'limits: { rate: 1/h }',
  );
  [address = ''] = await rig.callsheet(['open', '.', '--allow-actions']).line(/^http:.*$/);
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
});

describe.skipIf(browserPath === undefined)('a page that was left open', () => {
  it('takes the new link of a control room that was started again, though the address is its own', async () => {
    await using room = await openPage(address.replace(/#.*/, '#old'));
    const { page } = room;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(address);
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    expect(page.url()).toBe(address.replace(/#.*/, ''));
    // That of a place on the page brings nothing.
    await page.getByRole('link', { name: 'Skip to the page' }).press('Enter');
    await page.reload();
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#main');
  });

  it('asks seldom with a token that is not right any more', async () => {
    await using room = await openPage(address);
    const { page } = room;
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    await page.clock.install();
    let asked = 0;
    await page.route('**/api/campaigns', (route) => {
      asked++;
      return route.fulfill({ status: 401, json: { refused: 'The token is wrong.' } });
    });
    await page.reload();
    await page.getByText('The token is wrong.').waitFor();
    await page.clock.pauseAt(Date.now() + hourMs);
    const before = asked;
    for (let second = 0; second < 14; second++) {
      await page.clock.runFor(1_000);
      await page.evaluate(`fetch('/favicon.svg')`);
    }
    expect(asked).toBeLessThan(before + 2);
    await page.clock.runFor(2_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  });

  it('says that it hears nothing any more, and asks again', async () => {
    await using room = await openPage(address);
    const { page } = room;
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    await page.clock.install();
    await page.reload();
    await page.getByText('40 to send').waitFor();
    await page.clock.pauseAt(Date.now() + hourMs);
    const said = page.getByText('Not connected: the control room has ended, or does not answer.');
    await said.waitFor();
    await page.clock.runFor(1_000);
    await said.waitFor({ state: 'detached' });
    await page.getByText('40 to send').waitFor();
    expect(room.complaints).toEqual([]);
  });

  it('asks again for what nobody has answered, without a reload', async () => {
    await using room = await openPage(address);
    const { page } = room;
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    const cut = new Set<string>();
    await page.route(/\/api\/(doubts|room)\b/, (route) => {
      const { pathname } = new URL(route.request().url());
      if (cut.has(pathname)) return route.continue();
      cut.add(pathname);
      return route.abort();
    });
    await page.goto(address.replace('/#', '/doubts?file=campaign.yaml#'));
    await page.getByText('Not connected: the control room has ended, or does not answer.').waitFor();
    await page.getByRole('heading', { name: 'Nothing is in doubt' }).waitFor();
    await page.getByLabel('Show numbers').waitFor();
    expect([...cut].toSorted()).toEqual(['/api/doubts', '/api/room']);
  });

  it('shows the next 24 hours as they are by then', async () => {
    await using room = await openPage(address);
    const { page } = room;
    await page.clock.install();
    await page.reload();
    const strip = page.locator('.campaigns .track');
    await strip.waitFor();
    const planned = async (): Promise<number> =>
      Number(/^(\d+) planned in the next 24 hours$/.exec((await strip.getAttribute('aria-label')) ?? '')?.[1]);
    // One each hour.
    expect(await planned()).toBeGreaterThan(22);
    expect(await planned()).toBeLessThan(27);
    await page.context().setOffline(true);
    await page.clock.pauseAt(Date.now() + 12 * hourMs);
    await expect.poll(planned).toBeGreaterThan(33);
  });
});
