import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { PlannedJob } from '../../src/plan/plan.ts';
import { planToHtml } from '../../src/report/plan/html/page.ts';
import { planToMarkdown } from '../../src/report/plan/markdown.ts';
import { campaignOf, stepOf } from '../rig/campaign.ts';
import { springCampaign, springPeople, springPlan } from '../rig/spring-campaign.ts';

function springPage(title = 'Spring renewal reminders', showNumbers = false): string {
  const jobs: PlannedJob[] = [];
  const campaign = { ...springCampaign(), title };
  const plan = planCampaign(springPlan({ campaign, onJob: (job) => jobs.push(job) }));
  return planToHtml(plan, { budget: 400, jobs, morePeople: 3, showNumbers });
}

describe('the plan as Markdown', () => {
  test('is a comment that a pull request takes, however many steps there are', () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      stepOf({ id: `step-with-a-rather-long-name-number-${index}`, uses: 'voice.redial' }),
    );
    const text = planToMarkdown(planCampaign(springPlan({ campaign: campaignOf({ steps: many }) })));
    expect(text.length).toBeLessThanOrEqual(65_535);
    expect(text).toMatch(/\n\d+ more(, in `callsheet plan --format html`| lines)\n$/);
  });

  test('shows sums, findings, a row a step, and the timeline folded', () => {
    const text = planToMarkdown(planCampaign(springPlan()));
    expect(text).toContain('| followUp | `whatsapp.send` | 186 | Mon 23 Nov 11:04 | Tue 24 Nov 04:33 | 54 | ⚠ |');
    expect(text).toContain('| stopRobots | `aivoice.pause` | only if something fails |  |  |  |  |');
    expect(text).toContain('> [!WARNING]');
    expect(text).not.toContain('234000');
  });

  test('takes a title as text, never as markup', () => {
    const campaign = campaignOf({
      title: '<img src=x> [a](b) @everyone',
      steps: [stepOf({ id: 'a', uses: 'sms.balance' })],
    });
    expect(planToMarkdown(planCampaign(springPlan({ campaign })))).toContain(
      '### `<img` `src=x>` `[a](b)` `@everyone`',
    );
  });
});

describe('the plan as a page', () => {
  test('is one file that asks for nothing from outside, and shows no whole number unless told to', () => {
    const page = springPage();
    expect(page).not.toMatch(/(?:src|href|url\()\s*=?\s*["']?(?:https?:)?\/\//);
    expect(page).not.toMatch(/23400010\d{5}/);
    expect(springPage('Spring', true)).toMatch(/23400010\d{5}/);
  });

  test('takes what comes from files as text, never as markup', () => {
    const page = springPage('<script>alert(1)</script>');
    expect(page).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>');
    expect(page).not.toContain('<script>alert');
  });
});

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

describe.skipIf(executablePath === undefined)('the plan’s page in Chromium', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-plan-'));
  const url = `file://${join(folder, 'plan.html')}`;

  beforeAll(async () => {
    writeFileSync(join(folder, 'plan.html'), springPage());
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test('is read without a script: bars with a title each, zones to unfold, everybody in the list', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    const bars = page.locator('.timeline > .row svg rect');
    expect(await bars.count()).toBeGreaterThan(10);
    const box = await bars.nth(5).boundingBox();
    expect(box?.width).toBeGreaterThan(2);
    expect(await bars.nth(5).locator('title').textContent()).toMatch(
      /^\d+ from Mon 23 Nov \d\d:\d\d to \d\d:\d\d \(Africa\/Lagos\)/,
    );
    expect(await page.locator('details .row').first().isVisible()).toBe(false);
    await page.locator('details summary').first().click();
    expect(await page.locator('details .row').first().isVisible()).toBe(true);
    expect(await page.locator('.people tbody tr').count()).toBe(240);
    expect(await page.locator('.search').isVisible()).toBe(false);
    await context.close();
  });

  test('finds a recipient by the whole number', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(url);
    await page.locator('.search input').fill('+234 000 100 0123');
    expect(await page.locator('.people tbody tr:visible').count()).toBe(1);
    expect(await page.locator('.people tbody tr:visible th').textContent()).toBe('234…0123');
    expect(await page.locator('.search output').textContent()).toBe('1 person');
    expect(errors).toEqual([]);
    await page.close();
  });

  test.each([
    ['dark', 'screen', 'rgb(20, 24, 31)'],
    ['light', 'screen', 'rgb(255, 255, 255)'],
    ['light', 'print', 'rgb(255, 255, 255)'],
  ] as const)(
    'has its colours for %s and %s, and is no wider than a narrow screen',
    async (colorScheme, media, background) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 420, height: 800 } });
      await page.emulateMedia({ media, colorScheme });
      await page.goto(url);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
      const fits = await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
      expect(fits || media === 'print').toBe(true);
      await page.close();
    },
  );
});

test('everybody of the example stands on the page once', () => {
  expect(springPage().match(/<tr data-key=/g)).toHaveLength(springPeople(240).size);
});
