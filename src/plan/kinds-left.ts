import type { Roster } from '../audience/roster.ts';
import type { Scalar } from '../audience/scalar.ts';
import { recipientClocks } from '../campaign/audiences/recipient-clock.ts';
import { hasJobIn, isSelectedBy, jobIndex } from '../campaign/audiences/selection.ts';
import type { Audience, Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { type JobId, jobId } from '../job/address.ts';
import { createStepHistory, type History, type HistoryRow, type StepHistory, someRow } from '../job/history.ts';
import type { JobState, JobTimes } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { SchedulerInput } from '../schedule/scheduler.ts';
import { operations } from '../service/contract/operations.ts';
import type { Rate } from '../time/duration.ts';
import { type WhatNext, whatNext } from './what-next.ts';

/**
 * Jobs that the scheduler cannot distinguish: those with one clock, '' where the audience names it or there is none, that have all
 * values they must have, or not; and those that were tried before and are left with the same marks.
 */
export type JobKind = readonly [clock: string, isComplete: boolean, tried?: Tried];

/** As it is recorded. */
export type Tried = Pick<JobTimes, 'attempts' | 'firstAt' | 'notBefore' | 'doubtful' | 'maybeSent'>;

/** More zones than there are: the column has something else. */
export const mostKinds = 1_000;

/**
 * The kinds of a step's jobs that are left, those included that were skipped or expired, as they are judged again. Undefined where the
 * jobs of one kind do not wait for the same.
 */
export function kindsLeft(
  { campaign, rosters }: Pick<LoadedCampaign, 'campaign' | 'rosters'>,
  step: Step,
  history: StepHistory | undefined,
): readonly JobKind[] | undefined {
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  const roster = rosters.get(audience?.name ?? '');
  const left = jobsLeft(step, roster, history);
  if (left === undefined) return undefined;
  const { isLeft, triedOf } = left;
  const kindOf = (zone: string, isComplete: boolean, index: number): JobKind => {
    const tried = triedOf(index);
    return tried === undefined ? [zone, isComplete] : [zone, isComplete, tried];
  };
  if (audience === undefined || roster === undefined) return isLeft(0) ? [kindOf('', true, 0)] : [];
  const kinds = new Map<string, JobKind>();
  const clockOf = recipientClocks(roster, audience.timezone, campaign.timezone);
  for (let index = 0; index < roster.size; index++) {
    if (!isLeft(index)) continue;
    const { clock } = clockOf(index);
    const zone = 'zone' in audience.timezone || clock === 'none' ? '' : clock;
    const isComplete = step.reads.columns.every((column) => (roster.value(index, column) ?? '') !== '');
    const tried = triedOf(index);
    const name = `${isComplete} ${zone}${tried === undefined ? '' : JSON.stringify(tried)}`;
    if (kinds.has(name)) continue;
    kinds.set(name, kindOf(zone, isComplete, index));
    if (kinds.size > mostKinds) return undefined;
  }
  return kinds.size > 0 && waitsForOthers(step, audience) ? undefined : [...kinds.values()];
}

/** Undefined where too many were tried before. */
function jobsLeft(step: Step, roster: Roster | undefined, history: StepHistory | undefined) {
  const isSelected = isSelectedBy(step, roster);
  const hasJob = hasJobIn(step, roster);
  const settled = new Uint8Array(roster?.size ?? 1);
  const tried = new Map<number, Tried>();
  const areTooMany =
    history !== undefined &&
    someRow(history, (row) => {
      if (!hasJob(row.key)) return false;
      const index = jobIndex(roster, row.key)!;
      if (!isOpen(step, row.state)) settled[index] = 1;
      else if (wasTried(row)) tried.set(index, triedIn(row));
      return tried.size > mostKinds;
    });
  if (areTooMany) return undefined;
  return {
    isLeft: (index: number): boolean => settled[index] === 0 && isSelected(index),
    triedOf: (index: number): Tried | undefined => tried.get(index),
  };
}

/** What the scheduler knows of its earlier attempts. A query that was rejected starts from the beginning. */
function wasTried({ state, attempts, doubtful, maybeSent }: HistoryRow): boolean {
  return state !== 'rejected' && (attempts > 0 || doubtful || maybeSent);
}

function triedIn({ attempts, firstAt, notBefore, doubtful, maybeSent }: HistoryRow): Tried {
  return { attempts, firstAt, notBefore, doubtful: doubtful || undefined, maybeSent: maybeSent || undefined };
}

/** Whether a later process of the run judges a job in this state again. */
export function isOpen({ uses }: Pick<Step, 'uses'>, state: JobState): boolean {
  if (state === 'rejected') return operations[uses].effect === 'query';
  return state === 'pending' || state === 'skipped' || state === 'expired';
}

/** Its jobs depend on their own sessions, on what their texts can be made of, or on what became of the same recipients in another step. */
export function waitsForOthers({ uses, forEach, reads }: Step, { lastInbound }: Audience): boolean {
  const hasSessions = lastInbound !== undefined && uses === 'whatsapp.send';
  return hasSessions || forEach?.onlyIf !== undefined || reads.steps.length > 0 || reads.lacks !== undefined;
}

export interface KindsLeft {
  readonly campaign: Campaign;
  /** Of each step, in the order of the file. */
  readonly kinds: readonly (readonly JobKind[])[];
  /** Number of jobs with a record, by step and state. */
  readonly counts: ReadonlyMap<string, Partial<Record<JobState, number>>>;
  readonly begunAt: Instant | undefined;
  /** No start is later. */
  readonly endedAt: Instant;
  readonly now: Instant;
}

/**
 * What is next, without lists and without single jobs: a recipient for each kind of job that is left, and one for each state in which a
 * step has jobs, are to the scheduler as all of them. Undefined where they are not.
 */
export function whatNextOfKinds({ endedAt, ...left }: KindsLeft): WhatNext | undefined {
  const { campaign, now } = left;
  if (!areKindsEnough(campaign)) return undefined;
  const { limits, steps } = campaign;
  const rates = [limits.rate, limits.account?.rate, ...steps.map(({ rate }) => rate)];
  if (rates.some((rate) => mayHold(rate, now - endedAt))) return undefined;
  return whatNext(reducedToKinds(left, { starts: [], stepStarts: new Map() }));
}

/** Single jobs do not matter more: nothing depends on when each was sent, or to whom. */
export function areKindsEnough({ contacts, limits, steps }: Campaign): boolean {
  if (contacts !== undefined || limits.perRecipient !== undefined) return false;
  return steps.every(({ delayMs, was }) => delayMs === 0 && was === undefined);
}

/** The campaign with a recipient for each kind of job, and one for each state in which a step has jobs. */
export function reducedToKinds(
  { campaign, kinds, counts, begunAt, now }: Omit<KindsLeft, 'endedAt'>,
  recent: Pick<History, 'starts' | 'stepStarts'>,
): SchedulerInput {
  const { steps, audiences } = campaign;
  const rosters = new Map<string, Roster>();
  const histories = new Map<string, StepHistory>();
  const few = steps.map((step, at): { readonly step: Step; readonly audience: Audience | undefined } => {
    const states = Object.keys(counts.get(step.id) ?? {}) as JobState[];
    const settled = states.filter((state) => !isOpen(step, state));
    const audience = audiences.find(({ name }) => name === step.forEach?.audience);
    const isEach = step.forEach !== undefined && audience !== undefined;
    const history = createStepHistory();
    settled.forEach((state, index) =>
      history.add({ ...recordId(step, isEach ? index : undefined), state, attempts: 0 }),
    );
    const kindsHere = kinds[at] ?? [];
    kindsHere.forEach(([, , tried], index) => {
      const id = recordId(step, isEach ? settled.length + index : undefined);
      if (tried !== undefined) history.add({ ...id, state: 'pending', ...tried });
    });
    histories.set(step.id, history.value());
    if (!isEach) return { step, audience: undefined };
    const left = kindsHere.map((kind) => cellsOf(step, kind));
    const clocks = [...settled.map(() => ''), ...kindsHere.map(([clock]) => clock)];
    rosters.set(step.id, {
      ...rosterOf(step.id, [...settled.map(() => () => ''), ...left]),
      clock: (at) => clocks[at]!,
    });
    return { step: { ...step, forEach: { audience: step.id, where: {} } }, audience: { ...audience, name: step.id } };
  });
  const history: History = { steps: histories, ...recent, begunAt };
  const small = {
    ...campaign,
    steps: few.map(({ step }) => step),
    audiences: few.flatMap(({ audience }) => audience ?? []),
  };
  return { campaign: small, rosters, history, now };
}

/** Whether a start of so long ago may still count. */
function mayHold(rate: Rate | undefined, agoMs: number): boolean {
  return rate !== undefined && agoMs <= rate.perMs;
}

function recordId({ id }: Step, index: number | undefined): JobId {
  return jobId(id, index === undefined ? undefined : String(index + 1));
}

function cellsOf({ reads }: Step, [, isComplete]: JobKind): (column: string) => Scalar {
  return (column) => (isComplete || !reads.columns.includes(column) ? 'any' : '');
}

function rosterOf(audience: string, rows: readonly ((column: string) => Scalar)[]): Roster {
  return {
    audience,
    size: rows.length,
    key: (index) => String(index + 1),
    number: (index) => index + 1,
    indexOf: (key) => (Number(key) <= rows.length ? Number(key) - 1 : undefined),
    value: (index, column) => rows[index]!(column),
    line: (index) => index + 2,
    fileHash: '',
    left: { where: 0, exclude: 0, duplicate: 0, invalid: 0, forgotten: 0 },
    conditions: [],
    excludes: [],
  };
}
