import { expect, test } from 'vitest';
import type { AudienceTimezone, Step } from '../../src/campaign/campaign.ts';
import { jobId } from '../../src/job/address.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { kindsLeft, whatNextOfKinds } from '../../src/plan/kinds-left.ts';
import { whatNext } from '../../src/plan/what-next.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, everyDay, historyOf, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const endedAt = instantOf('2026-11-23T12:00:00', 'Africa/Lagos');
const states = ['accepted', 'accepted', 'rejected', 'inDoubt', 'skipped', 'expired', 'cancelled', 'pending'] as const;

const stepParts = fc.record({
  uses: fc.constantFrom('whatsapp.send', 'otp.send', 'sms.balance', 'audio.upload'),
  isEach: fc.boolean(),
  needs: fc.array(fc.nat(4), { maxLength: 2 }),
  runs: fc.constantFrom<Step['runs']>('on-success', 'on-success', 'on-failure', 'always'),
  until: fc.option(fc.constantFrom('2026-11-23T15:00:00', '2026-11-24T09:00:00'), { nil: undefined }),
  at: fc.option(fc.constantFrom('2026-11-23T11:00:00', '2026-11-24T10:00:00'), { nil: undefined }),
  expiresMs: fc.option(fc.constantFrom(60_000, 7_200_000), { nil: undefined }),
  isAlways: fc.boolean(),
  readsName: fc.boolean(),
});

const person = fc.record({
  zone: fc.constantFrom('Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Nowhere', ''),
  name: fc.constantFrom('Ada', 'Bea', ''),
  country: fc.constantFrom('NG', 'IN', 'US', 'XX', undefined),
});

const timezones = fc.constantFrom<AudienceTimezone>(
  { column: 'zone' },
  { column: 'zone', else: { by: 'number' } },
  { column: 'zone', else: { zone: 'Asia/Dubai' } },
  { by: 'number' },
  { zone: 'Africa/Lagos' },
);

/** What is recorded of a job; undefined where nothing is. */
const recorded = fc.option(
  fc.record({
    state: fc.constantFrom<JobState>(...states),
    attempts: fc.nat(3),
    firstAgoMs: fc.constantFrom(1_000, 90_000, 10_000_000),
    notBeforeInMs: fc.option(fc.constantFrom(-5_000, 0, 30_000, 40_000_000), { nil: undefined }),
    doubtful: fc.boolean(),
    maybeSent: fc.boolean(),
  }),
  { nil: undefined, freq: 2 },
);

function recordOf(
  step: string,
  key: string | undefined,
  job: typeof recorded extends fc.Arbitrary<infer T> ? T : never,
) {
  if (job === undefined) return [];
  const { state, attempts, doubtful, maybeSent, notBeforeInMs, firstAgoMs } = job;
  const place = { ...jobId(step, key), state, attempts };
  const firstAt = attempts === 0 ? undefined : endedAt - firstAgoMs;
  // A job that has an outcome waits for nothing.
  const notBefore = notBeforeInMs === undefined || state !== 'pending' ? undefined : endedAt + notBeforeInMs;
  return [{ ...place, at: firstAt, firstAt, notBefore, doubtful, maybeSent }] satisfies JobRecord[];
}

test('what is next, by the kinds of the jobs that are left, is what it is by all of them', () => {
  let known = 0;
  fc.assert(
    fc.property(
      fc.array(stepParts, { minLength: 1, maxLength: 4 }),
      fc.array(person, { minLength: 1, maxLength: 6 }),
      fc.array(recorded, { minLength: 28, maxLength: 28 }),
      fc.constantFrom(0, 45_000, 7_200_000, 50_000_000),
      timezones,
      (parts, people, records, laterMs, timezone) => {
        const rows = people.map(({ zone, name }, index) => ({ zone, name, key: String(index + 1) }));
        const roster = { ...rosterOf('members', rows), country: (index: number) => people[index]!.country };
        const steps = parts.map(({ isEach, isAlways, readsName, needs, until, at, expiresMs, ...part }, index) => {
          const columns = readsName && isEach ? ['name'] : [];
          return stepOf({
            ...part,
            id: `s${index}`,
            needs: [...new Set(needs.filter((need) => need < index))].map((need) => `s${need}`),
            window: isAlways ? 'always' : everyDay,
            reads: { columns, cells: [], steps: [], optionalSteps: [] },
            ...(until === undefined ? {} : { until }),
            ...(at === undefined ? {} : { at }),
            ...(expiresMs === undefined || part.uses !== 'otp.send' ? {} : { expiresMs }),
            ...(isEach ? { forEach: { audience: 'members', where: {} } } : {}),
          });
        });
        const jobs = steps.flatMap(({ id, forEach }, step) =>
          forEach === undefined
            ? recordOf(id, undefined, records[step * 7])
            : rows.flatMap(({ key }, index) => recordOf(id, key, records[step * 7 + index])),
        );
        const campaign = campaignOf({
          audiences: [audienceOf({ name: 'members', timezone })],
          steps,
        });
        const rosters = new Map([['members', roster]]);
        const begunAt = endedAt - 20_000_000;
        const history = historyOf(jobs, [], begunAt);
        const now = endedAt + laterMs;
        const counts = new Map<string, Partial<Record<JobState, number>>>();
        for (const { step, state } of jobs)
          counts.set(step, { ...counts.get(step), [state]: (counts.get(step)?.[state] ?? 0) + 1 });
        const kinds = steps.map((step) => kindsLeft({ campaign, rosters }, step, history.steps.get(step.id)));
        if (!kinds.every((one) => one !== undefined)) return;
        known++;
        // As it is read from the state file.
        const read = JSON.parse(JSON.stringify(kinds)) as typeof kinds;
        expect(whatNextOfKinds({ campaign, kinds: read, counts, begunAt, endedAt, now })).toEqual(
          whatNext({ campaign, rosters, history, now }),
        );
      },
    ),
    { numRuns: runs(2_000) },
  );
  expect(known).toBeGreaterThan(runs(1_000));
});
