import { formatMoney } from '../../plan/budget.ts';
import { conditionalJobs } from '../../plan/conditional-jobs.ts';
import { nobodyWords } from '../../plan/nobody.ts';
import type { Plan } from '../../plan/plan.ts';
import { shownFinding } from '../diagnostics/shown-finding.ts';
import { type Document, type Figures, section, sentences, type Timeline } from '../document.ts';
import { formatJudgedHours } from '../hours-text.ts';
import { formatForgotten, formatLeftOut } from '../left-out-text.ts';
import { type PlanMessages, showSamples } from '../message/shown-sample.ts';
import { formatProblem } from '../reason-text.ts';
import type { DocumentFormat } from '../render/index.ts';
import { formatEditedInFlight } from '../run/edits-text.ts';
import { formatSelection } from '../selection-text.ts';
import { stepWords } from '../step-name.ts';
import { assumed } from './answer-time.ts';
import { type PlanPeople, planPeople } from './people.ts';
import { remarks } from './remarks.ts';
import { sourceList } from './source-text.ts';
import { formatCount, formatDate, formatState, formatWorse } from './words.ts';

export type PlanFormat = DocumentFormat | 'json';

export interface PlanOptions {
  readonly showNumbers?: boolean;
  readonly budget?: number | undefined;
  /** The response time above which it finishes later (`formatAnswerTime`). */
  readonly answerTime?: string | undefined;
  /** What some people will read. */
  readonly messages?: PlanMessages | undefined;
  /** To be listed one by one. */
  readonly people?: Omit<PlanPeople, 'showNumbers'> | undefined;
}

/** When, how many, why not. */
export function planDocument(plan: Plan, options: PlanOptions = {}): Document {
  const { audiences = [], leftOut = [], forgotten = [], selection = [], hours = [], totals } = plan;
  const { showNumbers = false, answerTime, messages, people } = options;
  const left = [
    ...formatLeftOut(leftOut),
    ...formatForgotten(forgotten),
    ...formatEditedInFlight(plan.editedInDoubt, showNumbers),
  ];
  const times = [assumed, ...(answerTime === undefined ? [] : [answerTime]), worst(totals)];
  return {
    ...head(plan),
    body: [
      section('Audiences', sourceList(audiences, plan)),
      ...(messages === undefined ? [] : [samplesOf(messages, showNumbers)]),
      timelineOf(plan),
      sentences(
        [...formatSelection(selection, showNumbers), ...formatJudgedHours(hours)].map((line) => `${line}.`),
        'soft',
      ),
      ...(people === undefined ? [] : [planPeople(plan, { ...people, showNumbers })]),
    ],
    conclusion: [
      figures(plan, options.budget),
      sentences(totals.toSend === 0 ? [nothingToSend(plan)] : reach(plan)),
      sentences(totals.toSend === 0 ? [] : times, 'soft'),
      { kind: 'findings', findings: [...plan.diagnostics.map(shownFinding), ...left.map((message) => ({ message }))] },
    ],
    footer: `Plan \`${plan.hash}\``,
  };
}

/** What some people will read, alone. */
export function messagesDocument(plan: Plan, messages: PlanMessages, showNumbers: boolean): Document {
  const samples = samplesOf(messages, showNumbers);
  const body = samples.samples.length === 0 ? sentences([nothingToSend(plan)]) : samples;
  return { ...head(plan), body: [body], conclusion: [] };
}

function samplesOf(messages: PlanMessages, showNumbers: boolean) {
  return { kind: 'messages', samples: showSamples(messages, showNumbers) } as const;
}

function head({ title, campaign, run, timezone, now, inputs }: Plan): Pick<Document, 'title' | 'subject' | 'about'> {
  return {
    title,
    subject: 'plan',
    about: [
      `${campaign}, run ${run}`,
      `planned ${formatDate(now, timezone)}`,
      `times are ${timezone}`,
      `tzdata ${inputs.tzdata}`,
    ],
  };
}

/** A lane for each step, in the order of the file. */
export function timelineOf({
  steps,
  timezone: zone,
  starts: from,
  ends: to,
}: Pick<Plan, 'steps' | 'timezone' | 'starts' | 'ends'>): Timeline {
  return {
    kind: 'timeline',
    zone,
    from,
    to,
    lanes: steps.map((step) => ({
      name: stepWords(step),
      operation: step.uses,
      state: formatState(step),
      toSend: step.jobs.toSend,
      starts: step.starts,
      ends: step.ends,
      segments: step.segments,
      zones: step.zones,
      remarks: remarks(step, zone),
      warning: step.problem?.kind === 'late' ? formatProblem(step.problem) : undefined,
      look: `${step.state}${step.fits ? '' : ' late'}`,
    })),
  };
}

function figures({ totals, steps }: Plan, budget: number | undefined): Figures {
  const { toSend, jobs, done, skipped, inDoubt, cost, currency } = totals;
  const conditional = conditionalJobs(steps);
  const later = steps.reduce((sum, step) => sum + (step.jobs.later ?? 0), 0);
  return {
    kind: 'figures',
    figures: [
      { name: 'to send', value: formatCount(toSend), of: formatCount(jobs) },
      { name: 'done', value: formatCount(done) },
      { name: 'skipped', value: formatCount(skipped - conditional) },
      ...(conditional > 0 ? [{ name: 'only as needed', value: formatCount(conditional) }] : []),
      { name: 'in doubt', value: formatCount(inDoubt) },
      ...(later > 0 ? [{ name: 'not in this run yet', value: formatCount(later) }] : []),
      ...(cost > 0
        ? [
            {
              name: 'cost',
              value: formatMoney(cost, currency),
              of: budget === undefined ? undefined : formatMoney(budget, currency),
              isAmount: true,
            },
          ]
        : []),
    ],
  };
}

/** Whether the account's balance is enough, if it was queried; if it is not, a finding says at which job it runs out. */
function reach({ money = [], totals }: Plan): readonly string[] {
  const balance = money.find(({ of }) => of === 'balance');
  if (balance === undefined || balance.ends !== undefined) return [];
  const holds = `The account holds ${formatMoney(balance.amount, totals.currency)}`;
  return [
    totals.cost > 0
      ? `${holds}, which is enough.`
      : `${holds}; whether that is enough is unknown, because \`costs\` has no price for these operations.`,
  ];
}

/** Says whether jobs remain when nothing is to be sent, and whether anybody was reached at all. */
export function nothingToSend({ steps, totals }: Plan): string {
  const kept = steps.reduce((sum, { jobs }) => sum + jobs.pending + (jobs.later ?? 0), 0);
  if (kept > 0) return `Nothing to send now: ${formatCount(kept)} kept for later.`;
  if (totals.inDoubt > 0) return 'Nothing left to send; a person must decide about the jobs in doubt.';
  const nobody = nobodyWords(steps);
  return nobody === undefined ? 'Nothing left to do.' : `${nobody}.`;
}

/** What a crash can leave in doubt. */
export function worst(totals: Plan['totals']): string {
  const { inDoubtAtMost } = totals;
  const inTime =
    inDoubtAtMost > 0
      ? `A crash leaves up to ${formatCount(inDoubtAtMost)} ${inDoubtAtMost === 1 ? 'job' : 'jobs'} in doubt`
      : 'A crash leaves no job in doubt';
  return `${inTime}${formatWorse(totals)}.`;
}
