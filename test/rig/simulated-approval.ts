import { type Part, partOf } from '../../src/campaign/audiences/part.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, type JobId } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { listJobs, type RunLease } from '../../src/ledger/backend.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { contactsInFile, openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { approvalIn, type SavedJob, type SavedPlan } from '../../src/plan/saved/saved-plan.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type ProcessRun, runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { plannedReason } from '../../src/report/reason-text.ts';
import { runPlanInput } from '../../src/run/claim-contacts.ts';
import type { ApprovalOf } from '../../src/schedule/scheduler.ts';
import { memoryFiles } from './memory-files.ts';
import {
  createDice,
  type Dice,
  type Person,
  type SimulatedCampaign,
  simulatedCampaign,
  simulatedJobs,
} from './simulated-campaign.ts';
import { campaignOf, inWaves, rulesOf, withFallback } from './simulated-contact-campaign.ts';
import { loadContactCampaign } from './simulated-contacts.ts';
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

type Jobs = Pick<SavedPlan, 'jobs' | 'kept'>;

const chancesSeed = 13_000_000_000;
const hour = 3_600_000;

/**
 * The plan is made before the first process, or before the second, when the first was interrupted or has died. It may be some hours old
 * when it is carried out, and lack some jobs: others could start by then. In a calm world everything is accepted, and a fresh plan is
 * carried out to the job and to the millisecond; given again, the same command starts nothing.
 */
export async function simulateApproval(seed: number, control?: ApprovalControl): Promise<ApprovedSimulation> {
  const dice = createDice(createSeededRandom(seed));
  const chances = createDice(createSeededRandom(seed + chancesSeed));
  const isCalm = chances.chance(0.5);
  const { loaded, files, ledger } = await campaignFor(dice, chances, isCalm);
  const part = await partFor(loaded, chances);
  const ageMs = chances.pick([0, 0, 0.1, 1, 5]) * hour;
  const thinned = chances.pick([0, 0, 0.2]);
  const first = chances.pick(['planned', 'interrupted', 'killed'] as const);
  const interruptedMs = chances.between(1, chances.pick([20_000, 200_000]));
  let momentsLeft = chances.between(0, 200);
  const world = isCalm ? { timezone: 'Africa/Lagos', aiVoiceJobs } : simulatedWorld(dice, chances);
  let saved: Jobs | undefined;
  let processes = 0;
  /** No answer was lost when the first process died: what would have come of it is not known. */
  let isSure = true;
  let more = chances.pick([1, 2, 4]);
  const started = new Map<JobAddress, JobId>();
  /** What the same command started when the run was finished. */
  const again: JobAddress[] = [];
  let isFinished = false;
  /** It is sent again without a plan, too. */
  const mayHaveArrived = new Set<JobAddress>();

  const planOf = async ({ lease, clock }: ProcessRun): Promise<Jobs> => {
    const contacts = ledger && contactsInFile(ledger, loaded.campaign.contacts!);
    const input = await runPlanInput({ loaded, lease, run, clock, part, contacts }, { files: memoryFiles(files) });
    const recorded = await listJobs(lease, {});
    const begun = new Set(recorded.map(formatAddress));
    isSure = recorded.every(({ state }) => state !== 'sending');
    for (const job of recorded) if (job.state === 'sending' || job.doubtful) mayHaveArrived.add(formatAddress(job));
    const jobs = new Map<JobAddress, SavedJob>();
    const plan = planCampaign({
      ...input,
      now: input.now - ageMs,
      onJob(job) {
        if (!begun.has(formatAddress(job.id)) && chances.chance(thinned)) return;
        const reason = plannedReason(job);
        const at = job.at === undefined ? {} : { at: job.at };
        jobs.set(formatAddress(job.id), { ...at, ...(reason === undefined ? {} : { reason }) });
      },
    });
    const kept = plan.steps.filter(({ jobs: { pending } }) => pending > 0).map(({ id }) => id);
    return { jobs, kept: new Set(kept) };
  };
  const noting = (lease: RunLease): RunLease => ({
    ...lease,
    apply(changes) {
      for (const change of changes)
        if (change.kind === 'intend') {
          started.set(formatAddress(change.to), change.to);
          if (isFinished) again.push(formatAddress(change.to));
        }
      return lease.apply(changes);
    },
  });

  const { records, result } = await runRehearsal(
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
      ...(ledger && { ledger }),
      async opens(process) {
        const { clock, control: runControl } = process;
        processes++;
        if (first === 'planned' || processes > 1) saved ??= await planOf(process);
        else if (first === 'interrupted')
          void clock
            .sleepUntil(clock.now() + interruptedMs)
            .then(() => runControl.drain({ kind: 'signal', signal: 'SIGINT' }));
        return loaded;
      },
      dies: () => first === 'killed' && saved === undefined && momentsLeft-- === 0,
      overrides: ({ lease }) =>
        saved === undefined ? { part } : { part, lease: noting(lease), approvalOf: engineFor(saved, control) },
      resumesAfterMs(end) {
        if (saved === undefined) return 1_000;
        if (isFinished) return undefined;
        isFinished = end !== 'died' && end.ended === 'finished';
        return isFinished || more-- > 0 ? 1_000 : undefined;
      },
    },
  );
  ledger?.close();
  const { jobs } = saved!;
  const planned = new Set([...jobs].flatMap(([address, { at }]) => (at === undefined ? [] : [address])));
  const outside = [...started].flatMap(([address, id]) =>
    approvalIn(saved!, id) === undefined && !mayHaveArrived.has(address) ? [address] : [],
  );
  const heldBack = records.filter((job) => job.reason === 'notInPlan' && planned.has(formatAddress(job)));
  const isExact =
    isCalm && isSure && ageMs === 0 && thinned === 0 && result.ended === 'finished' && wentWell(loaded, records);
  const missed = isExact ? [...planned].filter((address) => !started.has(address)) : [];
  const late = isExact ? records.filter((job) => isAnotherTime(job, jobs.get(formatAddress(job)))) : [];
  const added = isExact ? [...started.keys()].filter((address) => !planned.has(address)) : [];
  return {
    seed,
    planned: planned.size,
    started: started.size,
    isExact,
    broken: [
      ...outside.map((address) => `${address} was started, and the plan does not start it`),
      ...heldBack.map((job) => `${formatAddress(job)} was held back as not in the plan, which starts it`),
      ...missed.map((address) => `${address} was not started, and the plan starts it: ${reasonOf(records, address)}`),
      ...late.map(
        (job) =>
          `${formatAddress(job)} was started at ${job.at}, and the plan says ${jobs.get(formatAddress(job))?.at}`,
      ),
      ...(isExact ? again : []).map((address) => `${address} was started though the run was finished`),
      ...added.map((address) => `${address} was started, and the plan says ${jobs.get(address)?.reason}`),
    ],
  };
}

const aiVoiceJobs = simulatedJobs.map((jobId) => ({ jobId, state: 'running' as const }));

interface Prepared {
  readonly loaded: LoadedCampaign;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Where it has contact rules. */
  readonly ledger?: LedgerFile;
}

async function campaignFor(dice: Dice, chances: Dice, isCalm: boolean): Promise<Prepared> {
  if (chances.chance(0.6)) {
    const written = simulatedCampaign(dice, chances);
    return draftOf(isCalm ? calmed(written) : written);
  }
  const all = Array.from({ length: dice.between(3, 14) }, (_, index) => String(2348030000001 + index));
  const text = inWaves(chances, withFallback(chances, campaignOf(dice, 'spring'), 'spring'));
  const files = {
    'contacts.yaml': rulesOf(dice),
    'campaign.yaml': isCalm ? withoutPromotions(text) : text,
    'members.csv': `phone\n${all.join('\n')}\n`,
  };
  const ledger = openMemoryLedger();
  const forbidden = all.filter(() => chances.chance(0.15));
  await ledger.suppress(
    forbidden.map((key) => ({
      key,
      reason: 'asked to stop',
      source: '',
      channel: chances.pick(['whatsapp', 'otp', undefined] as const),
      purpose: undefined,
      from: 0,
      until: chances.pick([undefined, undefined, begins + 3 * hour]),
    })),
  );
  return { files, loaded: await loadContactCampaign(files), ledger };
}

async function partFor(loaded: LoadedCampaign, chances: Dice): Promise<Part | undefined> {
  if (chances.chance(0.7)) return undefined;
  return (await partOf({ first: chances.between(1, 10) }, loaded)) as Part;
}

function engineFor(saved: Jobs, control: ApprovalControl | undefined): ApprovalOf {
  if (control === 'ignorePlan') return () => 'planned';
  return (job) => (control === 'forgetFallbacks' ? approvalIn(saved, job) && 'asNeeded' : approvalIn(saved, job));
}

/** All numbers have a price, and no wave waits for a person. */
function calmed(written: SimulatedCampaign): SimulatedCampaign {
  const priced = (person: Person): Person => ({ ...person, number: person.number.replace(/^998/, '234') });
  const waves = Object.entries(written.waves).map(([label, text]) => [label, withoutPromotions(text)]);
  const [members, others] = [written.members.map(priced), written.others.map(priced)];
  return { ...written, members, others, waves: Object.fromEntries(waves) as SimulatedCampaign['waves'] };
}

function withoutPromotions(text: string): string {
  return text.replaceAll('promote: person', 'promote: auto');
}

/** A plan takes it that everything is accepted, and that each gate holds when it is first asked. */
function wentWell({ campaign }: LoadedCampaign, records: readonly JobRecord[]): boolean {
  const gates = new Set(campaign.steps.flatMap(({ id, everyMs }) => (everyMs === undefined ? [] : [id])));
  return records.every(({ step, state }) => state !== 'rejected' && (!gates.has(step) || state === 'accepted'));
}

function isAnotherTime({ at }: JobRecord, planned: SavedJob | undefined): boolean {
  return at !== undefined && planned?.at !== undefined && at !== planned.at;
}

function reasonOf(records: readonly JobRecord[], address: JobAddress): string {
  const job = records.find((one) => formatAddress(one) === address);
  return job === undefined ? 'it was never recorded' : `${job.state} ${job.reason ?? ''}`;
}
