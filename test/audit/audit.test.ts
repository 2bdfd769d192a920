import { describe, expect, test } from 'vitest';
import { auditStarts, auditSums } from '../../src/audit/audit.ts';
import type { AuditedStart } from '../../src/audit/audited-start.ts';
import type { Campaign, Limits, Step } from '../../src/campaign/campaign.ts';
import { formatAddress } from '../../src/job/address.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { PlannedJob } from '../../src/plan/plan.ts';
import type { Window } from '../../src/time/window.ts';
import { audienceOf, campaignOf, everyDay, noHistory, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';
import { springCampaign, springPeople, springPlan } from '../rig/spring-campaign.ts';

/** Plans, and lets the auditor look at every line of it. */
function planAndAudit(input: Parameters<typeof planCampaign>[0]) {
  const jobs: PlannedJob[] = [];
  planCampaign({ ...input, onJob: (job) => jobs.push(job) });
  const starts = jobs.flatMap(({ id: { step, key }, at }): readonly AuditedStart[] =>
    at === undefined ? [] : [{ steps: [step], at, ...(key === undefined ? {} : { key }) }],
  );
  const { campaign, rosters } = input;
  const lines = jobs.map(({ id, at }) => ({ address: formatAddress(id), at }));
  const findings = [
    ...auditStarts({ campaign, rosters, starts, uninterrupted: true, jitterMs: 0 }).findings,
    ...auditSums({ campaign, rosters, lines }),
  ];
  return { starts, findings };
}

describe('the auditor, who shares nothing with the planner, finds nothing wrong', () => {
  test('in the plan of the example', () => {
    const { starts, findings } = planAndAudit(springPlan({ rosters: new Map([['members', springPeople(500)]]) }));
    expect(findings).toEqual([]);
    expect(starts.length).toBeGreaterThan(100);
  });

  test('in plans of campaigns of every kind, in all zones of the world, around clock changes too', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
    let started = 0;
    const time = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
    const window: fc.Arbitrary<Window> = fc
      .tuple(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.subarray([...everyDay.days], { minLength: 1 }),
        fc.subarray(['2026-03-29', '2026-10-25', '2026-11-01', '2026-11-25']),
      )
      .filter(([open, close]) => open !== close)
      .map(([open, close, days, except]) => ({ open: time(open), close: time(close), days, except }));
    const rate = fc.option(
      fc.record({ count: fc.integer({ min: 1, max: 50 }), perMs: fc.integer({ min: 500, max: 3_600_000 }) }),
      { nil: undefined },
    );
    const days = [
      '2026-03-07',
      '2026-03-28',
      '2026-04-04',
      '2026-10-03',
      '2026-10-24',
      '2026-10-31',
      '2026-12-31',
      '2028-02-28',
    ];
    fc.assert(
      fc.property(
        fc.record({
          now: fc.tuple(fc.constantFrom(...days), fc.integer({ min: 0, max: 1439 })),
          timezone: fc.constantFrom(...zones),
          windows: fc.tuple(window, window),
          rates: fc.tuple(rate, rate),
          gap: fc.option(fc.integer({ min: 1000, max: 7_200_000 }), { nil: undefined }),
          delayMs: fc.integer({ min: 0, max: 90_000_000 }),
          days: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
          starts: fc.option(fc.integer({ min: 0, max: 1439 }), { nil: undefined }),
          people: fc.array(fc.tuple(fc.constantFrom(...zones), fc.integer({ min: 0, max: 30 * 3600 })), {
            minLength: 25,
            maxLength: 60,
          }),
        }),
        ({ now: [date, minutes], timezone, windows, rates, gap, delayMs, people, days: length, starts: from }) => {
          const now = Date.parse(`${date}T${time(minutes)}:00Z`);
          const forEach = { audience: 'members', where: {} };
          const optional = (value: Partial<Campaign & Step & Limits> | undefined) => value ?? {};
          const campaign: Campaign = campaignOf({
            timezone,
            ...optional(from === undefined ? undefined : { starts: `${nextDay(date, 1)}T${time(from)}:00` }),
            ...optional(length === undefined ? undefined : { ends: `${nextDay(date, length)}T18:00:00` }),
            limits: {
              ...optional(rates[0] && { rate: rates[0] }),
              ...optional(gap === undefined ? undefined : { perRecipient: { count: 1, perMs: gap } }),
            },
            audiences: [audienceOf({ name: 'members', timezone: { column: 'tz' }, lastInbound: { column: 'last' } })],
            steps: [
              stepOf({
                id: 'hello',
                uses: 'whatsapp.send',
                forEach,
                window: windows[0],
                ...optional(rates[1] && { rate: rates[1] }),
              }),
              stepOf({ id: 'beside', uses: 'sms.backfill', forEach, window: windows[1] }),
              stepOf({ id: 'code', uses: 'otp.send', forEach, window: windows[1], needs: ['hello'], delayMs }),
            ],
          });
          const roster = rosterOf(
            'members',
            people.map(([tz, ago], index) => ({
              key: String(100 + index),
              tz,
              last: new Date(now - ago * 1000).toISOString(),
            })),
          );
          const { starts, findings } = planAndAudit({
            campaign,
            rosters: new Map([['members', roster]]),
            history: noHistory,
            now,
            run: '1',
            fileHashes: {},
            tzdata: '',
          });
          started += starts.length;
          expect(findings).toEqual([]);
        },
      ),
      { numRuns: runs(150) },
    );
    expect(started).toBeGreaterThan(runs(4_000));
  });
});

const pad = (value: number) => String(value).padStart(2, '0');
const nextDay = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

describe('the auditor finds', () => {
  const campaign = springCampaign({ limits: { rate: { count: 2, perMs: 1000 } } });
  const rosters = new Map([
    [
      'members',
      rosterOf('members', [
        { key: '1', tz: 'America/New_York', last: '2026-11-23T13:30:00Z', wants_code: 'yes' },
        { key: '2', tz: 'Africa/Lagos', last: '2026-11-22T10:00:00Z', wants_code: 'no' },
        { key: '3', tz: '', last: '2026-11-23T10:00:00Z', wants_code: 'no' },
      ]),
    ],
  ]);
  const look = (
    ...starts: readonly (readonly [step: string, key: string | undefined, at: string, repeat?: boolean])[]
  ) =>
    auditStarts({
      campaign,
      rosters,
      uninterrupted: true,
      jitterMs: 0,
      starts: starts.map(([step, key, at, repeat = false]) => ({
        steps: step.split('|'),
        at: Date.parse(at),
        repeat,
        ...(key === undefined ? {} : { key }),
      })),
    }).findings.map(({ rule, step, key, message }) =>
      [rule, step, key, message].filter((part) => part !== undefined).join(': '),
    );

  test('a message at night, at the weekend, on an excepted day, and one to somebody whose hour is not known', () => {
    expect(
      look(
        ['code', '1', '2026-11-23T13:59:59Z'],
        ['code', '2', '2026-11-24T19:00:00Z'],
        ['code', '3', '2026-11-24T12:00:00Z'],
        ['funds', undefined, '2026-11-25T12:00:00Z'],
      ),
    ).toEqual([
      'hours: code: 1: at 08:59:59 in America/New_York, outside 09:00–20:00',
      'hours: code: 3: no time zone is known (none given)',
      'hours: code: 2: at 20:00:00 in Africa/Lagos, outside 09:00–20:00',
      'hours: funds: on 2026-11-25 in Africa/Lagos, which is excluded',
    ]);
    expect(look(['funds', undefined, '2026-11-28T12:00:00Z'])).toEqual([
      'hours: funds: on a sat in Africa/Lagos',
      'dates: funds: at or after 2026-11-27T18:00:00',
    ]);
  });

  test('an hour that comes twice begins a start, or an end, in its first pass; a message before or after that is one', () => {
    const zone = 'America/New_York';
    const found = (date: 'starts' | 'ends', time: string, at: string) =>
      auditStarts({
        campaign: campaignOf({
          timezone: zone,
          [date]: `2026-11-01T${time}:00`,
          steps: [stepOf({ id: 'funds', uses: 'sms.balance', window: 'always' })],
        }),
        rosters: new Map(),
        uninterrupted: true,
        jitterMs: 0,
        starts: [{ steps: ['funds'], at: Date.parse(at) }],
      }).findings.map(({ message }) => message);
    expect(found('starts', '01:30', '2026-11-01T05:29:59Z')).toEqual(['before 2026-11-01T01:30:00']);
    expect(found('starts', '01:30', '2026-11-01T05:30:00Z')).toEqual([]);
    expect(found('starts', '01:30', '2026-11-01T06:10:00Z')).toEqual([]);
    expect(found('starts', '02:15', '2026-11-01T06:10:00Z')).toEqual(['before 2026-11-01T02:15:00']);
    expect(found('ends', '01:30', '2026-11-01T05:29:59Z')).toEqual([]);
    expect(found('ends', '01:30', '2026-11-01T06:10:00Z')).toEqual(['at or after 2026-11-01T01:30:00']);
    expect(found('ends', '02:15', '2026-11-01T06:10:00Z')).toEqual([]);
  });

  test('a message after the session has closed', () => {
    expect(look(['followUp', '2', '2026-11-23T10:00:00Z'])).toEqual([
      'session: followUp: 2: more than 24 hours after the last message',
    ]);
  });

  test('three starts in a second where two are allowed, across steps too', () => {
    expect(
      look(
        ['funds', undefined, '2026-11-23T12:00:00.000Z'],
        ['greeting', undefined, '2026-11-23T12:00:00.500Z'],
        ['redial', undefined, '2026-11-23T12:00:00.999Z'],
      ),
    ).toEqual(['rate: 3 starts of the campaign in 999 ms; 2 in 1000 ms are allowed']);
  });

  test('a step that starts before what it needs, or before its delay is over', () => {
    expect(look(['redial', undefined, '2026-11-23T12:00:00Z'], ['followUp', '2', '2026-11-23T09:59:00Z'])).toEqual([
      'order: followUp: started before `redial` had finished',
    ]);
  });

  test('a step whose people another step chooses, and that starts before it, though the step between has sent nothing', () => {
    const forEach = { audience: 'members', where: {} };
    const onlyIf = { step: 'hello', outcomes: ['rejected' as const] };
    const steps = [
      stepOf({ id: 'hello', uses: 'otp.send', forEach }),
      stepOf({ id: 'between', uses: 'sms.backfill', needs: ['hello'], forEach }),
      stepOf({ id: 'again', uses: 'otp.send', needs: ['between'], forEach: { ...forEach, onlyIf } }),
    ];
    const [early, late] = ['2026-11-24T12:00:00Z', '2026-11-24T12:00:04Z'].map(Date.parse) as [number, number];
    const starts = [
      { steps: ['again'], key: '1', at: early },
      { steps: ['hello'], key: '1', at: late },
    ];
    for (const uninterrupted of [true, false]) {
      const { findings, checkedOn } = auditStarts({
        campaign: campaignOf({ audiences: [audienceOf({ name: 'members' })], steps }),
        rosters: new Map([['members', rosterOf('members', [{ key: '1' }])]]),
        uninterrupted,
        jitterMs: 0,
        starts,
      });
      expect(findings).toEqual([
        { rule: 'order', step: 'again', at: early, message: 'started before `hello` had finished' },
      ]);
      expect(checkedOn.order).toBe(1);
    }
  });

  test('somebody who is contacted twice, or too soon after another message; a second attempt is neither', () => {
    expect(look(['code', '2', '2026-11-24T12:00:00Z'], ['code', '2', '2026-11-24T12:00:04Z'])).toEqual([
      'once: code: 2: started twice',
      'perRecipient: code: 2: only 4000 ms after another message',
    ]);
    expect(look(['code', '2', '2026-11-24T12:00:00Z'], ['code', '2', '2026-11-24T12:00:04Z', true])).toEqual([]);
  });

  test('somebody whom two audiences have, contacted too soon after the message of the other one', () => {
    const forEach = (audience: string) => ({ audience, where: {} });
    const two = campaignOf({
      limits: { perRecipient: { count: 1, perMs: 6000 } },
      audiences: [audienceOf({ name: 'members' }), audienceOf({ name: 'guests' })],
      steps: [
        stepOf({ id: 'hello', uses: 'otp.send', forEach: forEach('members') }),
        stepOf({ id: 'welcome', uses: 'otp.send', forEach: forEach('guests') }),
      ],
    });
    const [first, second] = [Date.parse('2026-11-24T12:00:00Z'), Date.parse('2026-11-24T12:00:04Z')];
    expect(
      auditStarts({
        campaign: two,
        rosters: new Map(['members', 'guests'].map((name) => [name, rosterOf(name, [{ key: '1' }, { key: '2' }])])),
        uninterrupted: true,
        jitterMs: 0,
        starts: [
          { steps: ['hello'], key: '1', at: first },
          { steps: ['welcome'], key: '2', at: second },
          { steps: ['welcome'], key: '1', at: second },
        ],
      }).findings,
    ).toEqual([
      { rule: 'perRecipient', step: 'welcome', key: '1', at: second, message: 'only 4000 ms after another message' },
    ]);
  });

  test('somebody who is not in the audience', () => {
    expect(look(['code', '9', '2026-11-24T12:00:00Z'])).toEqual(['audience: code: 9: not in the audience']);
  });

  test('nothing where a request can belong to two steps and one of them allows it', () => {
    expect(look(['followUp|code', '2', '2026-11-23T10:00:00Z'])).toEqual([]);
  });

  test('somebody who is left out, or is in two lines, or in no audience', () => {
    const single = ['funds', 'greeting', 'redial', 'stopRobots'];
    const each = ['followUp', 'call'].flatMap((step) => ['1', '2', '3'].map((key) => `${step}[${key}]`));
    const lines = (addresses: readonly string[]) => addresses.map((address) => ({ address, at: 0 }));
    const all = [...single, ...each, 'code[1]'];
    expect(auditSums({ campaign, rosters, lines: lines(all) })).toEqual([]);
    const wrong = [...all.filter((address) => address !== 'call[2]'), 'call[1]', 'code[2]'];
    expect(
      auditSums({ campaign, rosters, lines: lines(wrong) }).map(
        ({ step, key, message }) => `${step} ${key} ${message}`,
      ),
    ).toEqual([
      'call 1 is in 2 lines',
      'call 2 is in the audience but in no line',
      'code 2 is in a line but in no audience',
    ]);
  });
});
