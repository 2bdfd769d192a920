import type { Roster } from '../audience/roster.ts';
import { rowTest } from '../audience/where.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { formatAddress, isOfForgotten, type JobId, jobId, parseAddress } from '../job/address.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { Rate } from '../time/duration.ts';
import { auditOrder, auditPeople, waitedFor } from './audit-all-starts.ts';
import { startJudge } from './audit-start.ts';
import type { AuditedStart, AuditFinding, AuditInput, AuditRule, JudgedHours } from './audited-start.ts';
import { judgedHours } from './hours.ts';
import { createStartColumns, kindOf, type StartColumns, type StartKind } from './start-columns.ts';

/*
 * The independent check: from the campaign and the audience it judges what was planned or sent, without any code of the planner or
 * its time library. If the two disagree, one of them is wrong. Clocks are read through Intl alone.
 */

export interface Audit {
  readonly starts: number;
  readonly findings: readonly AuditFinding[];
  readonly checkedOn: CheckedOn;
  /** Jobs that were sent to people whom the current files do not have: the first start of each. */
  readonly left: readonly AuditedStart[];
  /** Jobs that were sent to people who are forgotten. */
  readonly forgotten: number;
  /** What the state file still has about steps that the campaign no longer has, the earliest first. */
  readonly takenOut: readonly TakenOutStep[];
  /** By what the hours of each audience with starts were judged. */
  readonly hours: readonly JudgedHours[];
}

export interface TakenOutStep extends Pick<StartKind, 'starts' | 'jobs' | 'people' | 'first' | 'last'> {
  readonly step: string;
}

export function auditStarts({ starts, waves = [], ...input }: AuditInput): Audit {
  const auditor = createAuditor(input);
  for (const start of starts) auditor.note(start);
  return auditor.result(waves);
}

/** Takes starts one by one, so that nobody needs a list of a million. */
export function createAuditor(input: Omit<AuditInput, 'starts' | 'waves'>) {
  const { campaign, uninterrupted, jitterMs } = input;
  const { judge, hours, sessions } = startJudge(input);
  const columns = createStartColumns();
  const broken: { readonly slot: Instant; readonly findings: readonly AuditFinding[] }[] = [];
  const left: AuditedStart[] = [];
  let forgotten = 0;
  return {
    note(start: AuditedStart): void {
      columns.add(start);
      const { findings, hasLeft } = judge(start);
      if (findings.length > 0) broken.push({ slot: start.at, findings });
      if (!hasLeft) return;
      if (start.key !== undefined && isOfForgotten(start.key)) forgotten++;
      else left.push(start);
    },
    /** `waves`: read after the starts, as more may have begun meanwhile. */
    result: (waves: readonly BegunWave[]): Audit => ({
      starts: columns.size,
      findings: [
        ...broken.sort((a, b) => a.slot - b.slot).flatMap(({ findings }) => findings),
        ...auditRates(input, columns),
        ...campaign.steps.flatMap((step) => auditOrder(step, { campaign, uninterrupted, columns })),
        ...auditPeople({ campaign, columns, jitterMs }),
        ...auditWaves(campaign, waves, columns),
      ],
      checkedOn: checkedOn(input, columns, sessions()),
      left,
      forgotten,
      takenOut: columns.kinds
        .filter(({ isTakenOut }) => isTakenOut)
        .map(({ steps: [step = ''], starts, jobs, people, first, last }) => ({
          step,
          starts,
          jobs,
          people,
          first,
          last,
        }))
        .sort((a, b) => a.first - b.first),
      hours: hours(),
    }),
  };
}

function auditRates(
  { campaign, ofAccount, jitterMs }: Pick<AuditInput, 'campaign' | 'ofAccount' | 'jitterMs'>,
  columns: StartColumns,
): readonly AuditFinding[] {
  const { rate, account } = campaign.limits;
  const ofAll = rate === undefined && account?.rate === undefined ? new Float64Array() : columns.slots();
  const ofItsAccount = ofAccount === undefined ? ofAll : Float64Array.from(ofAccount, ({ at }) => at).sort();
  return [
    ...auditRate('the campaign', rate, ofAll, jitterMs),
    ...auditRate('the account', account?.rate, ofItsAccount, jitterMs),
    ...campaign.steps.flatMap(({ id, rate }) => {
      const kind = rate === undefined ? -1 : kindOf(columns, id);
      return kind === -1 ? [] : auditRate(id, rate, columns.slots(kind), jitterMs);
    }),
  ];
}

function auditRate(of: string, rate: Rate | undefined, slots: Float64Array, jitterMs: number): readonly AuditFinding[] {
  if (rate === undefined) return [];
  const findings: AuditFinding[] = [];
  for (let index = rate.count; index < slots.length; index++) {
    const last = slots[index]!;
    const ms = last - slots[index - rate.count]!;
    if (ms >= rate.perMs - jitterMs) continue;
    const message = `${rate.count + 1} starts of ${of} in ${ms} ms; ${rate.count} in ${rate.perMs} ms are allowed`;
    findings.push({ rule: 'rate', at: last, message });
    index += rate.count;
  }
  return findings;
}

/**
 * Each wave began once, in order, and none had more people than it had then, and than came beside it: so many starts of its step at most
 * came before the next one.
 * Of a step without waves today nothing is known: an edit took them out, and nobody knows when.
 */
function auditWaves({ steps }: Campaign, waves: readonly BegunWave[], columns: StartColumns): readonly AuditFinding[] {
  return steps.flatMap(({ id, was, forEach }) => {
    if (forEach?.waves === undefined) return [];
    const ofStep = waves.filter(({ step }) => step === id || step === was);
    if (ofStep.length === 0) return [];
    const starts = firstStarts(columns, id);
    return ofStep.flatMap(({ wave, people, beside = 0, rest, at: begunAt }, index): readonly AuditFinding[] => {
      if (wave !== index)
        return [{ rule: 'waves', step: id, at: begunAt, message: `wave ${wave + 1} began as number ${index + 1}` }];
      const until = ofStep[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const sent = starts.filter((at) => at < until).length;
      const most = people + beside;
      if (rest === true || sent <= most) return [];
      const message = `${sent} people were sent to in wave ${wave + 1} and before; it had ${most}`;
      return [{ rule: 'waves', step: id, at: starts[most]!, message }];
    });
  });
}

/** In the order of time, without further attempts. */
function firstStarts(columns: StartColumns, step: string): readonly Instant[] {
  const kind = kindOf(columns, step);
  const starts: Instant[] = [];
  for (let index = 0; index < columns.size; index++)
    if (columns.kind(index) === kind && !columns.isRepeat(index)) starts.push(columns.at(index));
  return starts.sort((a, b) => a - b);
}

/** How many starts each rule was checked on: where the campaign does not ask for it, none. */
export type CheckedOn = Readonly<Partial<Record<AuditRule, number>>>;

/**
 * Of a step that is no longer in the file, only what the campaign itself asks is checked. Of a start that may be another step's, too,
 * nothing that compares steps.
 */
type Asks = (step: Step | undefined, isOfOne: boolean) => boolean;

function checkedOn(
  { campaign, windows }: Pick<AuditInput, 'campaign' | 'windows'>,
  { kinds }: Pick<StartColumns, 'kinds'>,
  /** Starts to people the time of whose last message could be read. */
  sessions: number,
): CheckedOn {
  const { limits, starts, ends } = campaign;
  const asks = {
    hours: (step) => step !== undefined && judgedHours(step, windows) !== 'always',
    dates: (step) => [starts, ends, step?.at, step?.until].some((date) => date !== undefined),
    rate: (step, isOfOne) =>
      [isOfOne ? step?.rate : undefined, limits.rate, limits.account?.rate].some((one) => one !== undefined),
    perRecipient: (step) => isForPeople(step) && limits.perRecipient !== undefined,
    order: (step, isOfOne) => isOfOne && step !== undefined && waitedFor(step).length > 0,
    once: isForPeople,
    audience: (step) => step?.forEach !== undefined,
    waves: (step, isOfOne) => isOfOne && step?.forEach?.waves !== undefined,
  } satisfies Partial<Record<AuditRule, Asks>>;
  const count = (isAsked: Asks): number =>
    kinds.reduce((sum, { steps, starts: some }) => {
      const known = campaign.steps.filter(({ id }) => steps.includes(id));
      const isOfOne = steps.length === 1;
      return (known.length === 0 ? [undefined] : known).some((step) => isAsked(step, isOfOne)) ? sum + some : sum;
    }, 0);
  return {
    ...Object.fromEntries(Object.entries(asks).map(([rule, isAsked]) => [rule, count(isAsked)])),
    session: sessions,
  };
}

function isForPeople(step: Step | undefined): boolean {
  return step === undefined || step.forEach !== undefined;
}

/** One line of `plan --jobs`. */
export interface AuditedLine {
  readonly address: string;
  readonly at: number | undefined;
}

/** Every recipient has exactly one line in every step that is for them, unless that is over: nobody is left out silently. */
export function auditSums(input: {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly lines: readonly AuditedLine[];
  /** Whether the job has had its outcome: a plan that is made half-way has no line for it. */
  readonly isOver?: ((id: JobId) => boolean) | undefined;
}): readonly AuditFinding[] {
  const { campaign, rosters, lines, isOver } = input;
  const seen = new Map<string, number>();
  for (const { address } of lines) seen.set(address, (seen.get(address) ?? 0) + 1);
  const findings: AuditFinding[] = [];
  const expect = (step: string, key?: string): void => {
    const address = formatAddress(jobId(step, key));
    const times = seen.get(address) ?? 0;
    seen.delete(address);
    if (times === 1 || (times === 0 && isOver?.(jobId(step, key)) === true)) return;
    const message = times === 0 ? 'is in the audience but in no line' : `is in ${times} lines`;
    findings.push({ rule: 'sums', ...jobId(step, key), message });
  };
  for (const { id, forEach } of campaign.steps) {
    if (forEach === undefined) {
      expect(id);
      continue;
    }
    const roster = rosters.get(forEach.audience);
    const isSelected = rowTest(forEach.where);
    for (let index = 0; index < (roster?.size ?? 0); index++) {
      if (isSelected((column) => roster?.value(index, column))) expect(id, roster?.key(index));
    }
  }
  for (const [address] of seen) {
    const job = parseAddress(address) ?? jobId(address, undefined);
    findings.push({ rule: 'sums', ...job, message: 'is in a line but in no audience' });
  }
  return findings;
}
