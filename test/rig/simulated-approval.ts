import { formatAddress, type JobAddress } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { approvalIn, type SavedJob, type SavedPlan } from '../../src/plan/saved/saved-plan.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { plannedReason } from '../../src/report/reason-text.ts';
import { runPlanInput } from '../../src/run/claim-contacts.ts';
import type { ApprovalOf } from '../../src/schedule/scheduler.ts';
import { memoryFiles } from './memory-files.ts';
import {
  createDice,
  type Person,
  type SimulatedCampaign,
  simulatedCampaign,
  simulatedJobs,
} from './simulated-campaign.ts';
import { simulatedWorld } from './simulated-world.ts';
import { begins, draftOf, run, worldOf } from './simulation.ts';

/** A campaign that a seed made up, carried out under a plan of its own, and what the run did other than the plan says. */
export interface ApprovedSimulation {
  readonly seed: number;
  /** Jobs that the plan starts. */
  readonly planned: number;
  /** Jobs that were started under it. */
  readonly started: number;
  /** The run had to start just what the plan starts. */
  readonly isExact: boolean;
  readonly broken: readonly string[];
}

/** How an engine is broken that must be found out. */
export type ApprovalControl = 'ignorePlan' | 'forgetFallbacks';

const chancesSeed = 13_000_000_000;
const hour = 3_600_000;

/**
 * The plan is made before the first process, or before the second, when the first was interrupted. It may be some hours old when it is
 * carried out, and lack some jobs: others could start by then. In a calm world everything is accepted, and a fresh plan is carried out
 * to the job.
 */
export async function simulateApproval(seed: number, control?: ApprovalControl): Promise<ApprovedSimulation> {
  const dice = createDice(createSeededRandom(seed));
  const chances = createDice(createSeededRandom(seed + chancesSeed));
  const isCalm = chances.chance(0.5);
  const written = simulatedCampaign(dice, chances);
  const { loaded, files } = await draftOf(isCalm ? calmed(written) : written);
  const ageMs = chances.pick([0, 0, 0.1, 1, 5]) * hour;
  const isLate = chances.chance(0.4);
  const thinned = chances.pick([0, 0, 0.2]);
  const interruptedMs = chances.between(1, chances.pick([20_000, 200_000]));
  const world = isCalm ? { timezone: 'Africa/Lagos', aiVoiceJobs } : simulatedWorld(dice, chances);
  let saved: Pick<SavedPlan, 'jobs' | 'kept'> | undefined;
  let before: ReadonlySet<JobAddress> = new Set();
  let processes = 0;
  let more = chances.pick([1, 2, 4]);
  const rehearsal = await runRehearsal(
    {
      loaded,
      run,
      world: worldOf(world),
      files: memoryFiles(files),
      at: begins,
      seed,
      latencyMs: isCalm ? 0 : dice.pick([0, 20, 200]),
    },
    {
      async opens({ lease, clock, control }) {
        processes++;
        if (isLate && processes === 1) {
          void clock
            .sleepUntil(clock.now() + interruptedMs)
            .then(() => control.drain({ kind: 'signal', signal: 'SIGINT' }));
          return loaded;
        }
        if (saved !== undefined) return loaded;
        const input = await runPlanInput(
          { loaded, lease, run, clock, part: undefined, contacts: undefined },
          { files: memoryFiles(files) },
        );
        const jobs = new Map<JobAddress, SavedJob>();
        const plan = planCampaign({
          ...input,
          now: input.now - ageMs,
          onJob(job) {
            if (chances.chance(thinned)) return;
            const reason = plannedReason(job);
            const at = job.at === undefined ? {} : { at: job.at };
            jobs.set(formatAddress(job.id), { ...at, ...(reason === undefined ? {} : { reason }) });
          },
        });
        const kept = plan.steps.filter(({ jobs: { pending } }) => pending > 0).map(({ id }) => id);
        saved = { jobs, kept: new Set(kept) };
        before = new Set((await listJobs(lease, {})).filter(isStarted).map((job) => formatAddress(job)));
        return loaded;
      },
      overrides: () => (saved === undefined ? {} : { approvalOf: engineFor(saved, control) }),
      resumesAfterMs: (end) => {
        if (saved === undefined) return 1_000;
        return end !== 'died' && (end.ended === 'finished' || more-- === 0) ? undefined : 1_000;
      },
    },
  );
  const { records, result } = rehearsal;
  const { jobs } = saved!;
  const planned = new Set([...jobs].flatMap(([address, { at }]) => (at === undefined ? [] : [address])));
  const started = records.filter((job) => isStarted(job) && !before.has(formatAddress(job)));
  const startedAt = new Set(started.map((job) => formatAddress(job)));
  const outside = started.filter((job) => approvalIn(saved!, job) === undefined);
  const heldBack = records.filter((job) => job.reason === 'notInPlan' && planned.has(formatAddress(job)));
  // A plan takes it that everything is accepted, and that each gate holds when it is first asked.
  const gates = new Set(loaded.campaign.steps.flatMap(({ id, everyMs }) => (everyMs === undefined ? [] : [id])));
  const isOtherwise = ({ step, state }: JobRecord): boolean =>
    state === 'rejected' || (gates.has(step) && state !== 'accepted');
  const isExact = isCalm && ageMs === 0 && thinned === 0 && result.ended === 'finished' && !records.some(isOtherwise);
  const missed = isExact ? [...planned].filter((address) => !startedAt.has(address)) : [];
  const added = isExact ? [...startedAt].filter((address) => !planned.has(address)) : [];
  return {
    seed,
    planned: planned.size,
    started: started.length,
    isExact,
    broken: [
      ...outside.map((job) => `${formatAddress(job)} was started, and the plan does not start it`),
      ...heldBack.map((job) => `${formatAddress(job)} was held back as not in the plan, which starts it`),
      ...missed.map((address) => `${address} was not started, and the plan starts it: ${reasonOf(records, address)}`),
      ...added.map(
        (address) => `${address} was started, and the plan says ${jobs.get(address)?.reason ?? 'nothing of it'}`,
      ),
    ],
  };
}

const aiVoiceJobs = simulatedJobs.map((jobId) => ({ jobId, state: 'running' as const }));

function engineFor(saved: Pick<SavedPlan, 'jobs' | 'kept'>, control: ApprovalControl | undefined): ApprovalOf {
  if (control === 'ignorePlan') return () => 'planned';
  return (job) => (control === 'forgetFallbacks' ? approvalIn(saved, job) && 'asNeeded' : approvalIn(saved, job));
}

/** All numbers have a price, and no wave waits for a person. */
function calmed(written: SimulatedCampaign): SimulatedCampaign {
  const priced = (person: Person): Person => ({ ...person, number: person.number.replace(/^998/, '234') });
  const waves = Object.entries(written.waves).map(([label, text]) => [
    label,
    text.replace('promote: person', 'promote: auto'),
  ]);
  const [members, others] = [written.members.map(priced), written.others.map(priced)];
  return { ...written, members, others, waves: Object.fromEntries(waves) as SimulatedCampaign['waves'] };
}

function isStarted({ state, attempts }: JobRecord): boolean {
  return (attempts ?? 0) > 0 || (state !== 'pending' && state !== 'skipped' && state !== 'expired');
}

function reasonOf(records: readonly JobRecord[], address: JobAddress): string {
  const job = records.find((one) => formatAddress(one) === address);
  return job === undefined ? 'it was never recorded' : `${job.state} ${job.reason ?? ''}`;
}
