import type { Campaign, Step } from '../campaign/campaign.ts';
import { unpriced, unpricedFinding } from '../campaign/rules/limits.ts';
import { warning } from '../campaign/rules/rule.ts';
import { counted, formatCount } from '../diagnostic/count-words.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Instant } from '../platform/ports.ts';
import { formatDuration } from '../time/duration.ts';
import { formatWall, wallAt } from '../time/local-time.ts';
import { type Funds, formatMoney } from './budget.ts';
import { lateCallFindings, type SendTimes } from './calls.ts';
import { nobodyCode, nobodyWords } from './nobody.ts';
import { overdueBy, overdueRemedy } from './overdue.ts';
import type { Change, Plan, PlannedStep, PlanTotals, StepProblem } from './plan.ts';

/** Problems with time and money in a plan. All are warnings: the plan is still valid. */
export function findTrouble(input: {
  readonly campaign: Campaign;
  /** `hasBegunIn`. */
  readonly begun: boolean;
  /** By step. */
  readonly sendTimes: ReadonlyMap<string, SendTimes>;
  readonly plan: Pick<Plan, 'now' | 'totals' | 'money' | 'steps'>;
}): readonly Diagnostic[] {
  const { campaign, begun, sendTimes, plan } = input;
  return [
    ...nobody(campaign, plan.steps),
    ...overdue(campaign, plan.now, begun),
    ...overBudget(campaign, plan.totals, plan.money ?? []),
    ...notCounted(campaign, plan.steps),
    ...campaign.steps.flatMap((step, index) => {
      const planned = plan.steps[index];
      return planned === undefined ? [] : doesNotFit(step, planned);
    }),
    ...lateCallFindings(campaign, sendTimes),
  ];
}

function nobody(campaign: Campaign, steps: readonly PlannedStep[]): readonly Diagnostic[] {
  const message = nobodyWords(steps);
  if (message === undefined) return [];
  const hint = 'The plan says why beside each step; `callsheet why FILE NUMBER` explains one person';
  return [warning(nobodyCode, campaign.span, message, hint)];
}

function overdue(campaign: Campaign, now: Instant, begun: boolean): readonly Diagnostic[] {
  const late = overdueBy({ campaign, now, begun });
  if (late === undefined) return [];
  const message = `The campaign was scheduled to start ${formatDuration(late)} ago and has not started`;
  return [warning('CS5101', campaign.span, message, overdueRemedy(campaign, now, '`run --late`'))];
}

function overBudget(campaign: Campaign, totals: PlanTotals, money: readonly Funds[]): readonly Diagnostic[] {
  return money.flatMap(({ of, amount, spent, ends }) => {
    if (ends === undefined) return [];
    const when = formatWall(wallAt(ends.at, campaign.timezone)).slice(0, 16).replace('T', ' ');
    const shown = (sum: number): string => formatMoney(sum, totals.currency);
    const before = spent > 0 ? ` on top of ${shown(spent)} already spent` : '';
    const message = `The plan costs ${shown(totals.cost)}${before}, but the ${of} is ${shown(amount)}: it runs out on ${when}, at job ${formatCount(ends.job)} of \`${ends.step}\``;
    const more = of === 'budget' ? 'Raise `limits.budget`' : 'Top up the account before the start';
    return [warning('CS5103', campaign.span, message, `${more}, or narrow the audience with \`where\``)];
  });
}

function notCounted(campaign: Campaign, planned: readonly PlannedStep[]): readonly Diagnostic[] {
  const sending = campaign.steps.filter((_, index) => (planned[index]?.jobs.toSend ?? 0) > 0);
  return unpriced(campaign, sending).map((operation) => unpricedFinding(operation, campaign.span));
}

function doesNotFit(step: Step, planned: PlannedStep): readonly Diagnostic[] {
  const { problem } = planned;
  if (problem?.kind !== 'late') return [];
  return [warning('CS5102', step.span, `Step \`${step.id}\`: ${formatLate(problem)}`)];
}

/** "3,120 jobs do not fit before 2026-11-27 18:00; 31/s or one more day would be enough". */
export function formatLate({ jobs, before, sessions, remedy }: StepProblem & { kind: 'late' }): string {
  const end = before === undefined ? '' : ` before ${before.slice(0, 16).replace('T', ' ')}`;
  const what = [
    ...(jobs === 0 ? [] : [`${counted(jobs, 'job does', 'jobs do')} not fit${end}`]),
    ...(sessions === 0
      ? []
      : [
          `${formatCount(sessions)} WhatsApp ${sessions === 1 ? 'session is open now but closes before its turn' : 'sessions are open now but close before their turn'}`,
        ]),
  ].join(', and ');
  if (remedy === 'notSearched') return `${what}; an earlier start, a higher rate or a later end may help`;
  if (remedy.changes.length === 0) return `${what}; a higher rate or a later end would not help; start earlier`;
  const but = remedy.leaves === 0 ? '' : ` for all but ${formatCount(remedy.leaves)}`;
  return `${what}; ${remedy.changes.map(formatChange).join(' or ')} would be enough${but}`;
}

function formatChange(change: Change): string {
  if (change.kind === 'rate') return formatRate(change.perSecond);
  return change.days === 1 ? 'one more day' : `${change.days} more days`;
}

/** Rounded up to two digits, in the unit that gives a whole number. */
function formatRate(perSecond: number): string {
  const units = [
    ['s', 1],
    ['m', 60],
    ['h', 3600],
    ['d', 86_400],
  ] as const;
  const [unit, seconds] = units.find(([, seconds]) => perSecond * seconds >= 9.5) ?? ['d', 86_400];
  const exact = perSecond * seconds;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return `${Math.ceil(exact / step - 1e-9) * step}/${unit}`;
}
