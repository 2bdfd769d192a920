import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Roster } from '../../src/audience/roster.ts';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { reportToHtml } from '../../src/report/jobs/html/page.ts';
import type { ReportHtmlInput } from '../../src/report/jobs/html/report-input.ts';
import { type RunStatistics, runStatistics } from '../../src/report/jobs/run-statistics.ts';
import { createStartTimes } from '../../src/report/jobs/start-times.ts';
import { axisFor } from '../../src/report/plan/axis.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { axeFindings, screens, widerThanScreen } from '../rig/axe.ts';
import { browserPath, closeBrowser, openPage } from '../rig/browser.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { fc } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const zone = 'Africa/Lagos';
const opens = instantOf('2026-11-23T09:00:00', zone);
const keyOf = (index: number): string => String(2340001000000 + index);

function membersOf(size: number): ReadonlyMap<string, Roster> {
  const rows = Array.from({ length: size }, (_, index) => ({ key: keyOf(index) }));
  return new Map([['members', rosterOf('members', rows)]]);
}

const forEach = { audience: 'members', where: {} };

function springCampaign(parts: Partial<Campaign> = {}): Campaign {
  return campaignOf({
    title: 'Spring',
    costs: { 'whatsapp.send': 0.5 },
    audiences: [audienceOf({ name: 'members' })],
    steps: [
      stepOf({ id: 'funds', uses: 'sms.balance' }),
      stepOf({ id: 'hello', uses: 'whatsapp.send', needs: ['funds'], forEach }),
      stepOf({ id: 'code', uses: 'otp.send', needs: ['hello'], forEach }),
    ],
    ...parts,
  });
}

const messages: JobRecord[] = (
  ['accepted', 'accepted', 'accepted', 'rejected', 'rejected', 'inDoubt', 'sending', 'skipped', 'expired'] as JobState[]
).map((state, index): JobRecord => {
  const job = { step: 'hello', key: keyOf(index), state, attempts: 1 };
  if (state === 'skipped') return { ...job, attempts: 0, reason: 'missing:first_name' };
  if (state === 'expired') return { ...job, attempts: 0, reason: 'ends' };
  const started = { ...job, firstAt: opens + index * 60_000, at: opens + index * 60_000 };
  if (state === 'rejected') return { ...started, code: '-69', reason: `no rate for ${keyOf(index)}` };
  return state === 'inDoubt' ? { ...started, reason: 'connection reset' } : started;
});

const records: readonly JobRecord[] = [
  { step: 'funds', state: 'accepted', attempts: 3, firstAt: opens, at: opens },
  ...messages,
  { step: 'code', key: keyOf(3), state: 'skipped', attempts: 0, reason: 'onlyIf:hello' },
  { step: 'farewell', key: keyOf(1), state: 'accepted', attempts: 1, at: opens },
];

function statisticsOf(
  jobs: readonly JobRecord[],
  campaign: Campaign,
  size: number,
  running = false,
): Promise<RunStatistics> {
  const counts = new Map<string, number>();
  for (const { step } of jobs) counts.set(step, (counts.get(step) ?? 0) + 1);
  const reader = {
    async *jobs(filter: { readonly step?: string } = {}) {
      yield jobs.filter(({ step }) => step === filter.step);
    },
    counts: async () => [...counts].map(([step, count]) => ({ step, state: 'accepted' as const, jobs: count })),
  };
  return runStatistics({ campaign, rosters: membersOf(size), reader, running });
}

async function pageOf(parts: Partial<ReportHtmlInput> = {}): Promise<string> {
  const campaign = parts.campaign ?? springCampaign();
  return reportToHtml({
    campaign,
    run: '1',
    state: 'finished',
    sandbox: false,
    now: opens + 3_600_000,
    statistics: await statisticsOf(records, campaign, 12),
    approvals: [],
    decisions: [],
    leftOut: [],
    showNumbers: false,
    command: (command, more) => `callsheet ${command} spring.yaml${more === undefined ? '' : ` ${more}`}`,
    ...parts,
  });
}

/** What a reader sees of a piece of the page. */
function textOf(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  return html
    .slice(start, html.indexOf(to, start))
    .replace(/<\/(?:p|li|tr|dt|dd|h\d|th|td)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

describe('the report as a page', () => {
  test('says what is certain and what may have been, and whom it concerns', async () => {
    expect(textOf(await pageOf(), '<p class="verdict">', '</header>')).toBe(
      [
        'At least 4, at most 6 of 25 jobs accepted by the service; 2 in doubt; 14 to go; 2 skipped, 1 of them by a condition of the campaign.',
        '3 of 12 recipients of members have at least one accepted job; 2 more have only jobs in doubt.',
        'first start Mon 23 Nov 09:00, last Mon 23 Nov 09:06.',
        'cost at least 1.50, at most 2.50 by the campaign’s costs.',
        '1 recorded under farewell, which is no longer in the file, is not counted here.',
        '4 accepted 16 %',
        '2 rejected 8.0 %',
        '2 in doubt 8.0 %',
        '2 skipped 8.0 %',
        '1 of them by condition 4.0 %',
        '1 expired 4.0 %',
        '14 to go 56 %',
      ].join('\n'),
    );
  });

  test('tells why the rest was not accepted, what that means, and what to do', async () => {
    expect(textOf(await pageOf(), '<h2 id="why">', '</section>')).toBe(
      [
        'Why the rest was not accepted',
        ['jobs', 'step', 'outcome', 'why', 'what to do', 'examples'],
        ['2', 'hello', 'rejected', '-69 rate does not exist; no rate for …'],
        'callsheet explain whatsapp.send -69 says which rules cause it. Once fixed, use callsheet reconcile spring.yaml --resend ADDRESS to let the next run try again.',
        '234…0003, 234…0004',
        ['1', 'hello', 'in doubt', 'connection reset'],
        'It may have arrived and will not be resent automatically. Check with the service, then decide: callsheet reconcile spring.yaml.',
        '234…0005',
        ['1', 'hello', 'in doubt', 'its process died before the response arrived'],
        'It may have arrived and will not be resent automatically. Check with the service, then decide: callsheet reconcile spring.yaml.',
        '234…0006',
        ['1', 'hello', 'skipped', 'missing value: first_name'],
        'Fill the column, or give the text a default; the next run checks again.',
        '234…0007',
        ['1', 'hello', 'expired', 'the campaign ends first'],
        'Use a higher rate, wider hours or a later ends; the next run checks again.',
        '234…0008',
        ['3', 'hello', 'to go', 'not started yet', 'callsheet status spring.yaml shows what is next.'],
        ['11', 'code', 'to go', 'not started yet', 'callsheet status spring.yaml shows what is next.'],
        ['1', 'code', 'skipped by condition', 'step hello did not have the required outcome'],
        'Nothing: the step is for other recipients.',
      ]
        .flat()
        .join('\n'),
    );
  });

  test('names who is in doubt, by reason, with the command that decides', async () => {
    expect(textOf(await pageOf(), '<h2 id="doubt">', '</section>')).toBe(
      [
        'In doubt: 2',
        'They may or may not have arrived and will not be resent automatically. Check with the service, then decide about each: callsheet reconcile spring.yaml.',
        'connection reset',
        'hello[234…0005] Mon 23 Nov 09:05:00',
        'no valid response',
        'hello[234…0006] Mon 23 Nov 09:06:00',
      ].join('\n'),
    );
  });

  test('has a row a step: what its jobs came to, how often they were repeated, first and last start', async () => {
    const rows = [
      ['fundssms.balance', '1', '·', '·', '·', '·', '·', '2', 'Mon 23 Nov 09:00:00', 'Mon 23 Nov 09:00:00'],
      ['hellowhatsapp.send', '3', '2', '2', '1', '1', '3', '·', 'Mon 23 Nov 09:00:00', 'Mon 23 Nov 09:06:00'],
      ['codeotp.send', '·', '·', '·', '11 by condition', '·', '11', '·'],
      ['total', '4', '2', '2', '21 by condition', '1', '14', '2'],
    ];
    expect(
      textOf(await pageOf(), '<h2 id="steps">', '</section>')
        .split('\n')
        .slice(11),
    ).toEqual(rows.flat());
  });

  test('in-flight jobs of a running run are not in doubt', async () => {
    const campaign = springCampaign();
    const page = await pageOf({ statistics: await statisticsOf(records, campaign, 12, true), state: 'under way' });
    expect(page).toContain('at most 6</b> of 25 jobs accepted by the service; 1 in doubt; 1 in flight; 14 to go;');
    expect(page).toContain('In doubt: 1<');
  });

  test('asks for nothing from outside, has no script, and shows no full number unless asked to', async () => {
    const page = await pageOf();
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|\s(?:on\w+|src|href)=|url\(|@import/);
    expect(page).not.toMatch(/2340001\d{6}/);
    expect(await pageOf({ showNumbers: true })).toContain('<code class="unbroken">hello[2340001000005]</code>');
  });

  test('takes what comes from files and from the service as text, never as markup', async () => {
    const evil = '"><script>alert(1)</script>\'&';
    const campaign = springCampaign({ title: evil, timezone: zone });
    const jobs = records.map((job) => ({ ...job, ...(job.reason === undefined ? {} : { reason: evil }), code: evil }));
    const page = await pageOf({
      campaign,
      run: evil,
      statistics: await statisticsOf(jobs, campaign, 12),
      command: (command) => `callsheet ${command} ${evil}`,
    });
    expect(page).not.toContain('<script');
    expect(page).toContain('<h1 dir="auto">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;</h1>');
  });

  test('is as large for ten thousand refusals, each with words of its own, as for a thousand', async () => {
    const campaign = springCampaign();
    const refused = (count: number): JobRecord[] =>
      Array.from({ length: count }, (_, index) => ({
        step: 'hello',
        key: keyOf(index),
        state: index % 2 === 0 ? 'rejected' : 'inDoubt',
        attempts: 1,
        at: opens + (index * 36_000_000) / count,
        code: '-69',
        reason: `cause ${index}`,
      }));
    const [small, large] = await Promise.all(
      [1_000, 10_000].map(async (count) => pageOf({ statistics: await statisticsOf(refused(count), campaign, count) })),
    );
    expect(large!.length).toBeLessThan(small!.length * 1.1);
    expect(large).toContain('various reasons, too many to list');
    expect(large).toContain('callsheet reconcile spring.yaml</code> lists them all.');
    expect(large).toContain('and 4,950 more');
  });

  test('draws the first sixty of many steps, and counts all of them', async () => {
    const ids = Array.from({ length: 63 }, (_, index) => `hello${index}`);
    const campaign = springCampaign({ steps: ids.map((id) => stepOf({ id, uses: 'whatsapp.send', forEach })) });
    const jobs = ids.map((step): JobRecord => ({ step, key: keyOf(0), state: 'accepted', attempts: 1, at: opens }));
    const page = await pageOf({ statistics: await statisticsOf(jobs, campaign, 1), campaign });
    expect(page.match(/<span>hello\d+ <small>1 accepted<\/small><\/span>/g)).toHaveLength(60);
    expect(page).toContain('<p class="note">3 more steps are in the table below.</p>');
    expect(page).toContain('aria-label="63 starts; at most 63 in 1 s"');
  });

  test('has a page also where nothing was ever run', async () => {
    const campaign = springCampaign();
    const statistics = await runStatistics({ campaign, rosters: membersOf(3), reader: undefined, running: false });
    expect(await pageOf({ statistics, state: 'has not been run' })).toContain('<p>Nothing has been started.</p>');
  });
});

test('starts are counted in the cell in which they were, over seconds as over months', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 300 }),
      fc.constantFrom(10, 4_000, 90_000),
      fc.constantFrom('Africa/Lagos', 'Asia/Kathmandu', 'America/New_York'),
      (offsets, stretch, timezone) => {
        // Thousands of seconds of their own, so that what is counted becomes coarse.
        const filled = Array.from({ length: 5_000 }, (_, index) => opens + index * stretch);
        const all = [...offsets.map((offset) => opens + (offset % 5_000) * stretch + 1), ...filled];
        const starts = createStartTimes(1);
        for (const at of all) starts.note(at, 0);
        const axis = axisFor({ from: Math.min(...all), to: Math.max(...all), zone: timezone, atMost: 200 });
        const counted = Array.from({ length: axis.cells }, () => 0);
        for (const at of all) counted[Math.floor((at - axis.from) / axis.cellMs)]!++;
        expect(starts.inCells(axis).map(([count]) => count)).toEqual(counted);
      },
    ),
    { numRuns: 30 },
  );
});

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
    writeFileSync(
      join(folder, 'report.html'),
      await pageOf({ campaign, statistics: await statisticsOf(jobs, campaign, 1_000) }),
    );
  });
  afterAll(async () => {
    await closeBrowser();
    rmSync(folder, { recursive: true });
  });

  test('draws the proportion and the timeline to scale, without a script', async () => {
    await using rig = await openPage(url, { javaScriptEnabled: false });
    const { page, complaints } = rig;
    const [accepted, rejected] = await Promise.all(
      ['accepted', 'rejected'].map((outcome) => page.locator(`.share > .${outcome}`).first().boundingBox()),
    );
    expect(accepted!.width / rejected!.width).toBeCloseTo(779 / 20, 0);
    const bars = page.locator('svg.lane rect.accepted');
    expect(await bars.count()).toBeGreaterThan(50);
    expect((await bars.nth(5).boundingBox())!.height).toBeGreaterThan(8);
    expect((await page.locator('svg.lane rect.rejected').first().boundingBox())!.height).toBeGreaterThanOrEqual(2);
    expect(await bars.nth(5).locator('title').textContent()).toMatch(
      /^Mon 23 Nov \d\d:\d\d to \d\d:\d\d: [\d,]+ accepted(, \d+ rejected)?$/,
    );
    expect(await page.locator('svg.lane rect.closed').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
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
    ['dark', 'screen', 'rgb(20, 24, 31)'],
    ['light', 'screen', 'rgb(255, 255, 255)'],
    ['light', 'print', 'rgb(255, 255, 255)'],
  ] as const)('has its colours for %s and %s', async (colorScheme, media, background) => {
    await using rig = await openPage(url, { colorScheme });
    await rig.page.emulateMedia({ media, colorScheme });
    expect(await rig.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
    expect(rig.complaints).toEqual([]);
  });

  test('on a narrow screen nothing is wider than it, and what to do is under its cause', async () => {
    await using rig = await openPage(url, { viewport: { width: 390, height: 844 } });
    expect(await widerThanScreen(rig.page)).toEqual([]);
    const cause = rig.page.locator('#why ~ .wide tbody tr').first().locator('td:visible');
    expect(
      await cause.evaluateAll((cells) => cells.map((cell) => `${cell.dataset['column']}: ${cell.textContent}`)),
    ).toEqual([
      'jobs: 20',
      'step: hello',
      'outcome: rejected',
      'why: -69 rate does not exist',
      'what to do: `callsheet explain whatsapp.send -69` says which rules cause it. Once fixed, use `callsheet reconcile spring.yaml --resend ADDRESS` to let the next run try again.'.replaceAll(
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
      'address,decision,comment,reason',
      'hello[2340001000005],,,connection reset',
      'hello[2340001000006],,,',
      '',
    ]);
    expect(await rig.page.locator('.doubts p').innerText()).toContain(' --from decisions.csv');
  });

  test.each(screens)('axe finds nothing in %s at %i px', async (colorScheme, width) => {
    await using rig = await openPage(url, { colorScheme, viewport: { width, height: 844 } });
    expect(await axeFindings(rig.page)).toEqual([]);
  });
});

describe('callsheet report --format html', () => {
  test('has the sums that the state has, and no full number unless asked to', async () => {
    await using rig = await createCampaignRig();
    const members = [...people(6), '2340002220000'];
    await rig.members(members);
    await rig.campaign(
      `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`,
      'limits: { concurrency: 1, doubts: 5 }',
    );
    await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: members[2] });
    expect((await rig.run()).code).toBe(3);
    const html = await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended;
    expect({ code: html.code, stderr: html.stderr }).toEqual({ code: 0, stderr: '' });
    expect(textOf(html.stdout, '<p class="verdict">', '</p>')).toBe(
      'At least 12, at most 13 of 14 jobs accepted by the service; 1 in doubt; none left to do.',
    );
    expect(html.stdout).toContain('· finished ·');
    expect(html.stdout).toContain('callsheet reconcile campaign.yaml');
    for (const number of members) expect(html.stdout).not.toContain(number);
    const whole = await rig.callsheet(['report', 'campaign.yaml', '--format', 'html', '--show-numbers']).ended;
    expect(whole.stdout).toContain(`hello[${members[2]}]`);
  });
});
