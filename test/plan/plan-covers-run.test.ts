import { expect, test } from 'vitest';
import type { Step } from '../../src/campaign/campaign.ts';
import { formatAddress, type JobAddress, jobId } from '../../src/job/address.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { approvalIn, type SavedJob } from '../../src/plan/saved/saved-plan.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { dropText } from '../../src/schedule/reasons.ts';
import { audienceOf, campaignOf, noHistory, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const now = Date.parse('2026-11-23T10:00:00+01:00');
const rosters = new Map([['members', rosterOf('members', [{ key: '1' }, { key: '2' }, { key: '3' }])]]);
const forEach = { audience: 'members', where: {} };

interface Given {
  readonly isForEach: boolean;
  readonly runs: Step['runs'];
  /** How many steps before this one it needs, or asks about. */
  readonly needs: number;
  readonly asks: number;
  readonly outcome: 'accepted' | 'rejected' | 'skipped';
  readonly isOver: boolean;
}

function stepsOf(given: readonly Given[]): Step[] {
  const before = (index: number, back: number): number => (back === 0 || back > index ? -1 : index - back);
  return given.map(({ isForEach, runs, needs, asks, outcome, isOver }, index) => {
    const [need, asked] = [before(index, needs), before(index, asks)];
    const onlyIf = isForEach && given[asked]?.isForEach ? { step: `s${asked}`, outcomes: [outcome] } : undefined;
    return stepOf({
      id: `s${index}`,
      uses: isForEach ? 'otp.send' : 'sms.balance',
      runs,
      needs: need === -1 ? [] : [`s${need}`],
      ...(isForEach && { forEach: { ...forEach, ...(onlyIf && { onlyIf }) } }),
      ...(isOver && { until: '2026-11-23T09:00:00' }),
    });
  });
}

const first: Given = { isForEach: true, runs: 'on-success', needs: 0, asks: 0, outcome: 'accepted', isOver: false };
/** In the plan everybody is too late for the second step; in the run, some are left out of it, for whom the third one is. */
const lateOrLeftOut: Given[] = [first, { ...first, asks: 1, isOver: true }, { ...first, asks: 1, outcome: 'skipped' }];

function* oneRejected(): Generator<'accepted' | 'rejected'> {
  yield 'rejected';
  for (;;) yield 'accepted';
}

test('an approved plan starts all that a run may start, whatever is rejected or in doubt', () => {
  const step = fc.record({
    isForEach: fc.boolean(),
    runs: fc.constantFrom<Step['runs']>('on-success', 'on-failure', 'always'),
    needs: fc.integer({ min: 0, max: 3 }),
    asks: fc.integer({ min: 0, max: 3 }),
    outcome: fc.constantFrom('accepted', 'rejected', 'skipped'),
    isOver: fc.boolean(),
  });
  const state = fc.constantFrom('accepted', 'rejected', 'inDoubt');
  const covers = fc.property(
    fc.array(step, { minLength: 2, maxLength: 5 }),
    fc.infiniteStream(state),
    (given, states) => {
      const campaign = campaignOf({ audiences: [audienceOf({ name: 'members' })], steps: stepsOf(given) });
      const jobs = new Map<JobAddress, SavedJob>();
      const input = { campaign, rosters, history: noHistory, now, run: '1' };
      const plan = planCampaign({
        ...input,
        fileHashes: {},
        tzdata: '2025c',
        onJob: ({ id, at, drop }) =>
          jobs.set(formatAddress(id), at === undefined ? { reason: dropText(drop!.reason) } : { at }),
      });
      const kept = new Set(plan.steps.filter((one) => one.jobs.pending > 0).map(({ id }) => id));
      const scheduler = createScheduler(input);
      for (let decision = scheduler.next(now); ; decision = scheduler.next(now)) {
        if (decision.kind === 'drop') continue;
        if (decision.kind !== 'start') break;
        const { job } = decision;
        const id = jobId(job.step.id, job.key);
        expect([id, approvalIn({ jobs, kept }, id)]).not.toEqual([id, undefined]);
        scheduler.settle(job, { kind: 'settled', state: states.next().value }, now);
      }
    },
  );
  fc.assert(covers, { numRuns: runs(2_500), examples: [[lateOrLeftOut, fc.stream(oneRejected())]] });
});
