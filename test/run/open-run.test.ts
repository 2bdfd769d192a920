import { expect, test } from 'vitest';
import type { Campaign, Step } from '../../src/campaign/campaign.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress, type JobId, jobId } from '../../src/job/address.ts';
import { type History, latestStarts } from '../../src/job/history.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { whatNext } from '../../src/plan/what-next.ts';
import { explainPerson, isAllOver } from '../../src/plan/why.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { type Counting, countAtBegin } from '../../src/run/counted-jobs.ts';
import { heldInFlight, resumed } from '../../src/run/resume/effective-history.ts';
import { foreseeOpenRun } from '../../src/run/resume/open-run.ts';
import { readHistory } from '../../src/run/resume/read-history.ts';
import { settledAs } from '../../src/run/resume/recover.ts';
import { resumptionOf } from '../../src/run/resume/resumption.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import type { ScheduledJob, Settlement } from '../../src/schedule/scheduler.ts';
import type { RunReader, RunStatus, StepCount } from '../../src/state/backend.ts';
import { afterChange, type Change, isJobChange, type JobChange } from '../../src/state/change.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, everyDay, historyOf, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const begin = instantOf('2026-11-23T12:00:00', 'Africa/Lagos');
const minute = 60_000;

const rates = fc.option(fc.constantFrom({ count: 1, perMs: 3_600_000 }, { count: 2, perMs: 1_000 }), {
  nil: undefined,
  freq: 3,
});
const stepParts = fc.record({
  uses: fc.constantFrom('whatsapp.send', 'otp.send', 'otp.send', 'sms.balance', 'audio.upload'),
  isEach: fc.constantFrom(true, true, false),
  needs: fc.array(fc.nat(4), { maxLength: 2 }),
  runs: fc.constantFrom<Step['runs']>('on-success', 'on-success', 'on-failure', 'always'),
  until: fc.option(fc.constantFrom('2026-11-23T15:00:00', '2026-11-24T09:00:00'), { nil: undefined, freq: 2 }),
  at: fc.option(fc.constantFrom('2026-11-23T12:30:00', '2026-11-24T10:00:00'), { nil: undefined, freq: 2 }),
  expiresMs: fc.option(fc.constantFrom(minute, 120 * minute), { nil: undefined }),
  isAlways: fc.boolean(),
  readsName: fc.boolean(),
  rate: rates,
});
const person = fc.record({
  zone: fc.constantFrom('Africa/Lagos', 'Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Nowhere', ''),
  name: fc.constantFrom('Ada', 'Bea', ''),
});
/** What happens next in a process: each number is a choice. */
const happenings = fc.array(fc.record({ choice: fc.nat(19), laterMs: fc.constantFrom(0, 0, 0, 500, 20 * minute) }), {
  maxLength: 24,
});

interface Machine {
  readonly jobs: Map<string, JobRecord>;
  counted: string | undefined;
  now: Instant;
}

function inState({ jobs }: Machine, ...states: readonly JobState[]): readonly JobRecord[] {
  return [...jobs.values()].filter(({ state }) => states.includes(state));
}

function apply(machine: Machine, changes: readonly Change[]): void {
  for (const change of changes) {
    if (isJobChange(change)) {
      const address = formatAddress(change.to);
      const job = afterChange(machine.jobs.get(address), change);
      if (job === undefined) throw new Error(`${address} refuses ${change.kind}`);
      machine.jobs.set(address, job);
    } else if (change.kind === 'counted') machine.counted = change.text || undefined;
  }
}

function readerOf(machine: Machine): RunReader {
  const counts = (): readonly StepCount[] => {
    const sums = new Map<string, StepCount>();
    for (const { step, state } of machine.jobs.values()) {
      const name = `${step} ${state}`;
      sums.set(name, { step, state, jobs: (sums.get(name)?.jobs ?? 0) + 1 });
    }
    return [...sums.values()];
  };
  const reader = {
    status: async () => ({ counted: machine.counted, begunAt: begin }) as RunStatus,
    counts: async () => counts(),
    steps: async () => [...new Set(counts().map(({ step }) => step))],
    stepHistories: async () => historyOf([...machine.jobs.values()]).steps,
    recentStarts: async (limit: number, step?: string) => {
      const starts = [...machine.jobs.values()].flatMap((job) =>
        step === undefined || job.step === step ? (job.at ?? []) : [],
      );
      return latestStarts(
        starts.sort((a, b) => a - b),
        limit,
      );
    },
    leftJobs: async () => ({
      begunAt: begin,
      counted: machine.counted,
      counts: counts(),
      sending: inState(machine, 'sending'),
      tried: inState(machine, 'pending', 'skipped', 'expired').filter(
        ({ state, at }) => state === 'pending' || at !== undefined,
      ),
    }),
  };
  return reader as unknown as RunReader;
}

/** One process, until it dies. Returns the jobs that it has sent and not settled yet. */
async function carryOut(
  machine: Machine,
  loaded: LoadedCampaign,
  choices: readonly { choice: number; laterMs: number }[],
) {
  const { campaign, rosters } = loaded;
  const reader = readerOf(machine);
  const counting: Counting = await countAtBegin({ loaded, isWhole: true }, reader);
  apply(machine, counting.changes);
  for (const job of inState(machine, 'sending')) {
    const step = campaign.steps.find(({ id }) => id === job.step);
    apply(machine, [{ kind: 'settle', to: settledAs(job, resumptionOf(job, step, false), machine.now) }]);
  }
  const history = await readHistory(campaign, reader);
  const { countsUntried, record } = counting;
  const scheduler = createScheduler({ campaign, rosters, history, countsUntried, now: machine.now });
  const inFlight: { readonly job: ScheduledJob; readonly attempt: number }[] = [];
  const settleOne = (choice: number): void => {
    const { job, attempt } = inFlight.shift()!;
    const { now } = machine;
    const to = { ...jobId(job.step.id, job.key), attempt, at: now };
    const again = { kind: 'again', notBefore: now + (choice % 2) * 30 * minute, heldBy: 'retry' } as const;
    const outcomes: readonly (readonly [JobChange & { kind: 'settle' }, Settlement])[] = [
      [
        { kind: 'settle', to: { ...to, state: 'accepted' } },
        { kind: 'settled', state: 'accepted' },
      ],
      [
        { kind: 'settle', to: { ...to, state: 'rejected' } },
        { kind: 'settled', state: 'rejected' },
      ],
      [
        { kind: 'settle', to: { ...to, state: 'inDoubt' } },
        { kind: 'settled', state: 'inDoubt' },
      ],
      [
        { kind: 'settle', to: { ...to, state: 'pending', notBefore: again.notBefore, maybeSent: true } },
        { ...again, attempted: true },
      ],
      [
        { kind: 'settle', to: { ...to, state: 'pending', notBefore: again.notBefore, doubtful: true } },
        { ...again, attempted: true, doubtful: true },
      ],
      [
        { kind: 'settle', to: { ...to, state: 'pending', notBefore: now, attempted: false, freesBytes: true } },
        { ...again, notBefore: now, attempted: false },
      ],
    ];
    const [change, settlement] = outcomes[choice % outcomes.length]!;
    apply(machine, [change]);
    scheduler.settle(job, settlement, now);
  };
  for (const { choice, laterMs } of choices) {
    machine.now += laterMs;
    if (inFlight.length > 3 || (inFlight.length > 0 && choice > 12)) {
      settleOne(choice);
      continue;
    }
    const decision = scheduler.next(machine.now);
    if (decision.kind === 'finished') break;
    if (decision.kind === 'wait')
      machine.now = Math.max(machine.now, Math.min(decision.until, machine.now + 60 * minute));
    if (decision.kind === 'drop') {
      const { state, job, decidedAt } = decision;
      apply(machine, [{ kind: 'drop', to: { ...jobId(job.step.id, job.key), state, reason: '', at: decidedAt } }]);
    }
    if (decision.kind !== 'start') continue;
    const { job } = decision;
    if (choice === 12) {
      const notBefore = machine.now + 10 * minute;
      scheduler.settle(job, { kind: 'again', notBefore, attempted: false, heldBy: 'retry' }, machine.now);
      continue;
    }
    const attempt = job.attempts + 1;
    const to = { ...jobId(job.step.id, job.key), attempt, at: machine.now, requestHash: 'a', naturalKey: 'n' };
    const counted = record !== undefined && scheduler.intended(job) ? [record(scheduler.untried())] : [];
    apply(machine, [{ kind: 'intend', to }, ...counted]);
    inFlight.push({ job, attempt });
  }
}

function loadedOf(
  parts: readonly (typeof stepParts extends fc.Arbitrary<infer T> ? T : never)[],
  people: readonly { zone: string; name: string }[],
  rate: Campaign['limits']['rate'],
): LoadedCampaign {
  const roster = rosterOf(
    'members',
    people.map((one, index) => ({ ...one, key: String(index + 1) })),
  );
  const steps = parts.map(({ isEach, isAlways, readsName, needs, until, at, expiresMs, rate: own, ...part }, index) =>
    stepOf({
      ...part,
      id: `s${index}`,
      needs: [...new Set(needs.filter((need) => need < index))].map((need) => `s${need}`),
      window: isAlways ? 'always' : everyDay,
      reads: { columns: readsName && isEach ? ['name'] : [], cells: [], steps: [], optionalSteps: [] },
      ...(until === undefined ? {} : { until }),
      ...(at === undefined ? {} : { at }),
      ...(own === undefined ? {} : { rate: own }),
      ...(expiresMs === undefined || part.uses !== 'otp.send' ? {} : { expiresMs }),
      ...(isEach ? { forEach: { audience: 'members', where: {} } } : {}),
    }),
  );
  const audiences = [audienceOf({ name: 'members', timezone: { column: 'zone' } })];
  const campaign = campaignOf({ audiences, steps, ...(rate === undefined ? {} : { limits: { rate } }) });
  return { campaign, rosters: new Map([['members', roster]]), jobsDigest: 'files' } as unknown as LoadedCampaign;
}

test('what is next in a run whose process died, or goes on, is what a read of all jobs says', async () => {
  const seen = { known: 0, unknown: 0, next: 0, tried: 0, over: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepParts, { minLength: 1, maxLength: 4 }),
      fc.array(person, { minLength: 1, maxLength: 7 }),
      fc.array(happenings, { minLength: 1, maxLength: 3 }),
      rates,
      async (parts, people, processes, rate) => {
        const loaded = loadedOf(parts, people, rate);
        const { campaign, rosters } = loaded;
        const machine: Machine = { jobs: new Map(), counted: undefined, now: begin };
        for (const choices of processes) {
          await carryOut(machine, loaded, choices);
          const reader = readerOf(machine);
          const recorded = await readHistory(campaign, reader);
          for (const laterMs of [0, 45_000, 120 * minute, 840 * minute]) {
            const now = machine.now + laterMs;
            for (const isHeld of [true, false]) {
              const found = await foreseeOpenRun({ loaded, reader, isHeld, now });
              if (found === undefined) {
                seen.unknown++;
                continue;
              }
              const history = isHeld ? heldInFlight(recorded) : resumed(campaign, recorded, new Set());
              expect(found).toEqual(whatNext({ campaign, rosters, history, now }));
              seen.known++;
              if (found.next !== undefined) seen.next++;
              if (inState(machine, 'sending', 'pending').length > 0) seen.tried++;
            }
          }
          seen.over += expectSameOfThoseWhoAreOver(machine, loaded, resumed(campaign, recorded, new Set()));
        }
      },
    ),
    { numRuns: runs(1_000) },
  );
  expect(seen.known).toBeGreaterThan(2 * seen.unknown);
  expect(seen.next).toBeGreaterThan(seen.known / 2);
  expect(seen.tried).toBeGreaterThan(runs(1_000));
  expect(seen.over).toBeGreaterThan(runs(1_000));
});

/** `why` of a person whose jobs are all over needs no plan. Returns how many there are. */
function expectSameOfThoseWhoAreOver(machine: Machine, loaded: LoadedCampaign, history: History): number {
  const { campaign, rosters } = loaded;
  const recordOf = (id: JobId): JobRecord | undefined => machine.jobs.get(formatAddress(id));
  const { now } = machine;
  const plan = { campaign, rosters, history, now, run: '1', fileHashes: {}, tzdata: '', values: {} };
  const about = { campaign, rosters, now, leftOut: [], recordOf, places: () => campaign.steps[0]!.span };
  const roster = rosters.get('members')!;
  const keys = Array.from({ length: roster.size }, (_, index) => roster.key(index));
  const over = keys.filter((key) => isAllOver({ campaign, rosters, key, recordOf }));
  for (const key of over)
    expect(explainPerson({ ...about, key, plan: undefined })).toEqual(explainPerson({ ...about, key, plan }));
  return over.length;
}
