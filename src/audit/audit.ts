import type { Campaign } from '../campaign/campaign.ts';
import { isOfForgotten } from '../job/address.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { Rate } from '../time/duration.ts';
import { auditOrder } from './audit-order.ts';
import { auditPeople } from './audit-people.ts';
import { startJudge } from './audit-start.ts';
import type { AuditedStart, AuditFinding, AuditInput, JudgedHours } from './audited-start.ts';
import { type CheckedOn, checkedOn } from './checked-on.ts';
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
