import type { JobId } from '../job/address.ts';
import { createStepHistory, latestStarts, type StepHistory } from '../job/history.ts';
import { type JobRecord, type JobState, jobStates, lacksOutputs, type Outputs } from '../job/job.ts';
import { isSameService } from '../job/service-address.ts';
import type { Instant } from '../platform/ports.ts';
import type { RunAbout, RunLease, RunReader, StateBackend } from './backend.ts';
import {
  afterChange,
  type Change,
  type Control,
  isJobChange,
  type JobChange,
  type RunChange,
  refusedChange,
} from './change.ts';
import type { Approval } from './signed/approval.ts';
import { type DecisionGroup, groupsOf, merged } from './signed/decision-log.ts';
import { fencedOut } from './state-trouble.ts';

/** The state of rehearsals and simulations: the same transitions as in a file, and a disk that may lose what was not synced. */
export interface MemoryBackend extends StateBackend {
  /** The lease of a process that may die. The process that has the lease now is fenced out. */
  openLease(input: {
    readonly about: RunAbout;
    /** Resolves when what has been written is on disk. */
    readonly sync?: () => Promise<void>;
  }): MemoryLease;
}

export interface MemoryLease extends RunLease {
  /**
   * The process, or the machine, dies: of the changes that are not on disk yet, in their order, as many are kept as `keep`
   * says. No promise that is still open resolves any more, and none that is made later.
   */
  die(keep: (unsynced: number) => number): void;
}

interface StepRecords {
  /** By key (empty for a step that runs once), in the order of their first outcomes. */
  readonly jobs: Map<string, JobRecord>;
  /** Keys of those that are `sending`, and had no outcome before. */
  readonly first: Set<string>;
}

/** What outlives a lease, as a file outlives a process. */
interface Disk {
  about: RunAbout | undefined;
  /** In the order in which they came. */
  steps: Map<string, StepRecords>;
  control: Control;
  exitCode: number | undefined;
  inputs: string | undefined;
  confirmed: string | undefined;
  confirmedPeople: string[];
  approvals: readonly Approval[];
  decisions: readonly DecisionGroup[];
  /** How often people have decided. */
  decided: number;
  begunAt: Instant | undefined;
  /** The lease that counts. */
  lease: symbol | undefined;
}

export function createMemoryBackend(): MemoryBackend {
  const disk: Disk = {
    about: undefined,
    steps: new Map(),
    control: 'run',
    exitCode: undefined,
    inputs: undefined,
    confirmed: undefined,
    confirmedPeople: [],
    approvals: [],
    decisions: [],
    decided: 0,
    begunAt: undefined,
    lease: undefined,
  };
  const openLease: MemoryBackend['openLease'] = (input) => createMemoryLease(disk, input);
  return {
    location: 'memory',
    openLease,
    async openForRunning({ about }) {
      if (disk.lease !== undefined) return { refused: { kind: 'locked', holder: undefined } };
      const { service = about.service } = disk.about ?? {};
      if (!isSameService(service, about.service)) return { refused: { kind: 'otherService', service } };
      return { lease: openLease({ about }), move: { from: undefined, to: undefined }, warnings: [] };
    },
    async openForReading({ about, orNew }) {
      const isNew = disk.about?.run !== about.run;
      return isNew && orNew === undefined ? undefined : { reader: createMemoryReader(disk, about), isNew };
    },
    async decide(_, decisions) {
      const after = { ...disk, steps: new Map([...disk.steps].map(([step, records]) => [step, copyOf(records)])) };
      for (const to of decisions) {
        const change = { kind: 'decide', to } as const;
        if (!writeJob(after, change)) throw refusedChange(change);
      }
      disk.steps = after.steps;
      disk.decisions = [...disk.decisions, ...groupsOf(decisions)];
      disk.decided += decisions.length;
      return undefined;
    },
    async approve({ run }, approval) {
      if (disk.about?.run !== run) return undefined;
      disk.approvals = [...disk.approvals, approval];
      return 'recorded';
    },
    async requestControl({ run }, control, signed) {
      if (disk.about?.run !== run) return undefined;
      const before = disk.control;
      disk.control = control;
      if (signed !== undefined) disk.decisions = [...disk.decisions, signed];
      return { carriedOut: disk.lease === undefined ? undefined : run, before };
    },
    keptElsewhere: () => Promise.resolve(undefined),
  };
}

interface Entry {
  readonly changes: readonly Change[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function createMemoryLease(disk: Disk, input: Parameters<MemoryBackend['openLease']>[0]): MemoryLease {
  const { about, sync = () => Promise.resolve() } = input;
  const own = Symbol(about.run);
  disk.about = about;
  disk.lease = own;
  let waiting: Entry[] = [];
  let syncing: Entry[] = [];
  let flushed: Promise<void> | undefined;
  let dead = false;

  /** What comes during one sync shares the next. */
  const flush = async (): Promise<void> => {
    await Promise.resolve();
    while (waiting.length > 0 && !dead) {
      syncing = waiting;
      waiting = [];
      await sync();
      if (dead) return;
      const entries = syncing;
      syncing = [];
      for (const { changes, resolve, reject } of entries) {
        const refused = disk.lease === own ? changes.filter((change) => !write(disk, change)) : undefined;
        if (refused === undefined) reject(fencedOut());
        else if (refused.length === 0) resolve();
        else reject(refusedChange(refused.filter(isJobChange)[0]!));
      }
    }
    flushed = undefined;
  };
  const release = (): void => {
    if (disk.lease === own) disk.lease = undefined;
  };

  return {
    ...createMemoryReader(disk, about),
    apply: (changes) =>
      new Promise((resolve, reject) => {
        if (dead) return;
        waiting.push({ changes, resolve, reject });
        flushed ??= flush();
      }),
    async close() {
      await flushed;
      release();
    },
    die(keep) {
      if (dead) return;
      dead = true;
      const unsynced = [...syncing, ...waiting].flatMap(({ changes }) => changes);
      const kept = keep(unsynced.length);
      // No promise is left that a refused change could reject.
      if (disk.lease === own) for (const change of unsynced.slice(0, kept)) write(disk, change);
      release();
    },
  };
}

const jobsInPage = 1_000;
const startsInPage = 20_000;

function createMemoryReader(disk: Disk, about: RunAbout): RunReader {
  return {
    about,
    status: async () => ({
      control: disk.control,
      exitCode: disk.exitCode,
      begunAt: disk.begunAt,
      inputs: disk.inputs,
      confirmed: disk.confirmed,
      carriedOut: disk.lease === undefined ? undefined : disk.about?.run,
    }),
    requests: async () => ({ control: disk.control, decisions: disk.decided }),
    confirmedPeople: async () => [...disk.confirmedPeople],
    approvals: async () => disk.approvals,
    decisions: async () => merged(disk.decisions),
    job: async (id) => find(disk, id),
    async *jobs(filter = {}) {
      const jobs = [...disk.steps].flatMap(([step, records]) =>
        filter.step === undefined || filter.step === step ? inState(records, filter.state) : [],
      );
      for (let at = 0; at < jobs.length; at += jobsInPage) yield jobs.slice(at, at + jobsInPage);
    },
    counts: async () =>
      [...disk.steps].flatMap(([step, records]) =>
        jobStates.flatMap((state) => {
          const jobs = inState(records, state).length;
          return jobs === 0 ? [] : [{ step, state, jobs }];
        }),
      ),
    steps: async () => [...disk.steps].filter(([, { jobs }]) => jobs.size > 0).map(([step]) => step),
    stepHistories: async () => new Map([...disk.steps].map(([step, records]) => [step, historyOf(records)])),
    async recentStarts(limit, step) {
      const starts = [...disk.steps]
        .filter(([name]) => step === undefined || step === name)
        .flatMap(([, { jobs }]) => [...jobs.values()].flatMap(({ at }) => at ?? []));
      return latestStarts(
        starts.sort((a, b) => a - b),
        limit,
      );
    },
    async startsAfter(step, place) {
      const { jobs = new Map<string, JobRecord>() } = disk.steps.get(step) ?? {};
      const behind = [...jobs.values()].slice(place, place + startsInPage);
      return { starts: behind.flatMap(({ at }) => at ?? []), place: place + behind.length, jobs: behind.length };
    },
    otherRuns: async () => [],
    close: () => Promise.resolve(),
  };
}

function copyOf({ jobs, first }: StepRecords): StepRecords {
  return { jobs: new Map(jobs), first: new Set(first) };
}

/** Jobs that are in flight for the first time come last, as they have no row in a file. */
function inState({ jobs, first }: StepRecords, state: JobState | undefined): readonly JobRecord[] {
  const answered = [...jobs].flatMap(([key, job]) => (first.has(key) ? [] : job));
  const ordered = [...answered, ...[...first].flatMap((key) => jobs.get(key) ?? [])];
  return ordered.filter((job) => state === undefined || job.state === state);
}

function historyOf({ jobs }: StepRecords): StepHistory {
  const history = createStepHistory();
  for (const job of jobs.values()) history.add(job, lacksOutputs(job));
  return history.value();
}

function find(disk: Disk, { step, key = '' }: JobId): JobRecord | undefined {
  return disk.steps.get(step)?.jobs.get(key);
}

/** False when the job's state does not allow it. */
function write(disk: Disk, change: Change): boolean {
  if (isJobChange(change)) return writeJob(disk, change);
  writeRun(disk, change);
  return true;
}

function writeJob(disk: Disk, change: JobChange): boolean {
  const { step, key = '' } = change.to;
  const records = disk.steps.get(step) ?? { jobs: new Map<string, JobRecord>(), first: new Set<string>() };
  disk.steps.set(step, records);
  const { jobs, first } = records;
  const before = jobs.get(key);
  const after = afterChange(before, change);
  if (after === undefined) return false;
  if (change.kind === 'intend') {
    if (before === undefined) first.add(key);
  } else if (first.delete(key)) jobs.delete(key);
  // Outputs as a file gives them back.
  const { outputs } = after;
  jobs.set(key, outputs === undefined ? after : { ...after, outputs: JSON.parse(JSON.stringify(outputs)) as Outputs });
  return true;
}

function writeRun(disk: Disk, change: RunChange): void {
  switch (change.kind) {
    case 'renameStep':
      return renameStep(disk, change.was, change.id);
    case 'inputs':
      disk.inputs = change.digest;
      return;
    case 'confirmed':
      disk.confirmed = change.text;
      return;
    case 'confirmedPeople':
      disk.confirmedPeople[change.part] = change.text;
      return;
    case 'approved':
      disk.approvals = [...disk.approvals, change.approval];
      return;
    case 'decided':
      disk.decisions = [...disk.decisions, change.group];
      return;
    case 'control':
      disk.control = change.control;
      return;
    case 'begun':
      disk.exitCode = undefined;
      disk.begunAt ??= change.at;
      return;
    case 'ended':
      disk.exitCode = change.exitCode;
      return;
    case 'receiving':
    case 'received':
    case 'moved':
      throw new Error('a ledger in memory is not moved');
    default:
      change satisfies never;
  }
}

function renameStep(disk: Disk, was: string, id: string): void {
  const earlier = disk.steps.get(was);
  if (earlier === undefined) return;
  const later = disk.steps.get(id);
  if (later === undefined) {
    const jobs = new Map([...earlier.jobs].map(([key, job]) => [key, { ...job, step: id }]));
    const moved = { ...earlier, jobs };
    disk.steps = new Map([...disk.steps].map(([step, records]) => (step === was ? [id, moved] : [step, records])));
    return;
  }
  for (const [key, job] of earlier.jobs) {
    if (later.jobs.has(key)) continue;
    later.jobs.set(key, { ...job, step: id });
    earlier.jobs.delete(key);
  }
}
