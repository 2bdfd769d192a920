import type { Campaign, Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress, type RecipientKey } from '../../job/address.ts';
import { forEachJob, forEachRow, type History, type HistoryRow, type StepHistory, someRow } from '../../job/history.ts';
import { type JobRecord, type JobTimes, mayHaveContacted } from '../../job/job.ts';
import { noWaves, type WaveLog } from '../../job/waves.ts';
import type { RunReader, StateBackend } from '../../ledger/backend.ts';
import { type UnclearRename, unclearRenames } from '../../plan/begun.ts';
import type { Instant } from '../../platform/ports.ts';
import { mostRemembered } from '../../schedule/pace.ts';
import type { Rate } from '../../time/duration.ts';
import { presentName, recordedAs } from '../summary.ts';
import { type EditsInput, editedInFlight, stepsByName, takenNames } from './edits.ts';
import { type Resumption, resumptionOf } from './recover.ts';

/** What is recorded, as the next run takes it. */
export interface EffectiveHistory {
  readonly history: History;
  /** Jobs whose answer was lost and that are in doubt now because the files have been edited since. */
  readonly edited: readonly JobAddress[];
  /** By step, how many are in doubt only once the next run has said so: their answers were lost. */
  readonly unanswered: ReadonlyMap<string, number>;
  readonly renames: readonly UnclearRename[];
}

/** For what is shown while no process carries out the run. */
export async function effectiveHistory(
  input: EditsInput,
  detail: 'times' | 'states' = 'times',
): Promise<EffectiveHistory> {
  const { loaded, reader } = input;
  const history = await readHistory(loaded.campaign, reader, detail);
  const edited = new Set<JobAddress>();
  for (const [step, jobs] of history.steps) {
    for (const state of ['pending', 'sending'] as const) {
      // Of most jobs the record need not be read.
      if (!someRow(jobs, (row) => row.state === state && mayHaveLeft(row))) continue;
      for await (const page of reader.jobs({ step, state })) {
        for (const address of await editedInFlight(input, page)) edited.add(address);
      }
    }
  }
  const isAsBefore = (await reader.status()).inputs === loaded.digest;
  const renames = isAsBefore ? [] : [...unclearRenames(loaded.campaign, history.steps), ...(await takenNames(input))];
  const effective = resumed(loaded.campaign, history, edited);
  const unanswered = newInDoubt(loaded.campaign, history, effective);
  return { history: effective, edited: [...edited], unanswered, renames };
}

function newInDoubt({ steps }: Campaign, recorded: History, effective: History): ReadonlyMap<string, number> {
  const stepOf = stepsByName(steps);
  return new Map(
    [...effective.steps].map(([name, { others }]) => {
      const before = recorded.steps.get(name)?.others;
      const isNew = ([key, { state }]: readonly [RecipientKey, JobTimes]): boolean =>
        state === 'inDoubt' && before?.get(key)?.state !== 'inDoubt';
      return [stepOf.get(name)?.id ?? name, [...others].filter(isNew).length];
    }),
  );
}

function mayHaveLeft({ state, doubtful, maybeSent }: HistoryRow): boolean {
  return state === 'sending' || doubtful || maybeSent;
}

/** The same history, with each job as a run that starts now takes it. */
export function resumed(campaign: Campaign, history: History, edited: ReadonlySet<JobAddress>): History {
  const stepOf = stepsByName(campaign.steps);
  return withOthers(history, (step, { others }) => {
    const changed = new Map([...others].map(([key, job]) => [key, asResumed(job, stepOf.get(step), edited)] as const));
    if (edited.size > 0) {
      forEachJob(history, step, (job) => {
        if (!others.has(job.key ?? '') && edited.has(formatAddress(job)))
          changed.set(job.key ?? '', asResumed(job, stepOf.get(step), edited));
      });
    }
    return changed;
  });
}

/** The same history beside a running process: a job in flight waits for that process. */
export function heldInFlight(history: History): History {
  return withOthers(
    history,
    (_, { others }) =>
      new Map([...others].map(([key, job]) => [key, job.state === 'sending' ? inFlightAsHeld(job) : job] as const)),
  );
}

/**
 * The same history beside a running process, for a plan: it assumes of every request that it is accepted at once, and of those in
 * flight, too. Also whose these are, by step; empty keys are of steps that run once.
 */
export function acceptedInFlight(
  { steps }: Pick<Campaign, 'steps'>,
  history: History,
  now: Instant,
): { readonly history: History; readonly inFlight: ReadonlyMap<string, ReadonlySet<RecipientKey>> } {
  const stepOf = stepsByName(steps);
  const inFlight = new Map<string, Set<RecipientKey>>();
  const accepted = withOthers(history, (name, { others }) => {
    const id = stepOf.get(name)?.id ?? name;
    const entries = [...others].map(([key, job]) => {
      if (job.state !== 'sending') return [key, job] as const;
      inFlight.set(id, (inFlight.get(id) ?? new Set()).add(key));
      return [key, { ...job, state: 'accepted', settledAt: now }] as const;
    });
    return new Map<string, JobTimes>(entries);
  });
  return { history: accepted, inFlight };
}

/** A job that is in flight, beside the process that sends it. */
function inFlightAsHeld(job: JobTimes): JobTimes {
  return { ...job, state: 'pending', notBefore: Number.POSITIVE_INFINITY };
}

function asResumed(job: JobTimes, step: Step | undefined, edited: ReadonlySet<JobAddress>): JobTimes {
  const resumption = resumptionOf(job, step, edited.size > 0 && edited.has(formatAddress(job)));
  return resumption === 'unchanged' ? job : { ...job, ...changesOf[resumption] };
}

const changesOf: Readonly<Record<Exclude<Resumption, 'unchanged'>, Partial<JobRecord>>> = {
  retry: { state: 'pending', doubtful: true },
  forget: { state: 'pending' },
  inDoubt: { state: 'inDoubt' },
};

/** Jobs in flight are among `others`. */
function withOthers(
  history: History,
  othersOf: (step: string, jobs: StepHistory) => ReadonlyMap<string, JobTimes>,
): History {
  const steps = [...history.steps].map(
    ([step, jobs]) => [step, { blocks: jobs.blocks, others: othersOf(step, jobs) }] as const,
  );
  return { ...history, steps: new Map(steps) };
}

/** Reads, once, what a scheduler needs to know of the past. `states` leaves out when jobs were started. */
export async function readHistory(
  campaign: Campaign,
  reader: Pick<RunReader, 'stepHistories' | 'recentStarts' | 'status' | 'waves' | 'decisions'>,
  detail: 'times' | 'states' = 'times',
): Promise<History> {
  const steps = await reader.stepHistories(detail);
  const stepStarts = new Map<string, readonly number[]>();
  for (const step of campaign.steps) {
    const { id, rate } = step;
    if (rate !== undefined) stepStarts.set(id, await reader.recentStarts(startsOf(rate), recordedAs(step, steps)));
  }
  const { rate } = campaign.limits;
  const { begunAt, rests } = await reader.status();
  return {
    steps,
    // The sandbox's clock goes on from the latest one.
    starts: await reader.recentStarts(rate === undefined ? 1 : startsOf(rate)),
    stepStarts,
    begunAt,
    rests: rests.map((rest) => (rest.step === undefined ? rest : { ...rest, step: presentName(campaign, rest.step) })),
    waves: campaign.steps.some(({ forEach }) => forEach?.waves !== undefined) ? await readWaves(reader) : noWaves,
  };
}

export async function readWaves(reader: Pick<RunReader, 'waves' | 'decisions'>): Promise<WaveLog> {
  const promoted = (await reader.decisions()).flatMap(({ promotion }) => (promotion === undefined ? [] : [promotion]));
  return { begun: await reader.waves(), promoted };
}

function startsOf({ count }: Rate): number {
  return Math.max(1, Math.min(count, mostRemembered));
}

/** Whom a run has reached, or may have: they stay in an audience that tracks its source when the source no longer has them. */
export async function reachedKeys(
  audience: string,
  { id, steps }: Campaign,
  run: string,
  backend: Pick<StateBackend, 'openForReading'>,
): Promise<(key: number) => boolean> {
  const opened = await backend.openForReading({ about: { campaign: id, run, service: '' } });
  // What cannot be read is refused where the state is opened.
  if (opened === undefined || 'refused' in opened) return () => true;
  const keys = new Set<number>();
  try {
    const histories = await opened.reader.stepHistories('times');
    for (const step of steps) {
      if (step.forEach?.audience !== audience) continue;
      for (const name of [step.id, ...(step.was === undefined ? [] : [step.was])]) {
        forEachRow(histories.get(name), (job) => {
          if (job.key !== undefined && mayHaveContacted(job)) keys.add(job.key);
        });
      }
    }
  } finally {
    await opened.reader.close();
  }
  return (key) => keys.has(key);
}
