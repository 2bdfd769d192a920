import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { type CampaignRig, createCampaignRig, people } from '../rig/campaign-rig.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: the tests of the control room are skipped\n');

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const [first = '', ...others] = people(40);

let rig: CampaignRig;
/** Of a control room that may act, and of one that only shows. */
let acting = '';
let showing = '';

beforeAll(async () => {
  if (browserPath === undefined) return;
  rig = await createCampaignRig();
  await rig.campaign(
    `
    hello:
      title: ${JSON.stringify(`Say hello ${hostile.slice(0, 20)}`)}
      uses: otp.send
      forEach: members
      with: { templateId: 31 }
    later:
      uses: whatsapp.send
      needs: hello
      delay: 12h
      forEach: members
      with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
    `,
    `title: ${JSON.stringify(`Spring ${hostile}`)}\nlimits: { rate: 5/s, concurrency: 4 }`,
  );
  const rows = [first, ...others].map(
    (number, index) => `${number},${JSON.stringify(`${hostile.replaceAll('"', "'")}${index}`)}`,
  );
  await rig.write('members.csv', ['phone,first_name', ...rows, ''].join('\n'));
  const open = (...more: string[]) => rig.callsheet(['open', '.', ...more]).line(/^http:.*$/);
  [[acting = ''], [showing = '']] = await Promise.all([open('--allow-actions'), open()]);
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
});

/** Another page of the same control room: `/overview` of `http://127.0.0.1:1/#token`. */
function at(url: string, path: string): string {
  return url.replace('/#', `${path}#`);
}

async function text(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent())?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

/** Resolves when the overview shows what the plan has. */
async function planned(page: Page): Promise<void> {
  await page.locator('.figures', { hasText: /of 80 requests.*to 40 people/ }).waitFor();
}

describe.skipIf(browserPath === undefined)('the control room in a browser', () => {
  it('is good on every screen, light and dark, and has nothing that axe finds', async () => {
    await using room = await openPage(at(showing, '/'));
    const { page } = room;
    const found: string[] = [];
    const paths = ['/', '/overview', '/doubts', '/people', '/rehearse', '/audit', '/report', '/plan'];
    for (const path of paths) {
      await page.goto(at(showing, path));
      // Nothing was sent yet, so there is no report.
      const shows = path === '/plan' ? 'iframe' : path === '/report' ? '.empty' : 'h1';
      await page.locator(shows).first().waitFor();
      if (path === '/') await page.getByText('80 to send').waitFor();
      if (path === '/overview') await planned(page);
      found.push(...(await screenFindings(page)).map((one) => `${path} ${one}`));
    }
    expect(found).toEqual([]);
    expect(room.complaints).toEqual([]);
  });

  it('shows everything and changes nothing without --allow-actions', async () => {
    await using room = await openPage(at(showing, '/overview'));
    const { page } = room;
    await planned(page);
    expect(await page.locator('.actions button, .actions .menu').count()).toBe(0);
    expect(await text(page, '.actions')).toContain('You can only look here.');
    expect(page.url()).toBe(showing.replace(/\/#.*/, '/overview'));
  });

  it('shows what a page is about before it knows who may act, and says nothing of that until then', async () => {
    await using room = await openPage(at(acting, '/people'));
    const { page } = room;
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/room', async (route) => held.then(() => route.continue()));
    await page.goto(at(acting, '/plan?file=campaign.yaml'));
    await page.locator('.pill').first().waitFor();
    await page.locator('iframe').waitFor();
    expect(await text(page, '.sticky')).toContain('This run has no approved plan.');
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    answer?.();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
  });

  it('says why a page cannot be drawn, and goes on to the others', async () => {
    await using room = await openPage(at(showing, '/overview'));
    const { page } = room;
    await page.route('**/api/audit*', (route) => route.fulfill({ json: {} }));
    await page.getByRole('link', { name: 'Audit' }).click();
    const said = page.getByRole('alert');
    await said.filter({ hasText: /^This page cannot be shown: TypeError: / }).waitFor();
    expect(await said.locator('code').allTextContents()).toEqual([
      'callsheet status campaign.yaml',
      'callsheet report campaign.yaml',
    ]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await planned(page);
    expect(await said.count()).toBe(0);
  });

  it('takes what people wrote for text', async () => {
    await using room = await openPage(at(acting, '/overview'));
    const { page } = room;
    await page.locator('h1', { hasText: `Spring ${hostile}` }).waitFor();
    await page.getByRole('searchbox').fill(first.slice(-7));
    await page.keyboard.press('Enter');
    const bubble = page.locator('.bubble', { hasText: 'Hello' });
    expect(await bubble.textContent()).toBe(`Hello ${hostile.replaceAll('"', "'")}0`);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('People · Callsheet');
    expect(await screenFindings(page)).toEqual([]);
    expect(room.complaints).toEqual([]);
  });

  it('masks numbers until somebody asks, and has them in no address', async () => {
    await using room = await openPage(at(acting, '/people'));
    const { page } = room;
    const hint = page.getByRole('status').filter({ hasText: 'Press Enter to search' });
    expect(await hint.count()).toBe(0);
    await page.getByRole('searchbox').fill('80300000');
    await hint.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('40 found').waitFor();
    expect(await hint.count()).toBe(0);
    await page.getByRole('searchbox').fill('campaign.y');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Campaigns' }).getByText('campaign.yaml').waitFor();
    await page.getByText('Nobody in these campaigns has such a name or number.').waitFor();
    expect(await page.locator('h1, h2').allTextContents()).toEqual(['Found', 'Campaigns']);
    await page.getByRole('searchbox').fill('80300000');
    await page.keyboard.press('Enter');
    await page.getByText('40 found').waitFor();
    expect(await page.locator('.found a').count()).toBe(40);
    await page.locator('.found a').first().click();
    await page.locator('.head .about').waitFor();
    expect(await page.content()).not.toContain(first);
    expect(await text(page, '.head .about')).toBe(`${first.slice(0, 3)}…${first.slice(-4)}`);
    await page.getByLabel('Show numbers').check();
    await page.locator('.head .about', { hasText: first }).waitFor();
    expect(page.url()).toMatch(/\?person=[\w-]{16}&numbers=show$/);
    await page.goBack();
    await page.locator('.head .about', { hasText: '…' }).waitFor();
  });

  it('is used with the keyboard alone', async () => {
    await using room = await openPage(at(acting, '/'));
    const { page } = room;
    await page.getByText('80 to send').waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent.trim()');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    for (let tabs = 0; !(await focused()).startsWith('Spring'); tabs++) {
      expect(tabs).toBeLessThan(20);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(focused).toBe('Yes, start');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Start');
    expect(rig.requests()).toEqual([]);
  });

  it('rehearses in a process of its own', async () => {
    await using room = await openPage(at(acting, '/rehearse?scenario=flaky&seed=3'));
    const { page } = room;
    await page.getByRole('button', { name: 'Rehearse' }).click();
    const report = page.frameLocator('iframe');
    await report.getByRole('heading', { name: 'What is recorded, and what arrived' }).waitFor();
    expect(await report.locator('.verdict').innerText()).toContain('Rehearsal finished');
    expect(await screenFindings(page, 'iframe')).toEqual([]);
    // Times with their seconds, too, are whole on the narrowest screen.
    await page.setViewportSize({ width: 320, height: 800 });
    const cut = await report
      .locator('.wide')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(cut).toBe(0);
    expect(rig.requests()).toEqual([]);
  });

  it('starts, pauses and resumes a real run, and shows it as obeyed when the state says so', async () => {
    await using room = await openPage(at(acting, '/overview'));
    const { page } = room;
    await planned(page);
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    const sentence = (pattern: RegExp): Promise<void> => page.locator('.sentence', { hasText: pattern }).waitFor();
    await press('Start');
    expect(await text(page, '#confirm-words')).toBe(`Start? Sends 80 requests to ${rig.sandbox.url}.`);
    await press('Yes, start');
    // The button is gone: who goes on with the keyboard begins where it was.
    expect(await page.evaluate('document.activeElement.className')).toBe('actions');
    await sentence(/^Sending Say hello .*: \d+ of 40, \d+\/s/);
    await press('Pause');
    await sentence(/^Paused: nothing new starts, \d+ to send\.$/);
    await page.locator('.actions .said', { hasText: 'Paused' }).waitFor();
    // The second press of a double click, in the place of Pause, is not for Resume.
    const { x, y } = (await page.getByRole('button', { name: 'Resume', exact: true }).boundingBox())!;
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await page.locator('.actions .said').innerText()).toContain('Paused');
    const sent = rig.requests().length;
    expect(sent).toBeLessThan(40);
    await press('Resume');
    await rig.answered(40);
    await sentence(/^Waiting: later starts /);
    await page.getByRole('row', { name: /^later 40 / }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.menu summary').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    for (const key of ['Tab', 'Escape']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('More');
    await page.keyboard.press('Enter');
    await press('Cancel');
    await press('Yes, cancel');
    await sentence(/^Cancelled: no process starts anything, 40 to send\.$/);
    expect(rig.requests().length).toBe(40);
    expect(room.complaints).toEqual([]);
  });

  it('shows the report and the audit of what was sent', async () => {
    await using room = await openPage(at(acting, '/report'));
    const { page } = room;
    await page.frameLocator('iframe').locator('.verdict', { hasText: '40' }).first().waitFor();
    expect(await text(page, 'h1')).toBe(`Spring ${hostile}`);
    // Its people have names, though their numbers are masked.
    const report = page.frameLocator('iframe');
    await report.getByLabel('Find a recipient by name or number').fill('ÖnError');
    expect(await report.locator('.people tbody tr:visible th span').first().textContent()).toBe(
      `${hostile.replaceAll('"', "'")}0`,
    );
    await page.getByRole('link', { name: 'Audit' }).click();
    expect(await text(page, '.sentence')).toBe('40 starts checked, no violations.');
    expect(await page.evaluate('getComputedStyle(document.querySelector("td")).borderTopWidth')).toBe('0px');
    // On a telephone the tabs are one row, which goes sideways to the one that is shown.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.reload();
    await page.locator('h1 + .pill').waitFor();
    const ends = (name: string): Promise<number> =>
      page.getByRole('link', { name }).evaluate((tab) => Math.round(tab.getBoundingClientRect().right));
    await expect.poll(() => ends('Audit')).toBeLessThanOrEqual(390);
    const tops = await page
      .locator('.tabs > *')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(room.complaints).toEqual([]);
  });

  it('finds, filters and saves the people of the report, keeps the filter in its address, and runs nothing that they wrote', async () => {
    await using room = await openPage(at(acting, '/report?file=campaign.yaml&numbers=show'));
    const { page } = room;
    const report = page.frameLocator('iframe');
    await report.getByLabel('Find a recipient by name or number').fill(first);
    await report.getByText('1 person').waitFor();
    await report.getByLabel('All steps').selectOption('hello');
    const saving = page.waitForEvent('download');
    await report.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    const name = `${hostile.replaceAll('"', "'")}0`;
    expect(saved.replace(/\w{3} \d+ \w{3} [\d:]+/, 'TIME')).toBe(
      `\uFEFFrecipient,name,step,outcome,latest start,why\r\n${first},${name},hello,accepted,TIME,\r\n`,
    );
    // The address does not say for whom one looked.
    expect(new URL(page.url()).search).toBe('?file=campaign.yaml&numbers=show&filter=step%3Dhello');
    await page.reload();
    await report.getByText('40 people').waitFor();
    expect(await report.getByLabel('All steps').inputValue()).toBe('hello');
    expect(await report.locator('img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Report · Callsheet');
    expect(room.complaints).toEqual([]);
  });

  it('opens a damaged state, and says what is wrong with it', async () => {
    await writeFile(join(rig.folder, '.callsheet', 'ledger.db'), 'no database at all', { flag: 'r+' });
    await using room = await openPage(at(showing, '/overview'));
    await room.page.locator('.problem').waitFor();
    expect(await text(room.page, '.sentence')).toBe('The state of this run cannot be read.');
    expect(await text(room.page, '.problem')).toContain('damaged');
  });

  it('obeys no page of another origin, even one that knows the token, and shows it nothing', async () => {
    const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hello</p>'));
    await new Promise<void>((resolve) => void evil.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void evil.close());
    const { port } = evil.address() as AddressInfo;
    const [origin = '', token = ''] = acting.split('/#');
    await using room = await openPage(`http://127.0.0.1:${port}/`);
    const tries = { origin, token, body: JSON.stringify({ file: 'campaign.yaml', control: 'cancel' }) };
    const answers = await room.page.evaluate<string[]>(`(async ({ origin, token, body }) => {
      const type = (content) => ({ 'content-type': content });
      const trial = (path, options) => fetch(origin + path, options).then(({ type, status }) => type + ' ' + status, () => 'refused');
      const read = await trial('/api/room', { headers: { authorization: 'Bearer ' + token } });
      const post = { method: 'POST', body };
      const json = await trial('/api/control', { ...post, headers: { ...type('application/json'), authorization: 'Bearer ' + token } });
      const form = await trial('/api/control', { ...post, mode: 'no-cors', credentials: 'include', headers: type('text/plain') });
      const frame = document.body.appendChild(document.createElement('iframe'));
      await new Promise((resolve) => { frame.onload = resolve; frame.src = origin + '/overview#' + token; });
      let framed = 'nothing';
      try { framed = frame.contentDocument.body.textContent; } catch {}
      return [read, json, form, framed];
    })(${JSON.stringify(tries)})`);
    expect(answers).toEqual(['refused', 'refused', 'refused', 'nothing']);
    const status = (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
    expect(status).not.toContain('cancelled');
  });

  it('opens a link in a new tab of the same browser without a token', async () => {
    await using room = await openPage(at(showing, '/'));
    await room.page.locator('.campaigns').waitFor();
    const tab = await room.page.context().newPage();
    await tab.goto(showing.replace(/\/#.*/, '/overview'));
    await tab.locator('.sentence').waitFor();
    expect(await tab.getByText('The token is missing').count()).toBe(0);
    // As a bookmark of an earlier control room has it.
    const bookmark = await room.page.context().newPage();
    await bookmark.goto(showing.replace(/\/#.*/, '/overview#old'));
    await bookmark.locator('.sentence').waitFor();
  });

  it('says how to get in where the token is missing or old', async () => {
    await using room = await openPage(showing.replace(/#.*/, ''));
    await room.page
      .getByText('The token is missing: open the link that the control room printed in its terminal.')
      .waitFor();
    await room.page.goto(`${showing.replace(/#.*/, 'overview')}#old`);
    await room.page.getByText('The token is wrong').waitFor();
    expect(await room.page.locator('.campaigns, .lanes').count()).toBe(0);
    expect(await screenFindings(room.page)).toEqual([]);
    await room.page.getByLabel('Your token').fill(showing.replace(/.*#/, ''));
    await room.page.keyboard.press('Enter');
    await room.page.locator('.lanes').waitFor();
    expect(room.page.url()).toBe(showing.replace(/\/#.*/, '/overview'));
  });
});
