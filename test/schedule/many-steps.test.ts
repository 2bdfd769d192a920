import { expect, test } from 'vitest';
import type { Step } from '../../src/campaign/campaign.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { formatProblem } from '../../src/report/reason-text.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import type { Scheduler } from '../../src/schedule/scheduler.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, noHistory, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { rosterOf } from '../rig/roster.ts';

const now = instantOf('2026-11-23T10:00:00', 'Africa/Lagos');
const audiences = [audienceOf({ name: 'm' })];
const rosters = new Map([
  ['m', rosterOf('m', [{ key: '2348000000001' }, { key: '2348000000002' }, { key: '2348000000003' }])],
]);

function stepsOf(count: number, more: (index: number) => Partial<Step>): Step[] {
  return Array.from({ length: count }, (_, index) =>
    stepOf({ id: `s${index}`, uses: 'otp.send', forEach: { audience: 'm', where: {} }, ...more(index) }),
  );
}

/** Accepts every job at once; how many jobs there were. */
function turn(scheduler: Scheduler): number {
  for (let jobs = 0; ; jobs++) {
    const decision = scheduler.next(now);
    if (decision.kind !== 'start') return jobs;
    scheduler.settle(decision.job, { kind: 'settled', state: 'accepted' }, now);
  }
}

test('of many open steps, a start looks again only at the one that changed', () => {
  let looks = 0;
  const steps = stepsOf(400, () => ({}));
  // It is asked for whenever the deadline of a job is.
  for (const step of steps) Object.defineProperty(step, 'expiresMs', { get: () => (looks++, 300_000) });
  const scheduler = createScheduler({
    run: '1',
    campaign: campaignOf({ audiences, steps }),
    rosters,
    history: noHistory,
    now,
  });
  expect(turn(scheduler)).toBe(1200);
  expect(looks).toBeLessThan(1200 * 20);
});

test('the end of a step is reported once, without a search among all steps', () => {
  const steps = stepsOf(50, (index) => ({ needs: index === 0 ? [] : [`s${index - 1}`] }));
  const scheduler = createScheduler({
    run: '1',
    campaign: campaignOf({ audiences, steps }),
    rosters,
    history: noHistory,
    now,
  });
  expect(turn(scheduler)).toBe(150);
  expect(scheduler.ended().map(({ step, state }) => `${step} ${state}`)).toEqual(
    steps.map(({ id }) => `${id} finished`),
  );
  expect(scheduler.ended()).toEqual([]);
});

test('each need of a long chain is followed once', () => {
  const steps = [
    ...stepsOf(80, (index) => ({
      needs: [index - 1, index - 2].filter((need) => need >= 0).map((need) => `s${need}`),
    })),
    stepOf({ id: 'last', uses: 'sms.balance', runs: 'always' }),
  ];
  const scheduler = createScheduler({
    run: '1',
    campaign: campaignOf({ audiences, steps }),
    rosters,
    history: noHistory,
    now,
  });
  expect(turn(scheduler)).toBe(241);
});

test('the smallest change is searched for the first steps only, and not in a campaign of too many steps', () => {
  const reasonsOf = (count: number): readonly string[] => {
    const steps = stepsOf(count, () => ({}));
    const limits = { rate: { count: 1, perMs: 1000 } };
    const campaign = campaignOf({ audiences, steps, limits, ends: '2026-11-23T10:00:05' });
    const plan = planCampaign({ campaign, rosters, history: noHistory, now, run: '1', fileHashes: {}, tzdata: '' });
    return plan.steps.flatMap(({ problem }) => (problem === undefined ? [] : formatProblem(problem)));
  };
  const unsearched =
    /^\d jobs? do(es)? not fit before 2026-11-23 10:00; an earlier start, a higher rate or a later end may help$/;
  const some = reasonsOf(30);
  expect(some.findIndex((reason) => unsearched.test(reason ?? ''))).toBe(10);
  const many = reasonsOf(201);
  expect(many.every((reason) => unsearched.test(reason ?? ''))).toBe(true);
});

test('a state file with the names of many steps opens again without an error', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  const chain = Array.from({ length: 60 }, (_, index) =>
    whatsappStep
      .replace('hello:', `s${index}:`)
      .trimEnd()
      .concat(index === 0 ? '\n' : `\n  needs: s${index - 1}\n`),
  );
  await rig.campaign(chain.join(''));
  expect((await rig.run()).code).toBe(0);
  expect((await rig.run()).code).toBe(0);
  expect(rig.requests()).toHaveLength(60);
});
