import { describe, expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { createStartTimes, runStatistics } from '../../src/report/jobs/run-statistics.ts';
import { axisFor } from '../../src/report/render/axis.ts';
import { peopleAtMost } from '../../src/report/render/people-html.ts';
import { stepOf } from '../rig/campaign.ts';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { fc } from '../rig/properties.ts';
import {
  forEach,
  keyOf,
  membersOf,
  opens,
  pageOf,
  peopleOf,
  records,
  springCampaign,
  statisticsOf,
  textOf,
  zone,
} from '../rig/report-page.ts';

describe('the report as a page', () => {
  test('lists the fewer people, the more jobs each may have', () => {
    expect([1, 10, 100, 5_000].map(peopleAtMost)).toEqual([2_000, 2_000, 200, 10]);
  });

  test('says what is certain and what may have been, and whom it concerns', async () => {
    expect(textOf(await pageOf(), '<p class="verdict">', '</header>')).toBe(
      [
        '3 of 12 recipients of members have at least one accepted job; 2 more may have been reached.',
        'At least 4, at most 6 of 25 jobs accepted by the service; 1 in doubt; 1 in doubt because the process died; 14 pending; 2 rejected; 2 skipped, 1 of them not needed; 1 expired.',
        'first start Mon 23 Nov 09:00, last Mon 23 Nov 09:06.',
        'cost at least 1.50, at most 2.50 by the campaign’s costs.',
        'Not in these counts: 1 accepted in step farewell, which is no longer in the file.',
        '4 accepted 17 %',
        '2 rejected 8.3 %',
        '2 in doubt 8.3 %',
        '2 skipped, 1 of them not needed the others 4.2 %',
        '1 expired 4.2 %',
        '14 pending 58 %',
      ].join('\n'),
    );
  });

  test('the bar is of the jobs that were needed, as the percentages are', async () => {
    const bar = /<div class="bar" [\s\S]*?<\/div>/.exec(await pageOf())?.[0] ?? '';
    const parts = [...bar.matchAll(/class="(\w+)" style="flex:(\d+)"/g)].map(([, kind, count]) => `${count} ${kind}`);
    expect(parts).toEqual(['4 accepted', '2 rejected', '2 inDoubt', '1 skipped', '1 expired', '14 pending']);
  });

  test('who was not needed is found among those who were skipped', async () => {
    const page = await pageOf();
    expect(page).toContain('data-outcome="skipped:onlyIf:hello"');
    expect(page).toContain(
      '<option value="skipped">skipped</option><option value="skipped:onlyIf:hello">not needed: step hello had',
    );
  });

  test('what a person gave up may have arrived, in the number of jobs, of people and of money', async () => {
    const job = { step: 'hello', attempts: 1, firstAt: opens, at: opens };
    const given = { ...job, state: 'cancelled' as const, reason: 'connection reset' };
    const campaign = springCampaign({ steps: springCampaign().steps.filter(({ id }) => id === 'hello') });
    const shown = async (jobs: readonly JobRecord[], size: number) => {
      const page = await pageOf({ campaign, statistics: await statisticsOf(jobs, campaign, size) });
      return textOf(page, '<p class="verdict">', '<ul class="outcomes').split('\n');
    };
    const accepted = { ...job, key: keyOf(0), state: 'accepted' as const };
    expect(await shown([accepted, { ...given, key: keyOf(1) }], 2)).toEqual([
      '1 of 2 recipients of members has at least one accepted job; 1 more may have been reached.',
      'At least 1, at most 2 of 2 jobs accepted by the service; none in doubt; 1 given up in doubt; none left to do.',
      'first start Mon 23 Nov 09:00, last Mon 23 Nov 09:00.',
      'cost at least 0.50, at most 1.00 by the campaign’s costs.',
    ]);
    expect((await shown([{ ...accepted, state: 'rejected', code: '-69' }], 1))[0]).toBe(
      '0 of 1 recipient of members has at least one accepted job.',
    );
  });

  test('tells why the rest was not accepted, what that means, and what to do', async () => {
    expect(textOf(await pageOf(), '<h2 id="what-was-not-accepted-and-why">', '</section>')).toBe(
      [
        'What was not accepted, and why',
        ['jobs', 'step', 'outcome', 'why', 'what to do', 'examples'],
        ['2', 'hello', 'rejected', '-69 rate does not exist; no rate for …'],
        'Fix the cause (callsheet explain whatsapp.send -69 says which rules cause it), then let the next run try again (callsheet reconcile spring.yaml --resend hello --where job.code=-69).',
        '234…0003, 234…0004',
        ['1', 'hello', 'in doubt', 'connection reset'],
        'It may have arrived and will not be resent automatically. Check with the service, then decide (callsheet reconcile spring.yaml).',
        '234…0005',
        ['1', 'hello', 'in doubt', 'its process died before the response arrived'],
        'The next run sends it again if that is safe, and else lists it for a decision (callsheet run spring.yaml).',
        '234…0006',
        ['1', 'hello', 'skipped', 'missing value: first_name'],
        'Fill the column, or give the text a default; the next run checks again.',
        '234…0007',
        ['1', 'hello', 'expired', 'the campaign ends first'],
        'Use a higher rate, wider hours or a later ends; the next run checks again.',
        '234…0008',
        [
          '3',
          'hello',
          'pending',
          'not started yet',
          'Its turn comes while the run goes on (callsheet status spring.yaml shows when).',
        ],
        [
          '11',
          'code',
          'pending',
          'not started yet',
          'Its turn comes while the run goes on (callsheet status spring.yaml shows when).',
        ],
        ['1', 'code', 'not needed', 'step hello had a different outcome for them'],
        'Nothing: the step is for other recipients.',
      ]
        .flat()
        .join('\n'),
    );
  });

  test('names who is in doubt, by reason, with the command that decides', async () => {
    expect(textOf(await pageOf(), '<h2 id="in-doubt-2">', '</section>')).toBe(
      [
        'In doubt: 2',
        'They may or may not have arrived and will not be resent automatically. Check with the service, then decide about each.',
        '1 of them was under way when the process died. The next run sends again what is safe to send again, and lists the rest here.',
        'Show commandcallsheet reconcile spring.yaml',
        'callsheet run spring.yaml',
        'connection reset',
        'hello[234…0005] Mon 23 Nov 09:05:00',
        'its process died before the response arrived',
        'hello[234…0006] Mon 23 Nov 09:06:00',
      ].join('\n'),
    );
  });

  test('offers no list of doubts where those that it names are not to be decided yet', async () => {
    const campaign = springCampaign();
    const states = [...Array.from({ length: 50 }, () => 'sending' as const), 'inDoubt' as const];
    const jobs = states.map(
      (state, index): JobRecord => ({ step: 'hello', key: keyOf(index), state, attempts: 1, at: opens }),
    );
    const statistics = await statisticsOf(jobs, campaign, 51);
    expect(await pageOf({ statistics, showNumbers: true })).not.toContain('decisions.csv');
    const last = await statisticsOf(jobs.slice(1), campaign, 51);
    expect(await pageOf({ statistics: last, showNumbers: true })).toContain(
      'download="decisions.csv" href="data:text/csv;charset=utf-8,%EF%BB%BFaddress%2Cdecision%2Ccomment%2Cattempts%2C',
    );
  });

  test('has a row a step: what its jobs came to, how often they were repeated, first and last start', async () => {
    const rows = [
      ['funds sms.balance', '1', '·', '·', '·', '·', '·', '2', 'Mon 23 Nov 09:00:00', 'Mon 23 Nov 09:00:00'],
      ['hello whatsapp.send', '3', '2', '2', '1', '1', '3', '·', 'Mon 23 Nov 09:00:00', 'Mon 23 Nov 09:06:00'],
      ['code otp.send', '·', '·', '·', '1 1 not needed', '·', '11', '·'],
      ['total', '4', '2', '2', '2 1 not needed', '1', '14', '2'],
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
    expect(page).toContain('at most 6</b> of 25 jobs accepted by the service; 1 in doubt; 1 in flight; 14 pending;');
    expect(page).toContain('In doubt: 1<');
  });

  test('asks for nothing from outside, and shows no full number unless asked to', async () => {
    const page = await pageOf();
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/\s(?:on\w+|src|href)="|url\(|@import/);
    expect(page).not.toMatch(/2340001\d{6}/);
    expect(await pageOf({ showNumbers: true })).toContain('<code>hello[2340001000005]</code>');
  });

  test('takes what comes from files and from the service as text, never as markup', async () => {
    const evil = '"><script>alert(1)</script>\'&';
    const campaign = springCampaign({ title: evil, timezone: zone });
    const jobs = records.map((job) => ({ ...job, ...(job.reason === undefined ? {} : { reason: evil }), code: evil }));
    const page = await pageOf({
      campaign,
      run: evil,
      statistics: await statisticsOf(jobs, campaign, 12),
      people: await peopleOf(jobs, campaign, 12),
      nameOf: () => evil,
      command: (command) => `callsheet ${command} ${evil}`,
    });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('<h1><bdi>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;</bdi>: report</h1>');
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
      [1_000, 10_000].map(async (count) => {
        const jobs = refused(count);
        return pageOf({
          statistics: await statisticsOf(jobs, campaign, count),
          people: await peopleOf(jobs, campaign, count, 100),
        });
      }),
    );
    expect(large!.length).toBeLessThan(small!.length * 1.1);
    expect(large).toContain('various reasons, too many to list');
    const notNeeded = { step: 'code', key: keyOf(0), state: 'skipped', attempts: 0, reason: 'onlyIf:hello' } as const;
    const { causes } = await statisticsOf([...refused(1_000), notNeeded], campaign, 1_000);
    expect(causes.filter(({ step }) => step === 'code')).toMatchObject([{ count: 1, reason: 'onlyIf:hello' }]);
    expect(large).toContain('<code>callsheet reconcile spring.yaml</code>');
    expect(large).toContain('and 4,950 more');
  });

  test('lists people with their jobs, those with something to look at first', async () => {
    expect(textOf(await pageOf(), '<table class="people">', '</table>')).toBe(
      [
        ['recipient', 'what became of their jobs'],
        [
          '234…0003',
          'hello rejected Mon 23 Nov 09:03:00 -69 no rate for 234…0003',
          'code not needed step hello had a different outcome for them',
        ],
        ['234…0004', 'hello rejected Mon 23 Nov 09:04:00 -69 no rate for 234…0004', 'code pending'],
        ['234…0005', 'hello in doubt Mon 23 Nov 09:05:00 connection reset', 'code pending'],
        ['234…0006', 'hello in doubt Mon 23 Nov 09:06:00', 'code pending'],
        ['234…0007', 'hello skipped missing value: first_name', 'code pending'],
        ['234…0008', 'hello expired the campaign ends first', 'code pending'],
        ['234…0000', 'hello accepted Mon 23 Nov 09:00:00', 'code pending'],
        ['234…0001', 'hello accepted Mon 23 Nov 09:01:00', 'code pending'],
        ['234…0002', 'hello accepted Mon 23 Nov 09:02:00', 'code pending'],
        ['234…0009', 'hello pending', 'code pending'],
        ['234…0010', 'hello pending', 'code pending'],
        ['234…0011', 'hello pending', 'code pending'],
      ]
        .flat()
        .join('\n'),
    );
  });

  test('lists those who have left the audience, and says where the others are if there are too many', async () => {
    const campaign = springCampaign();
    const left: JobRecord[] = [
      { step: 'hello', key: keyOf(50), state: 'accepted', attempts: 1, at: opens },
      { step: 'hello', key: keyOf(51), state: 'pending', attempts: 1, at: opens, reason: 'not connected' },
    ];
    const everybody = await peopleOf([...records, ...left], campaign, 12);
    expect(everybody.people.slice(12).map(({ key }) => key)).toEqual([keyOf(50)]);
    expect(everybody.hasMore).toBe(false);
    const few = await peopleOf([...records, ...left], campaign, 12, 5);
    expect([few.people.map(({ key }) => key), few.hasMore]).toEqual([[3, 4, 5, 6, 7].map(keyOf), true]);
    expect(textOf(await pageOf({ people: few }), '<p>There are more people', '</p>')).toBe(
      'There are more people; those with something to look at are listed first. All are in the CSV (callsheet report spring.yaml --format csv).',
    );
  });

  test('has the earlier jobs of those who were rejected in a later step only', async () => {
    const hello = Array.from(
      { length: 12 },
      (_, index): JobRecord => ({ step: 'hello', key: keyOf(index), state: 'accepted', attempts: 1, at: opens }),
    );
    const code: JobRecord[] = [9, 1].map((index) => ({ ...hello[index]!, step: 'code', state: 'rejected' }));
    const { people, hasMore } = await peopleOf([...hello, ...code], springCampaign(), 12, 3);
    expect(people.map(({ key, jobs }) => [key, ...jobs.map(({ step, outcome }) => `${step.id} ${outcome}`)])).toEqual([
      [keyOf(9), 'hello accepted', 'code rejected'],
      [keyOf(1), 'hello accepted', 'code rejected'],
      [keyOf(0), 'hello accepted', 'code pending'],
    ]);
    expect(hasMore).toBe(true);
  });

  test('draws the first sixty of many steps, and counts all of them', async () => {
    const ids = Array.from({ length: 63 }, (_, index) => `hello${index}`);
    const campaign = springCampaign({ steps: ids.map((id) => stepOf({ id, uses: 'whatsapp.send', forEach })) });
    const jobs = ids.map((step): JobRecord => ({ step, key: keyOf(0), state: 'accepted', attempts: 1, at: opens }));
    const page = await pageOf({ statistics: await statisticsOf(jobs, campaign, 1), campaign });
    expect(page.match(/<span>hello\d+ <small>1 accepted<\/small><\/span>/g)).toHaveLength(60);
    expect(page).toContain('<p class="about">3 more steps are in the table below.</p>');
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
    expect(textOf(html.stdout, '<p class="verdict">', '<p class="about">')).toBe(
      [
        '7 of 7 recipients of members have at least one accepted job.',
        'At least 12, at most 13 of 14 jobs accepted by the service; 1 in doubt; none left to do; 1 rejected.',
      ].join('\n'),
    );
    expect(html.stdout).toContain('>finished<');
    expect(html.stdout).toContain('callsheet reconcile campaign.yaml');
    for (const number of members) expect(html.stdout).not.toContain(number);
    const whole = await rig.callsheet(['report', 'campaign.yaml', '--format', 'html', '--show-numbers']).ended;
    expect(whole.stdout).toContain(`hello[${members[2]}]`);
  });
});
