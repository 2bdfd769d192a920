import { type Action, type JobView, parameters, type Trace, type TraceStep, untried } from './trace.ts';

/** A trace in the Informal Trace Format of Quint, with the metadata of `--mbt`. */
export function traceFromItf(text: string): Trace {
  const { states } = JSON.parse(text) as { readonly states: readonly unknown[] };
  let before: Readonly<Record<string, JobView>> = {};
  // The first state is the beginning; every later one has the action that led to it.
  return states.slice(1).map((raw) => {
    const state = plain(raw) as ModelState;
    const after = viewsOf(state.s);
    const changed = Object.entries(after).filter(
      ([job, view]) => JSON.stringify(view) !== JSON.stringify(before[job] ?? untried),
    );
    before = after;
    return { ...stepOf(state), ...(changed.length > 0 && { now: Object.fromEntries(changed) }) };
  });
}

interface ModelState {
  readonly s: {
    readonly entries: Readonly<Record<string, Omit<JobView, 'reached'>>>;
    readonly delivered: Readonly<Record<string, number>>;
  };
  readonly 'mbt::actionTaken': string;
  readonly 'mbt::nondetPicks': Readonly<Record<string, { readonly value: unknown }>>;
}

function viewsOf({ entries, delivered }: ModelState['s']): Record<string, JobView> {
  const view = ([job, { state, attempts, doubtful }]: [string, Omit<JobView, 'reached'>]) =>
    [job, { state, attempts, doubtful, reached: delivered[job] ?? 0 }] as const;
  return Object.fromEntries(Object.entries(entries).map(view));
}

function stepOf({ 'mbt::actionTaken': action, 'mbt::nondetPicks': picks }: ModelState): TraceStep {
  if (!isAction(action)) throw new Error(`the model took a step that the replay does not know: ${action}`);
  const all = {
    worker: picks['worker']?.value,
    job: picks['job']?.value,
    claim: picks['number']?.value,
    refused: picks['isRefused']?.value === true || undefined,
  };
  const own = parameters[action].map((name) => [name, all[name]]).filter(([, value]) => value !== undefined);
  return { action, ...Object.fromEntries(own) };
}

function isAction(name: string): name is Action {
  return Object.hasOwn(parameters, name);
}

/** ITF writes integers, maps and sets as objects with one key. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('#bigint' in value) return Number(value['#bigint']);
  if ('#map' in value) return Object.fromEntries(plain(value['#map']) as [string, unknown][]);
  if ('#set' in value) return plain(value['#set']);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
