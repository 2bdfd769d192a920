import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { keyOf, opens, pageOf, peopleOf, springCampaign, statisticsOf } from '../rig/report-page.ts';

describe.skipIf(browserPath === undefined)('the report’s page in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-report-'));
  const url = `file://${join(folder, 'report.html')}`;

  beforeAll(async () => {
    const campaign = springCampaign({ starts: '2026-11-23T09:00:00' });
    const jobs = Array.from({ length: 800 }, (_, index): JobRecord => {
      const job = { step: 'hello', key: keyOf(index), attempts: 1, at: opens + index * 120_000 };
      if (index % 40 === 7) return { ...job, state: 'rejected', code: '-69', reason: 'rate does not exist' };
      return index === 500 ? { ...job, state: 'inDoubt', reason: 'connection reset' } : { ...job, state: 'accepted' };
    });
    const [statistics, listed] = [await statisticsOf(jobs, campaign, 1_000), await peopleOf(jobs, campaign, 1_000, 40)];
    writeFileSync(join(folder, 'report.html'), await pageOf({ campaign, statistics, people: listed }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('draws the proportion and the timeline to scale, without a script', async () => {
    await using rig = await openPage(url, { javaScriptEnabled: false });
    const { page, complaints } = rig;
    const [accepted, rejected] = await Promise.all(
      ['accepted', 'rejected'].map((outcome) => page.locator(`.bar > .${outcome}`).first().boundingBox()),
    );
    expect(accepted!.width / rejected!.width).toBeCloseTo(779 / 20, 0);
    const bars = page.locator('.lane svg rect.accepted');
    expect(await bars.count()).toBeGreaterThan(50);
    expect((await bars.nth(5).boundingBox())!.height).toBeGreaterThan(8);
    expect((await page.locator('.lane svg rect.rejected').first().boundingBox())!.height).toBeGreaterThanOrEqual(2);
    expect(await bars.nth(5).locator('title').textContent()).toMatch(
      /^Mon 23 Nov \d\d:\d\d to \d\d:\d\d: [\d,]+ accepted(, \d+ rejected)?$/,
    );
    expect(await page.locator('.lane svg rect.closed').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('finds people, filters them by step and outcome, keeps that in its address, and saves the selection', async () => {
    await using rig = await openPage(url);
    const { page } = rig;
    const found = page.locator('.people tbody tr:visible');
    expect(await found.count()).toBe(40);
    await page.getByLabel('All outcomes').selectOption('rejected:-69');
    expect(await page.locator('.search output').textContent()).toBe('20 people');
    await page.locator('.search input').fill('0047');
    expect(await found.allInnerTexts()).toEqual([
      '234…0047\t\nhello rejected Mon 23 Nov 10:34 -69 rate does not exist',
    ]);
    expect(page.url()).toBe(`${url}#find=0047&outcome=rejected%3A-69`);
    await using other = await openPage(page.url());
    expect(await other.page.locator('.people tbody tr:visible').count()).toBe(1);
    await page.locator('.search input').fill('');
    await page.getByLabel('All steps').selectOption('code');
    expect(await page.locator('.search output').textContent()).toBe('Nobody.');
    await page.getByLabel('All steps').selectOption('hello');
    await page.getByLabel('All outcomes').selectOption('inDoubt');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8').split('\r\n')).toEqual([
      '\uFEFFrecipient,name,step,outcome,latest start,why',
      '234…0500,,hello,in doubt,Tue 24 Nov 01:40,connection reset',
      '',
    ]);
    expect(rig.complaints).toEqual([]);
  });

  test('says the times of its bars as text, by keyboard', async () => {
    await using rig = await openPage(url, { javaScriptEnabled: false });
    await rig.page.locator('.times summary').press('Enter');
    const rows = (await rig.page.locator('.times tbody tr').allInnerTexts()).map((row) => row.split('\t'));
    expect(rows.slice(0, 2)).toEqual([
      ['hello', 'Mon 23 Nov 09:00 to 09:10', '5 accepted'],
      ['hello', 'Mon 23 Nov 09:10 to 09:20', '4 accepted, 1 rejected'],
    ]);
    const accepted = rows.map(([, , jobs = '']) => Number(/^(\d+) accepted/.exec(jobs)?.[1]));
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(779);
  });

  test.each([
    ['dark', 'screen', 'rgb(18, 20, 19)'],
    ['light', 'screen', 'rgb(251, 251, 250)'],
    ['light', 'print', 'rgb(255, 255, 255)'],
  ] as const)('has its colours for %s and %s', async (colorScheme, media, background) => {
    await using rig = await openPage(url, { colorScheme });
    await rig.page.emulateMedia({ media, colorScheme });
    expect(await rig.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
    expect(rig.complaints).toEqual([]);
  });

  test('on a narrow screen what to do is under its cause', async () => {
    await using rig = await openPage(url, { viewport: { width: 390, height: 844 } });
    const cause = rig.page.locator('#what-was-not-accepted-and-why ~ .wide tbody tr').first().locator('td:visible');
    expect(
      await cause.evaluateAll((cells) => cells.map((cell) => `${cell.dataset['column']}: ${cell.textContent}`)),
    ).toEqual([
      'jobs: 20',
      'step: hello',
      'outcome: rejected',
      'why: -69 rate does not exist',
      'what to do: Fix the cause (`callsheet explain whatsapp.send -69` says which rules cause it), then let the next run try again (`callsheet reconcile spring.yaml --resend hello --where job.code=-69`).'.replaceAll(
        '`',
        '',
      ),
      'examples: 234…0007, 234…0047, 234…0087',
    ]);
  });

  test('gives a list of the jobs in doubt to decide upon, without a script, where whole numbers are shown', async () => {
    writeFileSync(join(folder, 'whole.html'), await pageOf({ showNumbers: true }));
    await using rig = await openPage(`file://${join(folder, 'whole.html')}`, { javaScriptEnabled: false });
    const download = rig.page.waitForEvent('download');
    await rig.page.getByRole('link', { name: 'a list of these (CSV)' }).click();
    expect(readFileSync(await (await download).path(), 'utf8').split('\r\n')).toEqual([
      '\uFEFFaddress,decision,comment,attempts,reason',
      'hello[2340001000005],,,1,connection reset',
      '',
    ]);
    await rig.page.getByText('Show command').click();
    await rig.page.getByText(' --from decisions.csv').waitFor();
  });

  test('is good on every screen, light and dark', async () => {
    await using rig = await openPage(url);
    expect(await screenFindings(rig.page)).toEqual([]);
  });
});
