import { formatAddress, type JobId } from '../job/address.ts';
import { type JobRecord, type JobState, jobStates } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { Control, Intent, Settled, Store, StoreAbout } from './store.ts';

/** What a memory store's "disk" holds: it outlives the store, as a file outlives a process. */
export interface MemoryDisk {
  /** By step in the order in which they came, then by key; the empty key for a step that runs once. */
  readonly steps: Map<string, Map<string, JobRecord>>;
  control: Control;
  exitCode: number | undefined;
  inputs: string | undefined;
}

export interface MemoryStore extends Store {
  /**
   * The process, or the machine, dies: of the changes that are not on disk yet, in their order, as many are kept as `keep`
   * says. No promise that is still open resolves any more, and none that is made later.
   */
  die(keep: (unsynced: number) => number): void;
}

interface Entry {
  readonly change: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createMemoryDisk(): MemoryDisk {
  return { steps: new Map(), control: 'run', exitCode: undefined, inputs: undefined };
}

/** The store of rehearsals and simulations: the transitions of the SQLite store, guarded alike, and a disk that may lose. */
export function createMemoryStore(input: {
  readonly about: StoreAbout;
  readonly disk: MemoryDisk;
  /** Resolves when what has been written is on disk. */
  readonly sync?: () => Promise<void>;
}): MemoryStore {
  const { about, disk, sync = () => Promise.resolve() } = input;
  let waiting: Entry[] = [];
  let syncing: Entry[] = [];
  let flushed: Promise<void> | undefined;
  let dead = false;

  /** Whatever comes while one sync is under way shares the next. */
  const flush = async (): Promise<void> => {
    await Promise.resolve();
    while (waiting.length > 0 && !dead) {
      syncing = waiting;
      waiting = [];
      await sync();
      if (dead) return;
      const entries = syncing;
      syncing = [];
      for (const { change, resolve, reject } of entries) {
        try {
          change();
          resolve();
        } catch (error) {
          reject(error);
        }
      }
    }
    flushed = undefined;
  };
  const add = (change: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      if (dead) return;
      waiting.push({ change, resolve, reject });
      flushed ??= flush();
    });

  function* jobs(filter: { readonly step?: string; readonly state?: JobState } = {}): Generator<JobRecord> {
    for (const [step, records] of disk.steps) {
      if (filter.step !== undefined && filter.step !== step) continue;
      const chosen = [...records.values()].filter(({ state }) => filter.state === undefined || state === filter.state);
      yield* chosen.sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
    }
  }

  return {
    about,
    job: (id) => find(disk, id),
    intend: (intent) => add(() => intend(disk, intent)),
    settle: (settled) => add(() => settle(disk, settled)),
    drop: (id, state, reason, at) => add(() => drop(disk, id, { state, reason, at })),
    decide: (id, to, at, outputs) =>
      add(() => {
        const job = find(disk, id);
        const tellsMore = to === 'accepted' && outputs !== undefined && job?.state === 'accepted';
        const { doubtful: _, ...rest } = guard(job, tellsMore ? ['accepted'] : decidable, id, `decided as ${to}`);
        put(disk, { ...rest, state: to, settledAt: at, ...(outputs === undefined ? {} : { outputs: copy(outputs) }) });
      }),
    jobs,
    counts: () =>
      [...disk.steps].flatMap(([step, records]) => {
        const counts = new Map<JobState, number>();
        for (const { state } of records.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
        return jobStates.flatMap((state) => {
          const count = counts.get(state);
          return count === undefined ? [] : [{ step, state, jobs: count }];
        });
      }),
    forEachJob: (step, visit) => disk.steps.get(step)?.forEach(visit),
    forEachState: (step, visit) => disk.steps.get(step)?.forEach(({ state }, key) => visit(key, state)),
    recentStarts(limit, step) {
      const starts: Instant[] = [];
      for (const [name, records] of disk.steps) {
        if (step !== undefined && step !== name) continue;
        for (const { at } of records.values()) if (at !== undefined) starts.push(at);
      }
      return starts.sort((a, b) => a - b).slice(Math.max(0, starts.length - limit));
    },
    steps: () => [...disk.steps].filter(([, records]) => records.size > 0).map(([step]) => step),
    renameStep(was, id) {
      const earlier = disk.steps.get(was);
      if (earlier === undefined || disk.steps.has(id)) return;
      const entries = [...disk.steps].map(([step, records]) => [step === was ? id : step, records] as const);
      for (const [key, job] of earlier) earlier.set(key, { ...job, step: id });
      disk.steps.clear();
      for (const [step, records] of entries) disk.steps.set(step, records);
    },
    lastInputs: () => disk.inputs,
    setLastInputs: (inputs) => void (disk.inputs = inputs),
    control: () => disk.control,
    setControl: (control) => void (disk.control = control),
    ended: () => disk.exitCode,
    held: () => true,
    setBegun: () => void (disk.exitCode = undefined),
    setEnded: (exitCode) => void (disk.exitCode = exitCode),
    async close() {
      await flushed;
    },
    die(keep) {
      if (dead) return;
      dead = true;
      const unsynced = [...syncing, ...waiting];
      for (const { change } of unsynced.slice(0, keep(unsynced.length))) {
        try {
          change();
        } catch {
          // A change that its guard refuses is none; whoever asked for it is dead.
        }
      }
    },
  };
}

const claimable: readonly JobState[] = ['pending', 'skipped', 'expired', 'rejected'];
const droppable = claimable;
const decidable: readonly JobState[] = ['inDoubt', 'rejected', 'pending'];

function intend(disk: MemoryDisk, intent: Intent): void {
  const { attempt, at, naturalKey, requestHash } = intent;
  const id = plain(intent);
  const job = find(disk, id);
  if (job !== undefined) guard(job, claimable, id, 'claimed');
  const known: JobRecord = job ?? { ...id, state: 'pending', attempts: 0 };
  const { settledAt: _, notBefore: __, naturalKey: ___, ...before } = known;
  put(disk, {
    ...before,
    state: 'sending',
    attempts: attempt,
    firstAt: job?.firstAt ?? at,
    at,
    requestHash,
    ...(naturalKey === undefined ? {} : { naturalKey }),
  });
}

function settle(disk: MemoryDisk, settled: Settled): void {
  const { attempt, at, state, code, reason, outputs, attempted, doubtful, notBefore } = settled;
  const id = plain(settled);
  const job = find(disk, id);
  const right = job?.attempts === attempt ? job : undefined;
  const before = guard(right, ['sending'], id, 'settled');
  const { code: _, reason: __, outputs: ___, doubtful: ____, notBefore: _____, ...rest } = before;
  put(disk, {
    ...rest,
    state,
    attempts: attempted === false ? attempt - 1 : attempt,
    settledAt: at,
    ...(doubtful === true ? { doubtful } : {}),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(outputs === undefined ? {} : { outputs: copy(outputs) }),
  });
}

function drop(
  disk: MemoryDisk,
  id: JobId,
  to: { readonly state: JobState; readonly reason: string; readonly at: Instant },
): void {
  const job = find(disk, id);
  if (job !== undefined) guard(job, droppable, id, to.state);
  const { state, reason, at } = to;
  put(disk, { ...(job ?? { ...plain(id), attempts: 0 }), state, reason, settledAt: at });
}

/** A transition whose guard failed is a bug of ours, or two runners: nothing may go on after it. */
function guard(job: JobRecord | undefined, from: readonly JobState[], id: JobId, what: string): JobRecord {
  if (job !== undefined && from.includes(job.state)) return job;
  throw new Error(`${formatAddress(id)} could not be ${what}: its state in the file is another`);
}

function find(disk: MemoryDisk, { step, key = '' }: JobId): JobRecord | undefined {
  return stepOf(disk, step).get(key);
}

function put(disk: MemoryDisk, job: JobRecord): void {
  stepOf(disk, job.step).set(job.key ?? '', job);
}

function stepOf(disk: MemoryDisk, step: string): Map<string, JobRecord> {
  let records = disk.steps.get(step);
  if (records === undefined) {
    records = new Map();
    disk.steps.set(step, records);
  }
  return records;
}

function plain({ step, key }: JobId): JobId {
  return key === undefined ? { step } : { step, key };
}

/** As the file gives it back. */
function copy(outputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(outputs)) as Record<string, unknown>;
}
