import { createHash } from 'node:crypto';
import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Step } from '../../campaign/campaign.ts';
import { cleanedJson } from '../../diagnostic/cleaned-json.ts';
import { visibleOutput } from '../../diagnostic/visible-text.ts';
import { formatAddress, type JobAddress, type JobId } from '../../job/address.ts';
import { forEachJob, type History } from '../../job/history.ts';
import type { Instant } from '../../platform/ports.ts';
import { isConditional, readDrop } from '../../schedule/reasons.ts';
import type { ApprovalOf } from '../../schedule/scheduler.ts';
import { readInstant } from '../../time/local-time.ts';
import type { CampaignSettings } from '../difference/campaign-settings.ts';
import type { Plan, PlanInputs, PlannedJobs } from '../plan.ts';
import { dependingJobs, laterJobs, stepJobs, type WrittenJobs } from '../unsent-jobs.ts';

/** A plan read back from the file that `plan --out` wrote. */
export interface SavedPlan {
  readonly campaign: string;
  readonly timezone: string;
  readonly run: string;
  readonly now: Instant;
  readonly hash: string;
  /** Of the whole file, in whichever layout. */
  readonly checksum: string;
  readonly inputs: PlanInputs;
  readonly facts: PlanFacts;
  /** `laterJobs` of it. */
  readonly later: number;
  readonly findings: readonly ShortFinding[];
  readonly settings: CampaignSettings;
  readonly leftOut: readonly LeftOutRows[];
  /** Base URL of the service that it was made for, or `sandbox`; undefined if the settings did not have it. */
  readonly service: string | undefined;
  /** In the order of their starts. */
  readonly jobs: ReadonlyMap<JobAddress, SavedJob>;
  /** Steps whose jobs it keeps for later, and does not list: results of others open them. */
  readonly kept: ReadonlySet<string>;
}

export interface SavedJob {
  /** Absent when it was not to start. */
  readonly at?: Instant | undefined;
  readonly reason?: string | undefined;
  /** Digest of the request, where it was taken. */
  readonly text?: string | undefined;
}

export const changedSinceMade = 'it was changed after it was made';

/** The plan, or a sentence why the text is not one. A file that was changed by hand is refused. */
export function readSavedPlan(text: string): SavedPlan | { readonly wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: 'it is not JSON' };
  }
  if (!isRecord(value) || value['version'] !== 1 || typeof value['hash'] !== 'string') {
    return { wrong: 'it is not a plan, or another version of callsheet made it' };
  }
  const { jobs, checksum, ...head } = value;
  if (!Array.isArray(jobs)) return { wrong: 'it contains no jobs: use `plan --out` to save a plan' };
  if (typeof checksum !== 'string' || checksumOf(head, jobs) !== checksum) return { wrong: changedSinceMade };
  const plan = head as unknown as WrittenHead;
  const { timezone, totals, leftOut = [] } = plan;
  const at = (instant: string | undefined): Instant | undefined =>
    instant === undefined ? undefined : readInstant(instant, timezone);
  const written = plan.steps.map(stepJobs);
  return {
    campaign: plan.campaign,
    timezone,
    run: plan.run,
    now: at(plan.now) ?? 0,
    hash: plan.hash,
    checksum,
    inputs: plan.inputs,
    facts: planFacts({ totals, steps: written, starts: at(plan.starts), ends: at(plan.ends) }),
    later: laterJobs(written),
    findings: plan.diagnostics.map(({ code, message }) => ({ code, message })),
    settings: plan.settings,
    leftOut,
    service: plan.service,
    jobs: new Map(jobs.map((job: SavedLine) => [job.address, savedJob(job, timezone)])),
    kept: new Set(plan.steps.filter((step) => (step.jobs.pending ?? 0) > 0).map(({ id }) => id)),
  };
}

function checksumOf(head: unknown, jobs: readonly unknown[]): string {
  const checksum = createPlanChecksum(head);
  for (const job of jobs) checksum.add(job);
  return checksum.hex();
}

interface WrittenHead extends Pick<SavedPlan, 'campaign' | 'timezone' | 'run' | 'hash' | 'inputs' | 'settings'> {
  readonly now: string;
  readonly totals: Plan['totals'];
  readonly steps: readonly { readonly id: string; readonly jobs: WrittenJobs }[];
  readonly starts?: string;
  readonly ends?: string;
  readonly service?: string;
  readonly diagnostics: readonly ShortFinding[];
  readonly leftOut?: readonly LeftOutRows[];
}

function savedJob({ at, reason, text }: SavedLine, timezone: string): SavedJob {
  return { at: at === null ? undefined : readInstant(at, timezone), reason, text };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a plan was made from and what there is now: which of it differs, in words. Nothing when the plan still holds. */
export function staleness(
  saved: Pick<SavedPlan, 'campaign' | 'run' | 'inputs'>,
  present: Pick<SavedPlan, 'campaign' | 'run' | 'inputs'>,
): readonly string[] {
  const { files: before, variables, tzdata, values } = saved.inputs;
  const { files: after } = present.inputs;
  return [
    ...(saved.campaign === present.campaign ? [] : [`it is a plan of \`${saved.campaign}\``]),
    ...(saved.run === present.run ? [] : [`it is a plan of run \`${saved.run}\`, not of \`${present.run}\``]),
    ...changedNames(before, after).map((name) => {
      const audience = /^audiences\.(.+)$/.exec(name)?.[1];
      if (audience !== undefined && before[name] !== undefined && after[name] !== undefined)
        return `the snapshot of ${audience} is ${after[name].slice(0, 12)}, not ${before[name].slice(0, 12)}`;
      if (before[name] === undefined) return `${name} was added`;
      return after[name] === undefined ? `${name} is no longer used` : `${name} has changed`;
    }),
    ...(values === present.inputs.values ? [] : ['the --input values differ']),
    ...changedNames(variables, present.inputs.variables).map((name) => {
      if (variables?.[name] === undefined) return `the variable ${name} is now set`;
      const isSet = present.inputs.variables?.[name] !== undefined;
      return `the variable ${name} ${isSet ? 'has another value' : 'is no longer set'}`;
    }),
    ...(tzdata === present.inputs.tzdata
      ? []
      : [`the time zone data changed from tzdata ${tzdata} to ${present.inputs.tzdata}`]),
  ];
}

type Named = Readonly<Record<string, string>>;

function changedNames(before: Named = {}, after: Named = {}): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

/**
 * How this plan starts a job. A plan takes it that all goes well: of a job that another outcome of an earlier step would start, it says what
 * that waits for.
 */
export function approvalIn({ jobs, kept }: Pick<SavedPlan, 'jobs' | 'kept'>, id: JobId): ReturnType<ApprovalOf> {
  const job = jobs.get(formatAddress(id));
  if (job === undefined) return kept.has(id.step) ? 'asNeeded' : undefined;
  if (job.at !== undefined) return 'planned';
  const reason = readDrop(job.reason ?? '');
  return reason !== undefined && isConditional(reason) ? 'asNeeded' : undefined;
}

/**
 * Jobs that were started between the plan and now and are not among those that it starts: another plan was carried out. What is recorded
 * as later than now was started while a clock was ahead, and nobody knows when.
 */
export function startedOutside(
  saved: SavedPlan,
  steps: readonly string[],
  history: History,
  now: Instant,
): readonly JobAddress[] {
  const outside: JobAddress[] = [];
  for (const step of steps) {
    forEachJob(history, step, (job) => {
      const startedSince = job.at !== undefined && job.at >= saved.now && job.at <= now;
      if (startedSince && approvalIn(saved, job) === undefined) outside.push(formatAddress(job));
    });
  }
  return outside;
}

/** Jobs in flight or with an outcome. Skipped and expired ones are not among them: each run judges those again. */
export function doneJobs(steps: readonly Pick<Step, 'id'>[], history: History): ReadonlySet<JobAddress> {
  const done = new Set<JobAddress>();
  for (const { id } of steps) {
    forEachJob(history, id, (job) => {
      if (job.state !== 'pending' && job.state !== 'skipped' && job.state !== 'expired') done.add(formatAddress(job));
    });
  }
  return done;
}

/** A job of a saved plan; `text` is a digest of its request. */
export interface SavedLine {
  readonly address: string;
  readonly at: string | null;
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
}

/** What `--out` writes: the plan and what it was made for, one line per job as it comes, and a checksum of everything. */
export function savedPlanPrinter(head: object, write: (piece: string) => void) {
  const checksum = createPlanChecksum(head);
  let comma = '';
  const put = (piece: string): void => write(visibleOutput(piece, { colour: false }));
  put(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "jobs": [\n`);
  return {
    job(line: SavedLine): void {
      checksum.add(line);
      put(`${comma}    ${JSON.stringify(line)}`);
      comma = ',\n';
    },
    end: () => write(`\n  ],\n  "checksum": "${checksum.hex()}"\n}\n`),
  };
}

/** Over a saved plan's head and each of its jobs in turn: of what they say, however the file is laid out. */
export function createPlanChecksum(head: unknown): { add(job: unknown): void; hex(): string } {
  const hash = createHash('sha256').update(JSON.stringify(head));
  return {
    add: (job) => void hash.update(`\n${JSON.stringify(job)}`),
    hex: () => hash.digest('hex'),
  };
}

/**
 * A saved plan in which a person's jobs have another address and no digest of their request, and no reason has the number; undefined if
 * the text is not one.
 */
export function forgetInPlan(text: string, clean: (text: string) => string): string | undefined {
  if ('wrong' in readSavedPlan(text)) return undefined;
  const { jobs, checksum: _, ...head } = JSON.parse(text) as { jobs: readonly SavedLine[]; checksum: string };
  const pieces: string[] = [];
  const cleanHead = JSON.parse(cleanedJson(JSON.stringify(head), clean)) as object;
  const printer = savedPlanPrinter(cleanHead, (piece) => pieces.push(piece));
  for (const job of jobs) printer.job(cleanedLine(job, clean));
  printer.end();
  return pieces.join('');
}

function cleanedLine(job: SavedLine, clean: (text: string) => string): SavedLine {
  const address = clean(job.address);
  const { text, reason, ...rest } = job;
  return { ...rest, address, reason: reason && clean(reason), text: address === job.address ? text : undefined };
}

/** What a plan comes to, in numbers that people compare. Amounts of money by `costs`; instants for `starts` and `ends`. */
export type PlanFacts = Readonly<Partial<Record<PlanFact, number>>>;

export const planFactNames = [
  'toSend',
  'done',
  'skipped',
  'inDoubt',
  'cost',
  'starts',
  'ends',
  'inDoubtAtMost',
  'inDoubtIfLate',
  'inDoubtIfEdited',
] as const;

export type PlanFact = (typeof planFactNames)[number];

export interface ShortFinding {
  readonly code: string;
  readonly message: string;
}

/** As the plan's text counts: what depends on results is not skipped. */
export function planFacts({
  totals,
  steps,
  starts,
  ends,
}: Pick<Plan, 'totals'> & {
  readonly steps: readonly { readonly jobs: Pick<PlannedJobs, 'skipped'> }[];
  readonly starts?: Instant | undefined;
  readonly ends?: Instant | undefined;
}): PlanFacts {
  const { toSend, done, inDoubt, cost, inDoubtAtMost } = totals;
  // Where they are absent they are no more than that.
  const { inDoubtIfLate = inDoubtAtMost, inDoubtIfEdited = inDoubtAtMost } = totals;
  return {
    toSend,
    done,
    skipped: totals.skipped - dependingJobs(steps),
    inDoubt,
    cost,
    inDoubtAtMost,
    inDoubtIfLate,
    inDoubtIfEdited,
    ...(starts === undefined ? {} : { starts }),
    ...(ends === undefined ? {} : { ends }),
  };
}
