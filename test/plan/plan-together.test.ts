import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { ContactCap } from '../../src/campaign/contact-rules.ts';
import { unaskedPurposes } from '../../src/campaign/contact-rules.ts';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { PlanCampaignInput, PlannedJob } from '../../src/plan/plan.ts';
import { planTogether } from '../../src/plan/together/plan-together.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { planDocument } from '../../src/report/plan/document.ts';
import { togetherDocument } from '../../src/report/plan/together.ts';
import { renderText } from '../../src/report/render/text.ts';
import { formatInstant, wallAt } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, noHistory, stepOf } from '../rig/campaign.ts';
import { dayMs, hourMs, onceADay } from '../rig/contacts.ts';
import { rosterOf } from '../rig/roster.ts';
import { createDice } from '../rig/simulated-campaign.ts';

const timezone = 'Africa/Lagos';
const nine = Date.parse('2026-11-23T09:00:00+01:00');
const everything = { channel: undefined, purposes: unaskedPurposes };
const capOf = (max: number, per: ContactCap['per']): ContactCap => ({ name: `${max}/${per}`, max, per, ...everything });

interface Given extends Partial<Omit<Campaign, 'limits'>> {
  readonly id: string;
  readonly limits?: Partial<Campaign['limits']>;
  readonly keys?: readonly string[];
  readonly caps?: readonly ContactCap[];
  readonly priority?: number;
}

/** Hello to each of these people. */
function inputOf({ keys = ['1001'], caps, priority = 0, ...parts }: Given): PlanCampaignInput {
  const contacts = caps && { contacts: { ...onceADay, caps, priority } };
  const campaign = campaignOf({
    timezone,
    audiences: [audienceOf({ name: 'members' })],
    steps: [stepOf({ id: 'hello', uses: 'whatsapp.send', forEach: { audience: 'members', where: {} } })],
    ...contacts,
    ...parts,
  });
  const rosters = new Map([
    [
      'members',
      rosterOf(
        'members',
        keys.map((key) => ({ key })),
      ),
    ],
  ]);
  const contactFacts = caps && (() => noFacts);
  return { campaign, rosters, history: noHistory, now: nine, run: '1', contactFacts, fileHashes: {}, tzdata: '2025c' };
}

function planned(inputs: readonly PlanCampaignInput[], sharesAccounts = false) {
  const jobs: string[] = [];
  const starts: (PlannedJob & { readonly campaign: string })[] = [];
  const plan = planTogether({
    campaigns: inputs.map((input) => ({ input, ledger: 'one' })),
    sharesAccounts,
    balance: undefined,
    onJob(campaign, job) {
      const when = job.at === undefined ? `- ${job.drop?.reason.word}` : formatInstant(job.at, timezone).slice(0, 19);
      jobs.push(`${campaign} ${job.id.key} ${when}`);
      if (job.at !== undefined) starts.push({ ...job, campaign });
    },
  });
  return { plan, jobs, starts };
}

const caps = [capOf(1, 'day')];
const tomorrow = '2026-11-24T09:00:00';

test('the campaign with the greater priority goes first, in whatever order they are given, and the other one has the day that is left', () => {
  const spring = inputOf({ id: 'spring', caps });
  const autumn = inputOf({ id: 'autumn', caps, priority: 1, starts: '2026-11-23T15:00:00' });
  const together = planned([spring, autumn]);
  expect(together.jobs).toEqual(['autumn 1001 2026-11-23T15:00:00', `spring 1001 ${tomorrow}`]);
  expect(planned([autumn, spring]).jobs).toEqual(together.jobs);
  expect(together.plan.roomMade).toMatchObject([
    {
      campaign: 'spring',
      step: 'hello',
      to: ['autumn'],
      cap: { name: '1/day' },
      later: 1,
      skipped: 0,
      until: Date.parse(`${tomorrow}+01:00`),
      people: [{ key: '1001', wanted: nine, at: Date.parse(`${tomorrow}+01:00`) }],
    },
  ]);
  expect(together.plan.totals).toMatchObject({ toSend: 2, people: 1, shared: 1 });
  expect(together.plan.days).toEqual([
    { date: '2026-11-23', jobs: { autumn: 1 }, people: 1, severalTimes: 0 },
    { date: '2026-11-24', jobs: { spring: 1 }, people: 1, severalTimes: 0 },
  ]);
});

test('without priorities who comes first is sent, and who would come after the end is left out', () => {
  const spring = inputOf({ id: 'spring', caps, starts: '2026-11-23T10:00:00', ends: '2026-11-23T18:00:00' });
  const autumn = inputOf({ id: 'autumn', caps });
  const { jobs, plan } = planned([spring, autumn]);
  expect(jobs).toEqual(['autumn 1001 2026-11-23T09:00:00', 'spring 1001 - capped']);
  expect(plan.roomMade).toMatchObject([{ campaign: 'spring', to: ['autumn'], later: 0, skipped: 1 }]);
});

test('a campaign has the room before a contact of a greater priority, where the cap allows both', () => {
  const spring = inputOf({ id: 'spring', caps });
  const autumn = inputOf({ id: 'autumn', caps, priority: 1, starts: '2026-11-25T09:00:00' });
  expect(planned([spring, autumn]).jobs).toEqual([
    'spring 1001 2026-11-23T09:00:00',
    'autumn 1001 2026-11-25T09:00:00',
  ]);
});

test('a planned contact that is an hour late holds nobody any more, in the plan of several campaigns as in their runs', () => {
  const threeDays = [capOf(2, 3 * dayMs)];
  const own = [...threeDays, capOf(1, 2 * dayMs)];
  const autumn = inputOf({ id: 'autumn', caps: threeDays });
  // By a plan of its own it starts at 10:00. It waits for two days after the contact of `autumn`, of which it knows nothing then.
  const spring = inputOf({ id: 'spring', caps: own, priority: 1, starts: '2026-11-24T10:00:00' });
  const winter = inputOf({ id: 'winter', caps: threeDays, starts: '2026-11-24T09:00:00' });
  const { jobs, plan } = planned([autumn, spring, winter]);
  expect(jobs).toEqual([
    'autumn 1001 2026-11-23T09:00:00',
    'winter 1001 2026-11-24T11:00:00',
    'spring 1001 2026-11-26T11:00:00',
  ]);
  expect(plan.roomMade).toMatchObject([
    { campaign: 'winter', to: ['autumn', 'spring'], later: 1 },
    { campaign: 'spring', to: ['winter'], later: 1 },
  ]);
});

test('a cap that a campaign has for itself makes it give way to one of a lower priority, which does not know the cap', () => {
  const autumn = inputOf({ id: 'autumn', caps });
  const spring = inputOf({ id: 'spring', caps: [...caps, capOf(1, 2 * dayMs)], priority: 1, starts: tomorrow });
  const { jobs, plan } = planned([autumn, spring]);
  expect(jobs).toEqual(['autumn 1001 2026-11-23T09:00:00', 'spring 1001 2026-11-25T09:00:00']);
  expect(plan.roomMade).toMatchObject([
    { campaign: 'spring', to: ['autumn'], cap: { name: `1/${2 * dayMs}` }, later: 1 },
  ]);
});

test('campaigns of two ledgers do not count each other', () => {
  const [spring, autumn] = [inputOf({ id: 'spring', caps }), inputOf({ id: 'autumn', caps, priority: 1 })];
  const plan = planTogether({
    campaigns: [
      { input: spring, ledger: 'one' },
      { input: autumn, ledger: 'two' },
    ],
    sharesAccounts: false,
    balance: undefined,
  });
  expect(plan.roomMade).toEqual([]);
  expect(plan.campaigns.map(({ plan: { starts } }) => starts)).toEqual([nine, nine]);
});

test('runs that share a store take turns at the rate of their account, and others keep it each for itself', () => {
  const limits = { account: { rate: { count: 1, perMs: 60_000 } } };
  const keys = ['1001', '1002'];
  const inputs = ['spring', 'autumn'].map((id) => inputOf({ id, keys, limits }));
  expect(planned(inputs, true).jobs).toEqual([
    'autumn 1001 2026-11-23T09:00:00',
    'spring 1001 2026-11-23T09:01:00',
    'autumn 1002 2026-11-23T09:02:00',
    'spring 1002 2026-11-23T09:03:00',
  ]);
  expect(planned(inputs, false).jobs).toEqual([
    'autumn 1001 2026-11-23T09:00:00',
    'spring 1001 2026-11-23T09:00:00',
    'autumn 1002 2026-11-23T09:01:00',
    'spring 1002 2026-11-23T09:01:00',
  ]);
  expect(planned(inputs, true).plan.accounts).toEqual([
    { appId: 'sandbox-app', campaigns: ['spring', 'autumn'], rate: limits.account.rate, isShared: true },
  ]);
});

test('the account’s balance is that of all: the plan says whose job it does not pay for', () => {
  const costs = { 'whatsapp.send': 0.5 };
  const late = inputOf({ id: 'late', costs, starts: '2026-11-23T12:00:00', keys: ['1001', '1002'] });
  const early = inputOf({ id: 'early', costs });
  const plan = (balance: number) =>
    planTogether({
      campaigns: [late, early].map((input) => ({ input, ledger: 'one' })),
      sharesAccounts: false,
      balance,
    });
  expect(plan(1).totals.cost).toBe(1.5);
  expect(plan(1).balance).toEqual({
    amount: 1,
    ends: { at: Date.parse('2026-11-23T12:00:00+01:00'), campaign: 'late', step: 'hello' },
  });
  expect(plan(1.5).balance).toEqual({ amount: 1.5, ends: undefined });
});

test('what is in doubt is not called done, in a plan of several campaigns as in that of one', () => {
  const doubtful = (id: string): PlanCampaignInput => ({
    ...inputOf({ id }),
    history: historyOf([{ step: 'hello', key: '1001', state: 'inDoubt', attempts: 1 }]),
  });
  const { plan } = planned([doubtful('one'), doubtful('two')]);
  const sentence = 'Nothing left to send; a person must decide about the jobs in doubt.';
  const options = { width: 200, colour: false };
  expect(renderText(togetherDocument(plan, { showNumbers: false, conflicts: [] }), options)).toContain(sentence);
  expect(renderText(planDocument(planCampaign(doubtful('one'))), options)).toContain(sentence);
});

test('one campaign is planned as it is alone', () => {
  const input = inputOf({ id: 'spring', caps, keys: ['1001', '1002'], limits: { rate: { count: 1, perMs: 60_000 } } });
  expect(planned([input]).plan.campaigns).toEqual([{ plan: planCampaign(input), priority: 0 }]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'seed %i: no cap is broken by all of them together, and a lower priority changes nothing for the others',
  (seed) => {
    const dice = createDice(createSeededRandom(seed));
    const rules = [capOf(dice.between(1, 2), 'day'), capOf(dice.between(1, 3), dice.between(2, 60) * hourMs)];
    const keys = Array.from({ length: 12 }, (_, index) => String(1001 + index));
    const ids = ['a', 'b', 'c', 'd'];
    const turn = dice.between(0, 3);
    const priorities = ids.map((_, index) => (index + turn) % ids.length);
    const inputs = ids.map((id, index) =>
      inputOf({
        id,
        caps: rules,
        priority: priorities[index]!,
        keys: keys.filter(() => dice.between(0, 2) > 0),
        starts: `2026-11-${dice.between(23, 25)}T${dice.between(10, 18)}:00:00`,
        ends: '2026-12-10T18:00:00',
        limits: { rate: { count: 1, perMs: dice.between(1, 90) * 60_000 } },
      }),
    );
    const { starts, plan } = planned(inputs);
    for (const key of keys) {
      const times = starts.filter(({ id }) => id.key === key).map(({ at }) => at!);
      for (const { max, per } of rules) {
        const most = Math.max(0, ...times.map((from) => times.filter((at) => isWithin(per, from, at)).length));
        expect(most).toBeLessThanOrEqual(max);
      }
    }
    for (const least of priorities) {
      const higher = inputs.filter((_, index) => priorities[index]! >= least);
      const ofThem = (of: typeof starts) =>
        of.flatMap(({ campaign, id, at }) =>
          higher.some((one) => one.campaign.id === campaign) ? [[campaign, id.key, at]] : [],
        );
      expect(ofThem(starts)).toEqual(ofThem(planned(higher).starts));
    }
    const priorityOf = (id: string): number => priorities[ids.indexOf(id)]!;
    for (const { campaign, to } of plan.roomMade)
      expect(to.filter((id) => priorityOf(id) < priorityOf(campaign))).toEqual([]);
    expect(starts.length).toBeGreaterThan(keys.length);
  },
);

function isWithin(per: ContactCap['per'], from: number, at: number): boolean {
  if (per !== 'day') return at >= from && at < from + per;
  return Math.floor(wallAt(from, timezone) / dayMs) === Math.floor(wallAt(at, timezone) / dayMs);
}

test('who is only reported about gets nothing, in a plan of several campaigns as in that of one', () => {
  const steps = [stepOf({ id: 'facts', uses: 'sms.backfill', forEach: { audience: 'members', where: {} } })];
  const inputs = [inputOf({ id: 'a', steps }), inputOf({ id: 'b', steps })];
  const { plan } = planned(inputs);
  expect(plan.totals).toMatchObject({ toSend: 2, people: 0, shared: 0 });
  expect(plan.days).toEqual([{ date: '2026-11-23', jobs: { a: 1, b: 1 }, people: 0, severalTimes: 0 }]);
  expect(plan.campaigns.map((one) => one.plan.totals.people)).toEqual([0, 0]);
});

test('who does not fit before the end is counted apart from who is skipped, in the sums as for each campaign', () => {
  const limits = { rate: { count: 1, perMs: 3_600_000 } };
  const keys = ['1001', '1002', '1003'];
  const { plan } = planned([
    inputOf({ id: 'a', keys, limits, ends: '2026-11-23T10:30:00' }),
    inputOf({ id: 'b', keys: ['1004'] }),
  ]);
  const text = renderText(togetherDocument(plan, { showNumbers: false, conflicts: [] }), { width: 100, colour: false });
  expect(text).toContain('\n3 to send of 4, 1 expired\n');
  expect(text).toMatch(/\n {2}Spring a {2}1 +2 +· +1 +Mon 23 Nov 09:00 /);
});
