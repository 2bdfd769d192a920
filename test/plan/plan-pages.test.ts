import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { PlannedJob } from '../../src/plan/plan.ts';
import { type Document, list, section } from '../../src/report/document.ts';
import { planDocument } from '../../src/report/plan/document.ts';
import { renderHtml } from '../../src/report/render/html.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { campaignOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, membersText, people as numbers, otpStep } from '../rig/campaign-rig.ts';
import { startCommand } from '../rig/command.ts';
import { springCampaign, springPeople, springPlan } from '../rig/spring-campaign.ts';

function springPage(
  title = 'Spring renewal reminders',
  showNumbers = false,
  jobsAtMost = Infinity,
  name = 'Ada "=1" <Obi>',
  stepTitle?: string,
): string {
  const nameOf = ({ id }: PlannedJob) => (id.key?.endsWith('0123') ? name : undefined);
  const jobs: PlannedJob[] = [];
  const spring = springCampaign();
  const steps = spring.steps.map((step) => (stepTitle === undefined ? step : { ...step, title: stepTitle }));
  const campaign = { ...spring, title, steps };
  const plan = planCampaign(springPlan({ campaign, onJob: (job) => jobs.push(job) }));
  const people = { jobs: jobs.slice(0, jobsAtMost), morePeople: 3, nameOf: showNumbers ? nameOf : undefined };
  return renderHtml(planDocument(plan, { budget: 400, showNumbers, people }));
}

function markdownOf(input: Parameters<typeof springPlan>[0] = {}): string {
  return renderMarkdown(planDocument(planCampaign(springPlan(input))));
}

describe('the plan as Markdown', () => {
  test('is a comment that a pull request takes, however many steps there are', () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      stepOf({ id: `step-with-a-rather-long-name-number-${index}`, uses: 'voice.redial' }),
    );
    const text = markdownOf({ campaign: campaignOf({ steps: many }) });
    expect(text.length).toBeLessThanOrEqual(65_535);
    expect(text).toMatch(/\n[\d,]+ more lines\n$/);
  });

  test('shows sums, findings, a row a step, and the timeline folded', () => {
    const text = markdownOf();
    expect(text).toContain(
      '| followUp whatsapp.send | planned | 186 | Mon 23 Nov 11:04 | Tue 24 Nov 04:33 | Africa/Lagos 96, ',
    );
    expect(text).toContain('| stopRobots aivoice.pause | only if something fails | 0 |  |  |  |');
    expect(text).toContain('> [!WARNING]');
    expect(text).not.toContain('234000');
  });

  test('takes a title as text, never as markup', () => {
    const campaign = campaignOf({
      title: '<img src=x> [a](b) @everyone',
      steps: [stepOf({ id: 'a', uses: 'sms.balance' })],
    });
    expect(markdownOf({ campaign })).toContain('### `<img` `src=x>` `[a](b)` `@everyone`: plan');
  });

  test('has the title of a folded part in HTML, as the line of its tag is', () => {
    const title = '`shop-news` (hello_1) gives way to <all>';
    const folded: Document = {
      title: 'Several',
      subject: 'plan',
      about: [],
      conclusion: [],
      body: [{ ...section(title, list(['one'])), isFolded: true }, section(title, list(['two']))],
    };
    expect(renderMarkdown(folded).split('\n').slice(4)).toEqual([
      '<details><summary><code>shop-news</code> (hello_1) gives way to &lt;all&gt;</summary>',
      '',
      '- one',
      '',
      '</details>',
      '',
      '**`shop-news` (hello\\_1) gives way to `<all>`**',
      '',
      '- two',
      '',
    ]);
  });
});

describe('the plan as a page', () => {
  test('is one file that asks for nothing from outside, and shows no full number unless asked to', () => {
    const page = springPage();
    expect(page).not.toMatch(/(?:src|href|url\()\s*=?\s*["']?(?:https?:)?\/\//);
    expect(page).not.toMatch(/23400010\d{5}/);
    expect(springPage('Spring', true)).toMatch(/23400010\d{5}/);
  });

  test('counts everybody who is not listed, of each audience', async () => {
    await using rig = await createCampaignRig();
    const [members, guests] = [numbers(2_003), numbers(2_004, 3_000)];
    await rig.members(members);
    await rig.write('guests.csv', membersText([...guests.slice(1), ...members.slice(0, 1), ...members.slice(-1)]));
    await rig.campaign(
      `${otpStep}\n${otpStep.replace('code', 'other').replace('members', 'guests')}`,
      'audiences:\n  members: { file: members.csv, key: phone }\n  guests: { file: guests.csv, key: phone }',
    );
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'html']).ended;
    expect(stdout).toContain('<p>6 more people are not listed here');
  });

  test('takes what comes from files as text, never as markup', () => {
    const page = springPage('<script>alert(1)</script>');
    expect(page).toContain('<h1><bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>: plan</h1>');
    expect(page).not.toContain('<script>alert');
  });
});

describe.skipIf(browserPath === undefined)('the plan’s page in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-plan-'));
  const url = `file://${join(folder, 'plan.html')}`;
  const search = '.search input';
  const people = '.people tbody tr:visible';

  beforeAll(() => writeFileSync(join(folder, 'plan.html'), springPage()));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read without a script: bars with a title each, zones to unfold, everybody in the list', async () => {
    await using rig = await openPage(url, { javaScriptEnabled: false });
    const { page, complaints } = rig;
    const bars = page.locator('.timeline > .lane svg rect');
    expect(await bars.count()).toBeGreaterThan(10);
    const box = await bars.nth(5).boundingBox();
    expect(box?.width).toBeGreaterThan(2);
    expect(await bars.nth(5).locator('title').textContent()).toMatch(
      /^\d+ from Mon 23 Nov \d\d:\d\d to \d\d:\d\d \(Africa\/Lagos\)/,
    );
    expect(await page.locator('details .lane').first().isVisible()).toBe(false);
    await page.locator('details summary').first().click();
    expect(await page.locator('details .lane').first().isVisible()).toBe(true);
    expect(await page.locator('.people tbody tr').count()).toBe(240);
    expect(await page.locator('.search').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('its timeline has all steps in the order of the file, with what is known of those that may not start', async () => {
    await using rig = await openPage(url);
    const rows = await rig.page.locator('.timeline > .lane:not(.axis)').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'funds 1',
      'greeting 1',
      'redial 1',
      'followUp 186',
      'code 61',
      'call only as needed',
      'stopRobots only if something fails',
    ]);
    expect(await rig.page.locator('.timeline + .legend li').allInnerTexts()).toEqual([
      'one request',
      'bar height: recipients who start in 10 min',
      'times are Africa/Lagos',
    ]);
  });

  test('says the times of its bars as text, by keyboard', async () => {
    await using rig = await openPage(url);
    const summary = rig.page.locator('.times summary');
    expect(await summary.innerText()).toBe('Times as text');
    await summary.press('Enter');
    const rows = await rig.page.locator('.times tbody tr').allInnerTexts();
    expect(rows.slice(2, 5).map((row) => row.split('\t'))).toEqual([
      ['redial', 'Africa/Lagos', '1', 'Mon 23 Nov 09:04:00', '', 'the rate'],
      ['followUp', 'Africa/Lagos', '16', 'Mon 23 Nov 11:04:00', 'Mon 23 Nov 11:50:00', 'the delay'],
      ['followUp', 'Africa/Lagos', '63', 'Mon 23 Nov 12:54:00', 'Mon 23 Nov 14:58:00', 'the rate'],
    ]);
  });

  test('finds a person by any notation of the number, and by its end', async () => {
    await using rig = await openPage(url);
    const { page, complaints } = rig;
    const none = 'No recipient on this page has this number.';
    for (const [typed, said, ...shown] of [
      ['+234 000 100 0123', '1 person', '234…0123'],
      ['234…0123', '1 person', '234…0123'],
      ['234...0123', '1 person', '234…0123'],
      ['0123', '1 person', '234…0123'],
      ['2340123', '1 person', '234…0123'],
      ['234 000 100 9999', none],
      ['Ada', 'No recipient on this page has this name.'],
    ] as const) {
      await page.locator(search).fill(typed);
      const found = [
        await page.locator('.search output').textContent(),
        await page.locator(`${people} th`).allTextContents(),
      ];
      expect([typed, ...found]).toEqual([typed, said, shown]);
      await page.locator(search).fill('');
      expect(await page.locator(people).count()).toBe(50);
    }
    expect(complaints).toEqual([]);
  });

  test('filters people by step, by reason and by time zone, keeps that in its address, and saves the selection', async () => {
    await using rig = await openPage(url);
    const { page } = rig;
    const all = await page.locator(people).count();
    await page.getByLabel('All steps').selectOption('followUp');
    await page.getByLabel('Any status').selectOption('none');
    const reasons = await page.locator('.people tbody tr:not([hidden]) li:not([hidden]) small').allTextContents();
    expect([...new Set(reasons)]).toEqual([
      'the audience has no time zone for them',
      'missing value: first_name',
      'their 24-hour WhatsApp session is over before their turn',
    ]);
    expect(await page.locator('.search output').textContent()).toBe(`${reasons.length} people`);
    expect(page.url()).toBe(`${url}#step=followUp&reason=none`);
    await using other = await openPage(page.url());
    // 50 of them at a time.
    expect(await other.page.locator(people).count()).toBe(50);
    expect(await other.page.locator('.pager span').textContent()).toBe('Page 1 of 2');
    await other.page.getByRole('button', { name: 'Next' }).click();
    expect(await other.page.locator(people).count()).toBe(reasons.length - 50);
    await other.page.emulateMedia({ media: 'print' });
    expect(await other.page.locator(people).count()).toBe(reasons.length);
    await page.getByLabel('Any status').selectOption('planned');
    await page.getByLabel('All time zones').selectOption('Asia/Kathmandu');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFrecipient,name,step,time zone,start,not planned because');
    expect(lines[1]).toMatch(/^234…\d{4},,followUp,Asia\/Kathmandu,\w{3} \d+ Nov \d\d:\d\d,$/);
    expect(lines).toHaveLength((await page.locator(people).count()) + 2);
    await page.getByLabel('All steps').selectOption('');
    await page.getByLabel('Any status').selectOption('');
    await page.getByLabel('All time zones').selectOption('');
    expect([await page.locator(people).count(), page.url()]).toEqual([all, url]);
    expect(rig.complaints).toEqual([]);
  });

  test('has names beside numbers, finds them, and a spreadsheet takes them for text', async () => {
    writeFileSync(join(folder, 'names.html'), springPage('Spring', true));
    await using rig = await openPage(`file://${join(folder, 'names.html')}`);
    await rig.page.locator(search).fill('obi');
    expect(await rig.page.locator(`${people} th`).allTextContents()).toEqual(['Ada "=1" <Obi> 2340001000123']);
    const download = rig.page.waitForEvent('download');
    await rig.page.getByRole('button', { name: 'Save as CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('2340001000123,"Ada ""=1"" <Obi>",');
  });

  test('finds whole numbers where they are shown, by any part of them', async () => {
    writeFileSync(join(folder, 'whole.html'), springPage('Spring', true));
    await using rig = await openPage(`file://${join(folder, 'whole.html')}`);
    await rig.page.locator(search).fill('1000124');
    expect(await rig.page.locator(`${people} th`).allTextContents()).toEqual(['2340001000124']);
  });

  test('on a narrow screen each cell has the name of its column', async () => {
    await using rig = await openPage(url, { viewport: { width: 390, height: 844 } });
    const { page } = rig;
    const followUp = page.locator('#steps ~ .wide .cells tbody tr').nth(3);
    expect(await followUp.locator('td').evaluateAll((cells) => cells.map((cell) => cell.dataset['column']))).toEqual([
      'state',
      'to send',
      'first',
      'last',
      'remarks',
    ]);
    expect((await followUp.boundingBox())!.height).toBeLessThan(600);
    expect(await page.locator(people).count()).toBe(20);
  });

  test('neither long names and titles nor times of another zone are wider than the narrowest screen', async () => {
    const page = springPage(undefined, true, undefined, 'Obi'.repeat(60), 'Renewal'.repeat(12));
    writeFileSync(join(folder, 'names.html'), page);
    await using rig = await openPage(`file://${join(folder, 'names.html')}`, { viewport: { width: 320, height: 800 } });
    await rig.page.locator(search).fill('ObiObi');
    await rig.page.locator('.people th', { hasText: 'ObiObi' }).waitFor();
    expect(await rig.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('on paper all zones are open, and neither a heading nor a number is parted', async () => {
    await using rig = await openPage(url);
    const { page } = rig;
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('details .lane').first().isVisible()).toBe(true);
    const style = (selector: string, name: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`);
    expect(await style('h2', 'break-after')).toBe('avoid');
    expect(await style('.cells tbody tr', 'break-inside')).toBe('avoid');
    expect(await style('.people th', 'white-space')).toBe('nowrap');
    expect(await style('.words .unbroken', 'display')).toBe('inline-block');
  });

  test.each([
    ['dark', 'screen', 'rgb(18, 20, 19)'],
    ['light', 'screen', 'rgb(251, 251, 250)'],
    ['light', 'print', 'rgb(255, 255, 255)'],
  ] as const)('has its colours for %s and %s', async (colorScheme, media, background) => {
    await using rig = await openPage(url, { colorScheme });
    await rig.page.emulateMedia({ media, colorScheme });
    expect(await rig.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
  });

  test('is good on every screen, light and dark', async () => {
    // Rows are alike, and axe looks at each of them.
    writeFileSync(join(folder, 'short.html'), springPage(undefined, false, 40));
    await using rig = await openPage(`file://${join(folder, 'short.html')}`);
    await rig.page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    expect(await screenFindings(rig.page)).toEqual([]);
  });

  test('has messages that are good on every screen, light and dark', async () => {
    const cwd = new URL('../..', import.meta.url).pathname;
    const args = ['plan', 'campaigns/whatsapp-showcase.yaml', '--at', '2026-11-22 08:00', '--format', 'html'];
    const { stdout } = await startCommand(args, { cwd }).ended;
    writeFileSync(join(folder, 'showcase.html'), stdout);
    await using rig = await openPage(`file://${join(folder, 'showcase.html')}`);
    expect(await rig.page.locator('.bubble').count()).toBe(22);
    expect(await screenFindings(rig.page)).toEqual([]);
  });
});

test('everybody in the example is on the page once', () => {
  expect(springPage().match(/<tr data-key=/g)).toHaveLength(springPeople(240).size);
});
