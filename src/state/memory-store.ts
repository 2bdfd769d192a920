import type { JobId } from '../job/address.ts';
import { type JobRecord, type JobState, jobStates, type Outputs } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import { afterChange, type Change, refusedChange } from './change.ts';
import type { Control, Store, StoreAbout } from './store.ts';

/** What a memory store's "disk" holds: it outlives the store, as a file outlives a process. */
export interface MemoryDisk {
  /** By step in the order in which they came, then by key; the empty key for a step that runs once. */
  readonly steps: Map<string, Map<string, JobRecord>>;
  control: Control;
  exitCode: number | undefined;
  inputs: string | undefined;
  confirmed: string | undefined;
  begunAt: Instant | undefined;
}

export interface MemoryStore extends Store {
  /**
   * The process, or the machine, dies: of the changes that are not on disk yet, in their order, as many are kept as `keep`
   * says. No promise that is still open resolves any more, and none that is made later.
   */
  die(keep: (unsynced: number) => number): void;
}

interface Entry {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createMemoryDisk(): MemoryDisk {
  return {
    steps: new Map(),
    control: 'run',
    exitCode: undefined,
    inputs: undefined,
    confirmed: undefined,
    begunAt: undefined,
  };
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
        if (write(disk, change)) resolve();
        else reject(refusedChange(change));
      }
    }
    flushed = undefined;
  };
  const add = (change: Change): Promise<void> =>
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
    intend: (to) => add({ kind: 'intend', to }),
    settle: (to) => add({ kind: 'settle', to }),
    drop: (id, state, reason, at) => add({ kind: 'drop', to: { ...id, state, reason, at } }),
    decide: (id, state, at, outputs) =>
      add({ kind: 'decide', to: { ...id, state, at, ...(outputs === undefined ? {} : { outputs }) } }),
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
    otherRuns: () => [],
    renameStep(was, id) {
      const earlier = disk.steps.get(was);
      if (earlier === undefined) return;
      const later = disk.steps.get(id);
      if (later !== undefined) {
        for (const [key, job] of earlier) {
          if (later.has(key)) continue;
          later.set(key, { ...job, step: id });
          earlier.delete(key);
        }
        return;
      }
      const entries = [...disk.steps].map(([step, records]) => [step === was ? id : step, records] as const);
      for (const [key, job] of earlier) earlier.set(key, { ...job, step: id });
      disk.steps.clear();
      for (const [step, records] of entries) disk.steps.set(step, records);
    },
    lastInputs: () => disk.inputs,
    setLastInputs: (inputs) => void (disk.inputs = inputs),
    confirmed: () => disk.confirmed,
    setConfirmed: (confirmed) => void (disk.confirmed = confirmed),
    control: () => disk.control,
    setControl: (control) => void (disk.control = control),
    ended: () => disk.exitCode,
    carriedOut: () => about.run,
    setBegun(at) {
      disk.exitCode = undefined;
      disk.begunAt ??= at;
    },
    begunAt: () => disk.begunAt,
    setEnded: (exitCode) => void (disk.exitCode = exitCode),
    async close() {
      await flushed;
    },
    die(keep) {
      if (dead) return;
      dead = true;
      const unsynced = [...syncing, ...waiting];
      // A change that is refused is none; whoever asked for it is dead.
      for (const { change } of unsynced.slice(0, keep(unsynced.length))) write(disk, change);
    },
  };
}

function find(disk: MemoryDisk, { step, key = '' }: JobId): JobRecord | undefined {
  return stepOf(disk, step).get(key);
}

/** False when the job's state does not allow it. */
function write(disk: MemoryDisk, change: Change): boolean {
  const { step, key = '' } = change.to;
  const records = stepOf(disk, step);
  const after = afterChange(records.get(key), change);
  if (after === undefined) return false;
  // Outputs as a file gives them back.
  const { outputs } = after;
  records.set(
    key,
    outputs === undefined ? after : { ...after, outputs: JSON.parse(JSON.stringify(outputs)) as Outputs },
  );
  return true;
}

function stepOf(disk: MemoryDisk, step: string): Map<string, JobRecord> {
  let records = disk.steps.get(step);
  if (records === undefined) {
    records = new Map();
    disk.steps.set(step, records);
  }
  return records;
}
