import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { type CampaignRig, createCampaignRig } from '../rig/campaign-rig.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: answers that come late are not tested\n');

const names = ['Ada', 'Ben', 'Chi', 'Dan', 'Efe', 'Fay'];
const longName = 'Adaeze'.repeat(30);

let rig: CampaignRig;
let address = '';

beforeAll(async () => {
  if (browserPath === undefined) return;
  rig = await createCampaignRig();
  await rig.write(
    'members.csv',
    ['phone,first_name', ...names.map((name, index) => `234803000000${index + 1},${name}`), ''].join('\n'),
  );
  await rig.campaign(
    `
    hello:
      uses: whatsapp.send
      forEach: members
      with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
    `,
    'limits: { concurrency: 1, doubts: 99 }',
  );
  await rig.fault({ kind: 'reset-after', times: 4 });
  await rig.fault({ kind: 'garbage', skip: 4, times: 2 });
  await rig.run();
  [address = ''] = await rig.callsheet(['open', '.', '--allow-actions']).line(/^http:.*$/);
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
});

function at(path: string): string {
  return address.replace('/#', `${path}#`);
}

/** Answers of these requests come when each is let go, in the order in which they were asked for. */
async function held(page: Page, path: string) {
  const waiting: (() => void)[] = [];
  await page.route(path, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return {
    /** Of so many. */
    asked: (count: number) => expect.poll(() => waiting.length).toBe(count),
    async letGo(index: number) {
      const answered = page.waitForResponse(path);
      waiting[index]?.();
      await (await answered).finished();
    },
  };
}

describe.skipIf(browserPath === undefined)('an answer that comes late', () => {
  it('of a decision leaves the doubt that somebody has gone to meanwhile', async () => {
    await using room = await openPage(at('/doubts?file=campaign.yaml'));
    const { page } = room;
    const items = page.locator('.items li a');
    await items.nth(5).waitFor();
    const answers = await held(page, '**/api/decide');
    await page.getByLabel('Your name').fill(longName);
    await page.getByRole('button', { name: 'It arrived' }).click();
    await answers.asked(1);
    const third = await items.nth(2).locator('b').innerText();
    await items.nth(2).click();
    await page.locator('.detail h2 bdi', { hasText: third }).waitFor();
    await answers.letGo(0);
    await page.locator('.said', { hasText: '1 of 1 decided' }).waitFor();
    await expect.poll(() => items.count()).toBe(5);
    expect(await page.locator('.detail h2 bdi').innerText()).toBe(third);
    expect(room.complaints).toEqual([]);
  });

  it('of a decision is followed by the next doubt, about which the second press of a double click is not', async () => {
    await using room = await openPage(at('/doubts?file=campaign.yaml'));
    const { page } = room;
    let decisions = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/decide')) decisions++;
    });
    const giveUp = page.getByRole('button', { name: 'Give up' });
    await giveUp.waitFor();
    await page.getByLabel('Your name').fill(longName);
    const { x, y } = (await giveUp.boundingBox())!;
    await page.mouse.click(x + 5, y + 5);
    await page.locator('.said', { hasText: '1 of 1 decided' }).waitFor();
    await expect.poll(() => page.locator('.items li').count()).toBe(4);
    const next = (await giveUp.boundingBox())!;
    await page.mouse.move(next.x + 5, next.y + 5);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.getByLabel('Comment').press('Tab');
    expect(decisions).toBe(1);
    expect(await page.locator('.said').innerText()).toContain('1 given up');
  });

  it('of another filter is waited for: what is shown until then is not what was chosen before', async () => {
    await using room = await openPage(at('/doubts?file=campaign.yaml'));
    const { page } = room;
    const items = page.locator('.items li');
    await items.nth(3).waitFor();
    await page.getByLabel('Your name').fill(longName);
    await page.getByRole('button', { name: 'It arrived' }).click();
    await page.locator('.said', { hasText: '1 of 1 decided' }).waitFor();
    await page.locator('.items select').waitFor();
    const answers = await held(page, '**/api/doubts*');
    await page.getByLabel('What happened').selectOption({ index: 2 });
    await answers.asked(1);
    await page.getByText('Loading…').waitFor();
    expect(await items.count()).toBe(0);
    await answers.letGo(0);
    await items.first().waitFor();
    expect(new Set(await items.locator('small').allInnerTexts()).size).toBe(await items.count());
  });

  it('never comes for a doubt that is decided: no other takes its place', async () => {
    await using room = await openPage(at('/doubts?file=campaign.yaml&doubt=gone'));
    const { page } = room;
    await page.getByRole('heading', { name: 'It is not among these' }).waitFor();
    expect(await page.getByRole('form', { name: 'Decide' }).count()).toBe(0);
    await page.locator('.items li a').first().click();
    await page.getByRole('button', { name: 'It arrived' }).waitFor();
  });

  it('of an earlier search is not shown, and leads nobody away', async () => {
    await using room = await openPage(at('/'));
    const { page } = room;
    const answers = await held(page, '**/api/people');
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').first().fill(text);
      await page.keyboard.press('Enter');
    };
    await search('Efe');
    await answers.asked(1);
    await search('23480300000');
    await answers.asked(2);
    await answers.letGo(1);
    await page.getByText('6 found.').waitFor();
    await answers.letGo(0);
    await page.evaluate(`fetch('/favicon.svg').then(() => undefined)`);
    expect(await page.getByText('6 found.').count()).toBe(1);
    await search('Ben');
    await answers.asked(3);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('list', { name: 'Campaigns' }).waitFor();
    await answers.letGo(2);
    await page.getByRole('searchbox').first().press('Escape');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(room.complaints).toEqual([]);
  });

  it('with a long name fits on a narrow screen', async () => {
    await using room = await openPage(at('/people'), { viewport: { width: 320, height: 700 } });
    const { page } = room;
    await page.getByRole('searchbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.locator('.pill', { hasText: `Marked as delivered by ${longName}` }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  it('that breaks off ends the rehearsal on the page', async () => {
    await using room = await openPage(at('/rehearse?file=campaign.yaml'));
    const { page } = room;
    await page.route('**/api/rehearse*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'data: {"kind":"running","lines":2,"latest":"one"}\n\n',
      }),
    );
    const rehearse = page.getByRole('button', { name: 'Rehearse', exact: true });
    await rehearse.click();
    await page.getByText('The control room ended the rehearsal before its end.').waitFor();
    expect(await rehearse.isEnabled()).toBe(true);
  });

  it('says of suppressions only what was read since somebody was suppressed or forgotten', async () => {
    await rig.write('contacts.yaml', 'project: trial\n');
    await using room = await openPage(at('/people'));
    const { page } = room;
    await page.getByRole('searchbox').fill('Fay');
    await page.keyboard.press('Enter');
    const isNot = page.getByText('is not suppressed');
    await isNot.waitFor();
    const answers = await held(page, '**/api/person');
    await page.getByLabel('Why').fill('asked by mail');
    await page.getByRole('button', { name: 'Do not contact' }).click();
    const is = page.getByText(/is suppressed for everything since .*: asked by mail/);
    await is.waitFor();
    await answers.asked(1);
    expect([await isNot.count(), await is.count()]).toEqual([0, 1]);
    await answers.letGo(0);
    await expect.poll(() => is.count()).toBe(2);
    await page.getByRole('button', { name: 'See what it would do' }).click();
    await page.getByRole('button', { name: 'Yes, forget them' }).click();
    await page.getByText('is forgotten').first().waitFor();
    await answers.asked(2);
    await answers.letGo(1);
    await page.getByText(/^Left out: .*they asked to be forgotten/).waitFor();
  });
});
