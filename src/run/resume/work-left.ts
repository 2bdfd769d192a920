import type { Part } from '../../campaign/audiences/part.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress, type JobId, jobId, type RecipientKey } from '../../job/address.ts';
import { forEachJob, type StepHistory } from '../../job/history.ts';
import type { JobRecord, JobState, JobTimes } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { KnownContacts } from '../../ledger/contacts/judge-contact.ts';
import {
  blockedIn,
  type LeftToSend,
  leftToSend,
  nothingLeft,
  type TakenAs,
  type WhatNext,
  whatNext,
} from '../../plan/what-next.ts';
import { tzdata } from '../../platform/clocks.ts';
import type { Instant } from '../../platform/ports.ts';
import { readDrop } from '../../schedule/reasons.ts';
import type { SchedulerInput } from '../../schedule/scheduler.ts';
import { operations } from '../../service/operations/operations.ts';
import { isUnderWay, type SeenRun, seeRecorded, withPlan } from '../run-state.ts';
import { type StepSummary, summarise } from '../summary.ts';
import { type EditsInput, stepsByName } from './edits.ts';
import { type EffectiveHistory, effectiveHistory } from './effective-history.ts';

export interface WorkLeft extends WhatNext, LeftToSend, Pick<EffectiveHistory, 'edited' | 'renames'> {}

/** What the next process of a run would do. Views say it, and a run asks it before it says that nothing is left. */
export async function workLeft(
  input: EditsInput & {
    readonly contacts: KnownContacts | undefined;
    /** The recipients that the process would be limited to; all where there is none. */
    readonly part: Part | undefined;
    readonly now: Instant;
    readonly steps: readonly StepSummary[];
    /** As the process would take it. */
    readonly promotes?: SchedulerInput['promotes'];
  },
): Promise<WorkLeft> {
  const { loaded, run, contacts, part, now, steps, promotes } = input;
  const { campaign, rosters, fileHashes } = loaded;
  const { history, edited, renames } = await effectiveHistory(input, historyDetail(campaign));
  if (isDoneForGood(campaign, steps, await leftInFlight(input.reader)))
    return { ...nothingNext, ...nothingLeft, edited, renames };
  const past = { campaign, run, rosters, history, part, now };
  const next = whatNext({ ...past, contacts, promotes });
  const waited = await waitedIn(input);
  const left = leftToSend({ ...past, contactFacts: contacts?.factsOf, fileHashes, tzdata, waited });
  // Where nothing is sent any more, no step waits for the end of a delay.
  const ended = left.ends && { after: [], blocked: blockedIn(left.ends) };
  return { ...next, ...ended, ...left, edited, renames };
}

/** Jobs that were left out until somebody decides about another; none where nobody has decided anything. */
async function waitedIn({ loaded, reader }: Pick<EditsInput, 'loaded' | 'reader'>): Promise<ReadonlySet<JobAddress>> {
  const waited = new Set<JobAddress>();
  if ((await reader.decisions()).length === 0) return waited;
  const stepOf = stepsByName(loaded.campaign.steps);
  for await (const page of reader.jobs({ state: 'skipped' }))
    for (const { step, key, reason = '' } of page)
      if (readDrop(reason)?.word === 'undecided') waited.add(formatAddress(jobId(stepOf.get(step)?.id ?? step, key)));
  return waited;
}

const nothingNext: WhatNext = { after: [], blocked: [], promotions: [], waves: [] };

/** Where nothing depends on when jobs were started, a large state is read in a fraction of the time. */
export function historyDetail({ limits, steps }: Campaign): 'times' | 'states' {
  const isTimed = steps.some(({ delayMs, forEach }) => delayMs > 0 || forEach?.waves !== undefined);
  return limits.perRecipient !== undefined || isTimed ? 'times' : 'states';
}

async function leftInFlight(reader: Pick<RunReader, 'counts'>): Promise<boolean> {
  return (await reader.counts()).some(({ state, jobs }) => state === 'sending' && jobs > 0);
}

/**
 * The next run judges jobs again that were skipped or expired: a decision or a corrected list may have made room for them. It asks
 * again what was rejected, and may retry what a process that died has left in flight.
 */
export function isDoneForGood(
  campaign: Pick<Campaign, 'steps'>,
  steps: readonly StepSummary[],
  isLeftInFlight: boolean,
): boolean {
  if (isLeftInFlight) return false;
  const queries = new Set(campaign.steps.filter(({ uses }) => operations[uses].effect === 'query').map(({ id }) => id));
  return steps.every(
    ({ id, summary: { pending, skipped, expired, rejected } }) =>
      pending + skipped + expired + (queries.has(id) ? rejected : 0) === 0,
  );
}

const none: ReadonlyMap<RecipientKey, TakenAs> = new Map();

/** What is recorded, with jobs as the next process takes them. Those that it sends after all say why they were left out before, unless they waited for a decision. */
export function asTaken(reader: RunReader, { taken }: Pick<LeftToSend, 'taken'>, { steps }: Campaign): RunReader {
  if (taken.size === 0) return reader;
  const stepOf = stepsByName(steps);
  const takenIn = (name: string) => taken.get(stepOf.get(name)?.id ?? name) ?? none;
  const seen = (job: JobRecord): JobRecord => {
    const as = takenIn(job.step).get(job.key ?? '');
    const { settledAt: _, code, ...rest } = job;
    // As it is recorded: the answer to an attempt before is not why it is left out now.
    return as === undefined ? job : { ...rest, ...as, ...(as.state === 'inDoubt' && { code }) };
  };
  /** Of these jobs, the states of those that have a record. */
  const recordedIn = (steps: ReadonlyMap<string, StepHistory>, step: string): ReadonlyMap<RecipientKey, JobState> => {
    const those = takenIn(step);
    const states = new Map<RecipientKey, JobState>();
    forEachJob({ steps }, step, ({ key = '', state }) => {
      if (those.has(key)) states.set(key, state);
    });
    return states;
  };
  const names = async (): Promise<readonly string[]> => {
    const recorded = await reader.steps();
    const known = new Set(recorded.map((name) => stepOf.get(name)?.id));
    return [...recorded, ...[...taken.keys()].filter((id) => !known.has(id))];
  };
  const timesOf = (step: string, [key, { state }]: readonly [RecipientKey, TakenAs]): JobTimes => ({
    step,
    key: key === '' ? undefined : key,
    state,
    attempts: 0,
  });
  return {
    ...reader,
    steps: names,
    async job(id: JobId) {
      const job = await reader.job(id);
      const as = takenIn(id.step).get(id.key ?? '');
      return job === undefined ? as && { ...id, ...as, attempts: 0 } : seen(job);
    },
    async *jobs(filter = {}) {
      const { state } = filter;
      const histories = await reader.stepHistories('states');
      for (const step of filter.step === undefined ? await names() : [filter.step]) {
        const recorded = recordedIn(histories, step);
        const states = state === undefined ? [undefined] : new Set([state, ...recorded.values()]);
        for (const one of states)
          for await (const page of reader.jobs(one === undefined ? { step } : { step, state: one }))
            yield page.map(seen).filter((job) => state === undefined || job.state === state);
        for (const one of takenIn(step))
          if (!recorded.has(one[0]) && (state ?? one[1].state) === one[1].state)
            yield [{ ...timesOf(step, one), ...one[1] }];
      }
    },
    async counts() {
      const [counts, histories] = [await reader.counts(), await reader.stepHistories('states')];
      const of = (step: string) => {
        const own = new Map(counts.filter((one) => one.step === step).map(({ state, jobs }) => [state, jobs]));
        const count = (state: JobState, more: number): unknown => own.set(state, (own.get(state) ?? 0) + more);
        for (const { state } of takenIn(step).values()) count(state, 1);
        for (const state of recordedIn(histories, step).values()) count(state, -1);
        return [...own].filter(([, jobs]) => jobs > 0).map(([state, jobs]) => ({ step, state, jobs }));
      };
      return (await names()).flatMap(of);
    },
    async stepHistories(detail) {
      const histories = await reader.stepHistories(detail);
      const of = (step: string): [string, StepHistory] => {
        const { blocks, others } = histories.get(step) ?? { blocks: [], others: [] };
        const taken = new Map(others);
        const those = takenIn(step);
        for (const one of those) taken.set(one[0], timesOf(step, one));
        forEachJob({ steps: histories }, step, (job) => {
          const as = those.get(job.key ?? '');
          if (as !== undefined) taken.set(job.key ?? '', { ...job, state: as.state });
        });
        return [step, { blocks, others: taken }];
      };
      return new Map((await names()).map(of));
    },
  };
}

/** What a run is, and what is recorded of it: beside a process as it is, else as the next process takes it. */
export interface SeenRecords {
  readonly seen: SeenRun;
  /** Undefined where nothing was run. */
  readonly reader: RunReader | undefined;
  /** A process carries it out. */
  readonly underWay: boolean;
}

export async function seeRun({
  reader,
  ...input
}: Omit<Parameters<typeof workLeft>[0], 'reader' | 'steps'> & {
  readonly reader: RunReader | undefined;
}): Promise<SeenRecords> {
  const seen = await seeRecorded(reader);
  if (reader === undefined) return { seen, reader, underWay: false };
  if (await isUnderWay(reader)) return { seen, reader, underWay: true };
  const { loaded } = input;
  const left = await workLeft({ ...input, reader, steps: (await summarise(loaded, reader)).steps });
  return { seen: withPlan(seen, left.isLeft), reader: asTaken(reader, left, loaded.campaign), underWay: false };
}
