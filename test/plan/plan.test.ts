import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Limits, Step } from '../../src/campaign/campaign.ts';
import { formatMoney } from '../../src/plan/budget.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { Plan, PlannedJob } from '../../src/plan/plan.ts';
import { formatAnswerTime } from '../../src/report/plan/answer-time.ts';
import { type PlanOptions, planDocument } from '../../src/report/plan/document.ts';
import { jobToLine, planToJson } from '../../src/report/plan/json.ts';
import { formatWorse } from '../../src/report/plan/words.ts';
import { renderers } from '../../src/report/render/index.ts';
import { dropMeanings } from '../../src/schedule/reasons.ts';
import { formatInstant, instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { fc } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';
import { springCampaign, springPeople, springPlan } from '../rig/spring-campaign.ts';

const textOf = (plan: Plan, options?: PlanOptions) =>
  renderers.text(planDocument(plan, options), { width: 110, colour: false });

describe('the plan as text', () => {
  test('is one screen: when, how many, what waits and why, what is skipped and why', () => {
    expect(textOf(planCampaign(springPlan()), { budget: 400 })).toMatchInlineSnapshot(`
      "Spring renewal reminders: plan  spring-renewal, run 2026-11-23
      planned Mon 23 Nov 2026, 08:30 · times are Africa/Lagos · tzdata 2025c

                    Mon 23 Nov     Tue 24 Nov
                       12    18    00    06    12    to send  first             last
        funds       ◆                                      1  Mon 23 Nov 09:00  Mon 23 Nov 09:00
        greeting    ◆                                      1  Mon 23 Nov 09:02  Mon 23 Nov 09:02
        redial      ◆                                      1  Mon 23 Nov 09:04  Mon 23 Nov 09:04
                    the service calls 09:30–12:00, 14:00–20:00 by its own clock
        followUp      ██████···········▃                 186  Mon 23 Nov 11:04  Tue 24 Nov 04:33
                    Africa/Lagos 96, Asia/Kathmandu 49, America/New_York 41 from Mon 23 Nov 15:00 (09:00 there)
                    waiting: 144 for the rate, 41 for the window
                    5 skipped: missing value: \`first_name\`
                    7 skipped: the audience has no time zone for them
                    42 skipped: their 24-hour WhatsApp session is over before their turn
        code                           ▄▁···█▁····▄       61  Tue 24 Nov 04:35  Tue 24 Nov 15:26
                    Asia/Kathmandu 15, Africa/Lagos 32 from Tue 24 Nov 09:00 (09:00 there), America/New_York 14 from Tue 24 Nov 15:00 (09:00 there)
                    waiting: 46 for the window, 15 for the rate
                    3 skipped: the audience has no time zone for them
                    16 skipped: step \`followUp\` had a different outcome for them
        call        only as needed                         0
                    7 skipped: the audience has no time zone for them
                    47 skipped: step \`followUp\` had a different outcome for them
        stopRobots  only if something fails                0

      \`code\` is for 80 recipients; \`where\` leaves out 160 whose \`wants_code\` is not \`yes\`.

      250 to send of 564, 127 skipped, 187 depend on results, cost 2.615 of 400.00
      Assumes immediate, successful responses.
      A crash leaves up to 32 jobs in doubt.
      ! CS5102 Step \`followUp\`: 25 WhatsApp sessions are open now but close before their turn; a higher rate or a later end would not help; start earlier
      "
    `);
  });

  test('of a campaign that never had anything to do says so', () => {
    const campaign = campaignOf({ steps: [stepOf({ id: 'funds', uses: 'sms.balance' })] });
    const history = historyOf([{ step: 'funds', state: 'accepted', attempts: 1, settledAt: 5 }]);
    expect(textOf(planCampaign(springPlan({ campaign, history })))).toMatchInlineSnapshot(`
      "Spring: plan  spring, run 2026-11-23
      planned Mon 23 Nov 2026, 08:30 · times are Africa/Lagos · tzdata 2025c

                             to send  first             last
        funds  done                0

      0 to send of 1, 1 done
      Nothing left to do.
      "
    `);
  });

  test('shows seconds where it takes only minutes', () => {
    const campaign = campaignOf({
      limits: { rate: { count: 1, perMs: 1000 } },
      audiences: [audienceOf({ name: 'members' })],
      steps: [
        stepOf({ id: 'hello', uses: 'otp.send', expiresMs: 300_000, forEach: { audience: 'members', where: {} } }),
      ],
    });
    const rosters = new Map([['members', rosterOf('members', [{ key: '1' }, { key: '2' }, { key: '3' }])]]);
    const now = instantOf('2026-11-23T09:00:00', campaign.timezone);
    expect(textOf(planCampaign(springPlan({ campaign, rosters, now })))).toMatchInlineSnapshot(`
      "Spring: plan  spring, run 2026-11-23
      planned Mon 23 Nov 2026, 09:00 · times are Africa/Lagos · tzdata 2025c

               Mon 23 Nov
               09:00:00  to send  first                last
        hello  ███             3  Mon 23 Nov 09:00:00  Mon 23 Nov 09:00:02
               waiting: 2 for the rate

      3 to send of 3
      Assumes immediate, successful responses.
      A crash leaves no job in doubt (3 if resumed too late to retry, or if in-flight jobs are edited or removed first).
      "
    `);
  });
});

describe('money', () => {
  const spend = (budget: number, balance?: number) =>
    planCampaign(
      springPlan({ campaign: springCampaign({ limits: { budget } }), ...(balance === undefined ? {} : { balance }) }),
    );

  test('that is sufficient gives no finding', () => {
    expect(spend(3).money).toEqual([{ of: 'budget', amount: 3, spent: 0 }]);
    expect(spend(3).diagnostics.map(({ code }) => code)).toEqual(['CS5102']);
  });

  test('that runs out is reported: when, and at which job', () => {
    const { money, diagnostics } = spend(1.4, 0.5);
    expect(money?.map(({ of, ends }) => `${of} ${ends?.step} ${ends?.job}`)).toEqual([
      'budget code 1',
      'balance followUp 67',
    ]);
    expect(diagnostics.map(({ message }) => message).slice(0, 2)).toEqual([
      'The plan costs 2.615, but the budget is 1.40: it runs out on 2026-11-24 04:35, at job 1 of `code`',
      'The plan costs 2.615, but the balance is 0.50: it runs out on 2026-11-23 13:16, at job 67 of `followUp`',
    ]);
  });

  test('is shown with all its decimals, and in the currency of the campaign everywhere', () => {
    const campaign = { ...springCampaign(), currency: 'EUR' };
    const plan = planCampaign(springPlan({ campaign: { ...campaign, limits: { ...campaign.limits, budget: 2.5 } } }));
    const sum = '2.615 EUR';
    expect(textOf(plan, { budget: 2.5 })).toContain(`cost ${sum} of 2.50 EUR`);
    expect(renderers.markdown(planDocument(plan))).toContain(`cost ${sum}`);
    expect(renderers.html(planDocument(plan, { budget: 2.5 }))).toContain(
      `${sum} <small class="unbroken">of 2.50 EUR</small>`,
    );
    expect(JSON.parse(planToJson(plan))).toMatchObject({ totals: { cost: 2.615, currency: 'EUR' } });
    expect(plan.diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`The plan costs ${sum}, but the budget is 2.50 EUR: `),
    );
    expect([formatMoney(0.0225, 'EUR'), formatMoney(3 * 0.0075, undefined), formatMoney(1234.5, 'USD')]).toEqual([
      '0.0225 EUR',
      '0.0225',
      '1,234.50 USD',
    ]);
  });

  test.each(['accepted', 'inDoubt'] as const)('that was spent before (%s) counts against the budget', (state) => {
    const history = historyOf([
      { step: 'followUp', key: '2340001000003', state, attempts: 1, at: 1, settledAt: 2 },
      { step: 'followUp', key: '2340001000004', state: 'rejected', attempts: 1, at: 1, settledAt: 2 },
    ]);
    expect(planCampaign(springPlan({ history })).money).toEqual([{ of: 'budget', amount: 400, spent: 0.0075 }]);
  });
});

describe('a campaign whose start is past', () => {
  test('is a finding when nothing was done, and none when it has started, or a process waits for its hours', () => {
    const now = instantOf('2026-11-23T12:20:00', 'Africa/Lagos');
    const codes = (history = springPlan().history) =>
      planCampaign(springPlan({ now, history })).diagnostics.map(({ code, message }) => `${code} ${message}`);
    expect(codes()[0]).toBe('CS5101 The campaign was scheduled to start 3 h 20 min ago and has not started');
    expect(codes(historyOf([{ step: 'funds', state: 'accepted', attempts: 1, settledAt: now }]))).toEqual([
      'CS5102 Step `followUp`: 29 WhatsApp sessions are open now but close before their turn; 38/h would be enough for all but 22',
    ]);
    const { diagnostics } = planCampaign(springPlan({ now, inFlight: new Map() }));
    expect(diagnostics.map(({ code }) => code)).not.toContain('CS5101');
  });

  test('needs no late start, which would send nothing, when its end is past, too', () => {
    const { diagnostics } = planCampaign(springPlan({ now: instantOf('2027-11-23T12:20:00', 'Africa/Lagos') }));
    expect(diagnostics.find(({ code }) => code === 'CS5101')?.hint).toBe(
      'Its end is past, too: change `starts` and `ends`',
    );
  });

  test.each([
    ['was rejected', { state: 'rejected', attempts: 1 }],
    ['halted the run by its answer', { state: 'pending', attempts: 0, maybeSent: true }],
  ] as const)('has started though its first request %s', (_, became) => {
    const now = instantOf('2026-11-23T12:20:00', 'Africa/Lagos');
    const history = historyOf([{ step: 'funds', at: now, settledAt: now, ...became }]);
    const codes = planCampaign(springPlan({ now, history })).diagnostics.map(({ code }) => code);
    expect(codes).not.toContain('CS5101');
  });
});

describe('the plan as JSON', () => {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
    JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8')) as object,
  );

  test('matches its schema', () => {
    for (const input of [
      springPlan(),
      springPlan({ campaign: springCampaign({ ends: '2026-11-23T16:00:00' }), values: { offer: '20 %' } }),
      springPlan({ history: historyOf([{ step: 'funds', state: 'inDoubt', attempts: 1 }]) }),
    ]) {
      const json = JSON.parse(planToJson(planCampaign(input))) as unknown;
      validate(json);
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  test('is byte for byte the same for the same inputs, and differs for others', () => {
    const once = planToJson(planCampaign(springPlan()));
    expect(planToJson(planCampaign(springPlan()))).toBe(once);
    const hashes = [
      springPlan(),
      springPlan({ tzdata: '2026a' }),
      springPlan({ values: { offer: '20 %' } }),
      springPlan({ run: 'again' }),
      springPlan({ fileHashes: {} }),
      springPlan({ now: springPlan().now + 1 }),
    ].map((input) => planCampaign(input).hash);
    expect(new Set(hashes).size).toBe(6);
  });

  test('contains no number of a recipient', () => {
    expect(planToJson(planCampaign(springPlan()))).not.toContain('23400010');
  });
});

describe('the jobs of a plan', () => {
  test('are one line each, in the recipient’s own time, with what holds them or why they do not start', () => {
    const jobs: PlannedJob[] = [];
    planCampaign(springPlan({ rosters: new Map([['members', springPeople(6)]]), onJob: (job) => jobs.push(job) }));
    expect(jobs.map(jobToLine).join('')).toMatchInlineSnapshot(`
      "{"address":"funds","at":"2026-11-23T09:00:00+01:00","reason":"starts"}
      {"address":"greeting","at":"2026-11-23T09:02:00+01:00","reason":"rate"}
      {"address":"redial","at":"2026-11-23T09:04:00+01:00","reason":"rate"}
      {"address":"stopRobots","at":null,"reason":"depends:redial"}
      {"address":"followUp[2340001000000]","at":null,"reason":"noTimezone"}
      {"address":"followUp[2340001000001]","at":null,"reason":"missing:first_name"}
      {"address":"followUp[2340001000005]","at":"2026-11-23T11:04:00+01:00","reason":"delay"}
      {"address":"followUp[2340001000004]","at":"2026-11-23T11:06:00+01:00","reason":"rate"}
      {"address":"followUp[2340001000003]","at":"2026-11-23T15:53:00+05:45","reason":"rate"}
      {"address":"followUp[2340001000002]","at":"2026-11-23T09:00:00-05:00","reason":"window"}
      {"address":"code[2340001000000]","at":null,"reason":"noTimezone"}
      {"address":"call[2340001000000]","at":null,"reason":"noTimezone"}
      {"address":"call[2340001000001]","at":null,"reason":"onlyIf:followUp"}
      {"address":"call[2340001000002]","at":null,"reason":"depends:followUp"}
      {"address":"call[2340001000003]","at":null,"reason":"depends:followUp"}
      {"address":"call[2340001000004]","at":null,"reason":"depends:followUp"}
      {"address":"call[2340001000005]","at":null,"reason":"depends:followUp"}
      {"address":"code[2340001000003]","at":"2026-11-23T19:47:00+05:45","reason":"rate"}
      "
    `);
  });

  test('add up to the plan’s totals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 100 }), (size, count) => {
        let starts = 0;
        let drops = 0;
        const plan = planCampaign(
          springPlan({
            campaign: springCampaign({ ends: '2026-11-24T12:00:00', limits: { rate: { count, perMs: 600_000 } } }),
            rosters: new Map([['members', springPeople(size)]]),
            onJob: ({ at }) => (at === undefined ? drops++ : starts++),
          }),
        );
        expect([starts, drops]).toEqual([plan.totals.toSend, plan.totals.skipped]);
        for (const { jobs, segments, zones } of plan.steps) {
          const sum = (parts: readonly { readonly jobs: number }[]) => parts.reduce((all, part) => all + part.jobs, 0);
          expect(jobs.toSend + jobs.done + jobs.inDoubt + jobs.pending + sum(jobs.skipped)).toBe(jobs.total);
          expect(sum(segments)).toBe(jobs.toSend);
          expect(sum(zones ?? segments)).toBe(jobs.toSend);
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('after a crash at most as many jobs are in doubt as are in flight at once, and only without a natural key', () => {
  const totals = (limits = {}) => planCampaign(springPlan({ campaign: springCampaign({ limits }) })).totals;
  expect(totals().inDoubtAtMost).toBe(32);
  expect(totals({ concurrency: 4 }).inDoubtAtMost).toBe(4);
  expect(formatInstant(springPlan().now, 'UTC')).toBe('2026-11-23T07:30:00+00:00');
});

describe('what a crash leaves in doubt if the run resumes too late', () => {
  const totalsOf = (step: Parameters<typeof stepOf>[0], ends?: string) => {
    const campaign = campaignOf({ limits: { concurrency: 4 }, steps: [stepOf(step)], ...(ends ? { ends } : {}) });
    const { inDoubtAtMost, inDoubtIfLate, inDoubtIfEdited } = planCampaign(springPlan({ campaign })).totals;
    return { inDoubtAtMost, inDoubtIfLate, inDoubtIfEdited };
  };

  test('includes what is retried under its natural key, where it has a deadline', () => {
    const none = { inDoubtAtMost: 0, inDoubtIfLate: undefined, inDoubtIfEdited: 1 };
    const late = { inDoubtAtMost: 0, inDoubtIfLate: 1, inDoubtIfEdited: 1 };
    expect(totalsOf({ id: 'code', uses: 'otp.send', expiresMs: 300_000 })).toEqual(late);
    expect(totalsOf({ id: 'redial', uses: 'voice.redial' })).toEqual(none);
    expect(totalsOf({ id: 'redial', uses: 'voice.redial' }, '2026-11-27T18:00:00')).toEqual(late);
    expect(totalsOf({ id: 'funds', uses: 'sms.balance' }, '2026-11-27T18:00:00')).toEqual(none);
  });

  test('an upload under the campaign’s own file name is in doubt at any time', () => {
    expect(totalsOf({ id: 'greeting', uses: 'audio.upload', with: { file: 'a.mp3' } }).inDoubtAtMost).toBe(0);
    expect(totalsOf({ id: 'greeting', uses: 'audio.upload', with: { file: 'a.mp3', fileName: 'a.mp3' } })).toEqual({
      inDoubtAtMost: 1,
      inDoubtIfLate: undefined,
      inDoubtIfEdited: undefined,
    });
  });

  test('is in the text with what an edit leaves, each number once', () => {
    expect([
      formatWorse({}),
      formatWorse({ inDoubtIfLate: 2 }),
      formatWorse({ inDoubtIfEdited: 1200 }),
      formatWorse({ inDoubtIfLate: 3, inDoubtIfEdited: 3 }),
      formatWorse({ inDoubtIfLate: 3, inDoubtIfEdited: 4 }),
    ]).toEqual([
      '',
      ' (2 if resumed too late to retry)',
      ' (1,200 if in-flight jobs are edited or removed first)',
      ' (3 if resumed too late to retry, or if in-flight jobs are edited or removed first)',
      ' (3 if resumed too late to retry, 4 if in-flight jobs are edited or removed first)',
    ]);
  });

  test('is absent where as many are in doubt at any time', () => {
    expect(planCampaign(springPlan()).totals).not.toHaveProperty('inDoubtIfLate');
  });
});

test('docs/plan.md lists every reason why a job will not start, in the same words', () => {
  const rows = Object.entries(dropMeanings).map(([word, sentence]) => `| \`${word}\` | ${sentence} |\n`);
  expect(readFileSync('docs/plan.md', 'utf8')).toContain(rows.join(''));
});

describe('the answer time that a plan assumes', () => {
  const forEach = { audience: 'members', where: {} };
  const second = { count: 50, perMs: 1000 };
  const rosters = new Map([
    [
      'members',
      rosterOf(
        'members',
        Array.from({ length: 960 }, (_, index) => ({ key: String(2348000000000 + index) })),
      ),
    ],
  ]);
  const words = (parts: Partial<Step>, limits: Partial<Limits>): string | undefined => {
    const campaign = campaignOf({
      limits,
      audiences: [audienceOf({ name: 'members' })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach, ...parts })],
    });
    return formatAnswerTime(campaign, planCampaign(springPlan({ campaign, rosters })));
  };

  test('is as long as the slots are enough for the rate', () => {
    expect(words({}, { rate: second })).toBe(
      'If responses take longer than 640 ms (32 in parallel), it finishes later.',
    );
    expect(words({ rate: { count: 1, perMs: 6000 } }, { rate: second })).toBe(
      'If responses take longer than 3.2 min (32 in parallel), it finishes later.',
    );
  });

  test('without a rate says by how much answers make it longer', () => {
    expect(words({}, {})).toBe('With responses of one second, `hello` takes about 30 s longer (32 in parallel).');
  });

  test('is absent where there are more slots than jobs', () => {
    expect(words({}, { concurrency: 1000, rate: second })).toBeUndefined();
  });
});
