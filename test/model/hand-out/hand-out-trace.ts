import { readFileSync } from 'node:fs';
import { plain } from '../itf.ts';

/** One behaviour of the model `hand-out.qnt`: what happens, what was answered, and what the ledger then has. */
export type HandOutTrace = readonly HandOutStep[];

export interface HandOutStep {
  readonly action: HandOutAction;
  readonly worker?: string;
  readonly job?: JobName;
  readonly chunk?: number;
  /** The row of a worker. */
  readonly seat?: number;
  /** Of a chunk that is given: what its leader knows of the job. */
  readonly attempts?: number;
  readonly tried?: boolean;
  readonly said?: string;
  readonly count?: number;
  /** Only the parts that changed. */
  readonly now?: Partial<LedgerView>;
}

export type JobName = 'message' | 'code';

/** What the model and the ledger must agree upon. */
export interface LedgerView {
  readonly message: EntryView;
  readonly code: EntryView;
  /** Chunks that are there, by number. */
  readonly chunks: Readonly<Record<string, 'queued' | 'fetched'>>;
  /** Rows of workers, by number: whether the lease is over by the database's clock. */
  readonly seats: Readonly<Record<string, 'held' | 'over'>>;
  /** Alarms that the leader has not judged: while there are any, nothing can be claimed. */
  readonly unjudged: number;
}

export interface EntryView {
  readonly state: string;
  readonly attempts: number;
  readonly doubtful: boolean;
  /** Of a job that is being sent. */
  readonly sender: 'living' | 'lost' | '';
}

const untried: EntryView = { state: 'pending', attempts: 0, doubtful: false, sender: '' };
export const beginning: LedgerView = { message: untried, code: untried, chunks: {}, seats: {}, unjudged: 0 };

/** The actions that have a counterpart in the ledger, with what each of them is about. */
export const parameters = {
  start: ['worker', 'seat'],
  fetch: ['worker', 'said', 'count'],
  claim: ['worker', 'chunk', 'said'],
  answer: ['worker', 'chunk', 'said'],
  lose: ['worker', 'chunk', 'said'],
  hold: ['worker', 'chunk', 'said'],
  giveBack: ['worker', 'chunk'],
  crash: ['worker'],
  renew: ['worker'],
  leaseEnds: ['seat'],
  redeliver: ['chunk'],
  forget: ['chunk'],
  pause: [],
  resume: [],
  give: ['job', 'chunk', 'attempts', 'tried'],
  giveAsFormer: ['job', 'chunk', 'attempts', 'tried'],
  clean: [],
  collect: ['count'],
  takeBack: ['chunk'],
  examine: ['chunk', 'said'],
  conclude: ['chunk', 'said', 'count'],
  lead: [],
  leaderDies: [],
  ready: [],
} as const satisfies Record<string, readonly (keyof HandOutStep)[]>;

export type HandOutAction = keyof typeof parameters;

/** These change nothing in the ledger: bytes that leave and arrive, and the clock of a worker. */
const beside: readonly string[] = ['leave', 'arrive', 'stall'];

/** A trace in the Informal Trace Format of Quint, with the metadata of `--mbt`. */
export function handOutTraceFromItf(text: string): HandOutTrace {
  const { states } = JSON.parse(text) as { readonly states: readonly unknown[] };
  let before = beginning;
  return states.slice(1).flatMap((raw): readonly HandOutStep[] => {
    const state = plain(raw) as ModelState;
    const action = state['mbt::actionTaken'];
    if (beside.includes(action)) return [];
    if (!isAction(action)) throw new Error(`the model took a step that the replay does not know: ${action}`);
    const after = viewOf(state.s);
    const changed = Object.entries(after).filter(
      ([part, view]) => JSON.stringify(view) !== JSON.stringify(before[part as keyof LedgerView]),
    );
    before = after;
    return [{ ...stepOf(action, state), ...(changed.length > 0 && { now: Object.fromEntries(changed) }) }];
  });
}

interface ModelState {
  readonly s: {
    readonly entries: Readonly<Record<JobName, Omit<EntryView, 'sender'> & { readonly seat: number }>>;
    readonly chunks: Readonly<
      Record<string, { isThere: boolean; isFetched: boolean; attempts: number; isTried: boolean }>
    >;
    readonly seats: LedgerView['seats'];
    readonly alarms: number;
    readonly judged: number;
    readonly seated: number;
    readonly said: string;
    readonly count: number;
  };
  readonly 'mbt::actionTaken': string;
  readonly 'mbt::nondetPicks': Readonly<Record<string, { readonly value: unknown }>>;
}

function viewOf({ entries, chunks, seats, alarms, judged }: ModelState['s']): LedgerView {
  const entry = ({ state, attempts, doubtful, seat }: (typeof entries)[JobName]): EntryView => {
    const sender = seats[seat] === undefined ? 'lost' : 'living';
    return { state, attempts, doubtful, sender: state === 'sending' ? sender : '' };
  };
  const there = Object.entries(chunks).filter(([, { isThere }]) => isThere);
  return {
    message: entry(entries.message),
    code: entry(entries.code),
    chunks: sorted(there.map(([number, { isFetched }]) => [number, isFetched ? 'fetched' : 'queued'])),
    seats: sorted(Object.entries(seats)),
    unjudged: alarms - judged,
  };
}

export function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => Number(a) - Number(b)));
}

function stepOf(action: HandOutAction, { s, 'mbt::nondetPicks': picks }: ModelState): HandOutStep {
  const isGiven = action === 'give' || action === 'giveAsFormer';
  const chunk = isGiven ? Object.keys(s.chunks).length : (picks['chunk']?.value as number | undefined);
  const given = chunk === undefined ? undefined : s.chunks[chunk];
  const all = {
    worker: picks['worker']?.value,
    job: picks['job']?.value,
    chunk,
    seat: action === 'start' ? s.seated : picks['seat']?.value,
    attempts: given?.attempts,
    tried: given?.isTried,
    said: s.said,
    count: s.count,
  };
  return { action, ...Object.fromEntries(parameters[action].map((name) => [name, all[name]])) };
}

function isAction(name: string): name is HandOutAction {
  return Object.hasOwn(parameters, name);
}

/** `claim first 3: takenBack` */
export function formatHandOutStep({ action, worker, job, chunk, seat, said }: HandOutStep): string {
  const words = [action, worker, job, chunk, seat].filter((word) => word !== undefined).join(' ');
  return said === undefined ? words : `${words}: ${said}`;
}

/** For each step of a trace: its kind, with what it changes, and what else could have been the reason. */
export function handOutKinds(trace: HandOutTrace): readonly (readonly string[])[] {
  const jobs = new Map<number, JobName>();
  let unjudged = 0;
  let isPaused = false;
  return trace.map((step) => {
    const { action, chunk, said = '', now = {} } = step;
    if (step.job !== undefined && chunk !== undefined) jobs.set(chunk, step.job);
    const job = chunk === undefined ? undefined : jobs.get(chunk);
    const entry = job === undefined ? undefined : now[job];
    const closedBy = `${isPaused ? 'paused' : ''} ${unjudged > 0 ? 'unjudged' : ''}`;
    if (action === 'pause' || action === 'resume') isPaused = action === 'pause';
    unjudged = now.unjudged ?? unjudged;
    const parts = Object.keys(now).filter((part) => part !== 'message' && part !== 'code');
    return [`${action} ${said} ${job ?? ''} ${JSON.stringify(entry) ?? ''} ${parts.join()} ${closedBy}`];
  });
}

export const handOutTraces = new URL('traces.jsonl', import.meta.url);

export function handOutTracesText(traces: readonly HandOutTrace[]): string {
  return traces.map((trace) => `${JSON.stringify(trace)}\n`).join('');
}

/** The committed traces, one a line. */
export function readHandOutTraces(): readonly HandOutTrace[] {
  return readFileSync(handOutTraces, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HandOutTrace);
}
