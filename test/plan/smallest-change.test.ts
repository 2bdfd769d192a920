import { describe, expect, test } from 'vitest';
import type { Roster } from '../../src/audience/roster.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { formatProblem } from '../../src/report/reason-text.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { springPeople, springPlan } from '../rig/spring-campaign.ts';

describe('what does not fit', () => {
  test('is reported with the smallest change that would make it fit', () => {
    const campaign = campaignOf({
      ends: '2026-11-23T12:00:00',
      limits: { rate: { count: 1, perMs: 60_000 } },
      audiences: [audienceOf({ name: 'members' })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    });
    const rosters = new Map([['members', springPeople(500)]]);
    const now = instantOf('2026-11-23T09:00:00', campaign.timezone);
    const plan = planCampaign(springPlan({ campaign, rosters, now }));
    const { fits, jobs, problem } = plan.steps[0]!;
    expect({ fits, toSend: jobs.toSend, skipped: jobs.skipped, problem: formatProblem(problem!) }).toEqual({
      fits: false,
      toSend: 180,
      skipped: [{ reason: { word: 'ends' }, jobs: 320 }],
      problem: '320 jobs do not fit before 2026-11-23 12:00; 170/h or one more day would be enough',
    });
    const faster = { ...campaign, limits: { ...campaign.limits, rate: { count: 170, perMs: 3_600_000 } } };
    expect(planCampaign(springPlan({ campaign: faster, rosters, now })).steps[0]?.fits).toBe(true);
    const slower = { ...campaign, limits: { ...campaign.limits, rate: { count: 166, perMs: 3_600_000 } } };
    expect(planCampaign(springPlan({ campaign: slower, rosters, now })).steps[0]?.fits).toBe(false);
  });

  test('names the days that passed since the end, too', () => {
    const campaign = campaignOf({
      ends: '2026-11-23T12:00:00',
      audiences: [audienceOf({ name: 'members' })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    });
    const rosters = new Map([['members', springPeople(5)]]);
    const planAt = (at: string, ends: string) =>
      planCampaign(springPlan({ campaign: { ...campaign, ends }, rosters, now: instantOf(at, campaign.timezone) }))
        .steps[0]!;
    const now = '2027-01-23T10:00:00';
    expect(formatProblem(planAt(now, '2026-11-23T12:00:00').problem!)).toBe(
      '5 jobs do not fit before 2026-11-23 12:00; 61 more days would be enough',
    );
    expect(planAt(now, '2027-01-23T12:00:00').fits).toBe(true);
    expect(planAt(now, '2027-01-22T12:00:00').fits).toBe(false);
  });

  test.each([500, 20_000])('of a plan for some of %d people is about them alone', (size) => {
    const campaign = campaignOf({
      ends: '2026-11-23T12:00:00',
      limits: { rate: { count: 1, perMs: 60_000 } },
      audiences: [audienceOf({ name: 'members' })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    });
    const rosters = new Map([['members', springPeople(size)]]);
    const now = instantOf('2026-11-23T09:00:00', campaign.timezone);
    const part = { recipients: 240, includes: (_: Roster, index: number) => index % 2 === 1 && index < 480 };
    const { jobs, problem } = planCampaign(springPlan({ campaign, rosters, now, part })).steps[0]!;
    expect([jobs.toSend, formatProblem(problem!)]).toEqual([
      180,
      '60 jobs do not fit before 2026-11-23 12:00; 80/h or one more day would be enough',
    ]);
  });

  test('half-way through, the remaining jobs decide what does not fit, in audiences larger than a sample too', () => {
    const campaign = campaignOf({
      ends: '2026-11-23T12:00:00',
      limits: { rate: { count: 60, perMs: 60_000 } },
      audiences: [audienceOf({ name: 'members' })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    });
    const people = springPeople(21_000);
    const done = Array.from({ length: 3000 }, (_, index) => ({
      step: 'hello',
      key: people.key(index * 7),
      state: 'accepted' as const,
      attempts: 1,
      settledAt: 1,
    }));
    const now = instantOf('2026-11-23T09:00:00', campaign.timezone);
    const input = springPlan({ campaign, rosters: new Map([['members', people]]), history: historyOf(done), now });
    const { jobs, problem } = planCampaign(input).steps[0]!;
    const skipped = [{ reason: { word: 'ends' }, jobs: 7200 }];
    expect(jobs).toMatchObject({ total: 21_000, done: 3000, toSend: 10_800, skipped });
    expect(formatProblem(problem!)).toBe(
      '7,200 jobs do not fit before 2026-11-23 12:00; 110/m or one more day would be enough',
    );
  });

  test('people of a part, or of a sample, have the hours of their own countries', () => {
    const campaign = campaignOf({
      ends: '2026-11-23T12:00:00',
      limits: { rate: { count: 1, perMs: 60_000 } },
      audiences: [audienceOf({ name: 'members', timezone: { by: 'number' } })],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    });
    const country = (index: number) => (index % 2 === 0 ? 'NZ' : 'NG');
    const rosters = new Map([['members', { ...springPeople(500), country }]]);
    const now = instantOf('2026-11-23T09:00:00', campaign.timezone);
    const part = { recipients: 240, includes: (_: Roster, index: number) => index % 2 === 1 && index < 480 };
    expect(formatProblem(planCampaign(springPlan({ campaign, rosters, now, part })).steps[0]!.problem!)).toBe(
      '60 jobs do not fit before 2026-11-23 12:00; 80/h or one more day would be enough',
    );
  });
});
