import { dirname, join } from 'node:path';
import type { Roster } from '../audience/roster.ts';
import { isSelectedBy } from '../campaign/audiences/selection.ts';
import { formatUnmet, type LeftOut } from '../campaign/audiences/why-left-out.ts';
import type { Audience, Campaign, Step } from '../campaign/campaign.ts';
import { positionAt, type Span } from '../diagnostic/source-file.ts';
import type { JobId, RecipientKey } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import { isInFuture, sessionEndOf } from '../schedule/audience-times.ts';
import type { Rate } from '../time/duration.ts';
import { instantOf } from '../time/local-time.ts';
import { nextOpening } from '../time/window.ts';
import { planCampaign } from './make-plan.ts';
import type { Plan, PlanCampaignInput, PlannedJob } from './plan.ts';

/** Everything about one person: their rows, the start of each step, and each rule that moved it. */
export interface Why {
  readonly key: RecipientKey;
  readonly timezone: string;
  readonly audiences: readonly WhyAudience[];
  /** Rows of theirs that are no recipient, by audience, and what leaves them out. */
  readonly leftOut: readonly LeftOut[];
  readonly steps: readonly WhyStep[];
}

export interface WhyAudience {
  readonly name: string;
  readonly place: string;
  /** Empty where the audience has none for them. */
  readonly zone: string;
  readonly sessionEnds?: Instant;
}

export interface WhyStep {
  readonly step: string;
  readonly title?: string;
  readonly uses: string;
  readonly place: string;
  readonly zone: string;
  /** When it starts, under a plan made now; absent when it will not. */
  readonly at?: Instant;
  /** Why it will not start, as in a plan; `where` when the step is not for them, `blocked:…` when it waits for what may never come. */
  readonly reason?: string;
  /** With `where`: the conditions that they do not meet, in words. */
  readonly unmet?: readonly string[];
  /** Where these stand. */
  readonly unmetAt?: string;
  /** In order of time: each is the first instant that it leaves open. */
  readonly rules: readonly WhyRule[];
  /** What the state file says. */
  readonly happened?: JobRecord;
}

export interface WhyRule {
  readonly rule:
    | 'now'
    | 'starts'
    | 'needs'
    | 'delay'
    | 'at'
    | 'window'
    | 'rate'
    | 'perRecipient'
    | 'retry'
    | 'deadline';
  readonly at: Instant;
  /** What it says in the file, in words. */
  readonly detail: string;
  readonly place?: string;
}

/** Undefined when the key is in no audience. */
export function explainPerson(
  input: PlanCampaignInput & {
    readonly key: RecipientKey;
    readonly leftOut: readonly LeftOut[];
    readonly recordOf: (id: JobId) => JobRecord | undefined;
  },
): Why | undefined {
  const { campaign, rosters, key, leftOut, recordOf } = input;
  const theirs = campaign.audiences.filter(({ name }) => rosters.get(name)?.indexOf(key) !== undefined);
  if (theirs.length === 0) return undefined;
  const jobs = new Map<string, PlannedJob>();
  const plan = planCampaign({
    ...input,
    onJob: (job) => {
      if (job.address.endsWith(`[${key}]`)) jobs.set(job.step, job);
    },
  });
  const names = new Set(theirs.map(({ name }) => name));
  const steps = campaign.steps.filter(({ forEach }) => forEach !== undefined && names.has(forEach.audience));
  return {
    key,
    timezone: campaign.timezone,
    audiences: theirs.map((audience) => describeAudience(input, audience, key)),
    leftOut,
    steps: steps.map((step) => {
      const audience = theirs.find(({ name }) => name === step.forEach?.audience)!;
      const about = describeAudience(input, audience, key);
      const happened = recordOf({ step: step.id, key });
      const job = jobs.get(step.id);
      return {
        step: step.id,
        ...(step.title === undefined ? {} : { title: step.title }),
        uses: step.uses,
        place: placeOf(step.span),
        zone: about.zone,
        ...(job?.at === undefined ? {} : { at: job.at }),
        ...reasonOf({ job, happened, step, roster: rosters.get(audience.name)!, key, plan }),
        rules: job?.at === undefined ? [] : rulesFor({ campaign, step, plan, job, about, at: job.at }),
        ...(happened === undefined ? {} : { happened }),
      };
    }),
  };
}

function reasonOf(given: {
  readonly job: PlannedJob | undefined;
  readonly happened: JobRecord | undefined;
  readonly step: Step;
  readonly roster: Roster;
  readonly key: RecipientKey;
  readonly plan: Plan;
}): Pick<WhyStep, 'reason' | 'unmet' | 'unmetAt'> {
  const { job, happened, step, roster, key, plan } = given;
  if (job?.at !== undefined) return {};
  if (job?.reason !== undefined) return { reason: job.reason };
  if (happened !== undefined && happened.state !== 'pending') return {};
  const index = roster.indexOf(key)!;
  if (!isSelectedBy(step, roster)(index)) {
    const unmet = Object.entries(step.forEach?.where ?? {}).flatMap(([column, values]) => {
      const value = roster.value(index, column);
      return values.includes(String(value ?? '')) ? [] : [formatUnmet(column, value, values)];
    });
    return { reason: 'where', unmet, unmetAt: keyPlace(step.span, 'where') };
  }
  const planned = plan.steps.find(({ id }) => id === step.id);
  return planned?.state === 'blocked' ? { reason: `blocked:${planned.reason ?? ''}` } : {};
}

function describeAudience(
  { campaign, rosters, now }: PlanCampaignInput,
  audience: Audience,
  key: RecipientKey,
): WhyAudience {
  const roster = rosters.get(audience.name)!;
  const index = roster.indexOf(key)!;
  const { timezone, lastInbound } = audience;
  const zone = 'zone' in timezone ? timezone.zone : String(roster.value(index, timezone.column) ?? '');
  const written = lastInbound === undefined ? undefined : String(roster.value(index, lastInbound) ?? '');
  const ends =
    written === undefined || isInFuture(campaign, now)(written) ? undefined : sessionEndOf(written, campaign.timezone);
  return {
    name: audience.name,
    // As one would open it from here, like every other place.
    place: `${join(dirname(audience.span.file.path), audience.file)}:${roster.line(index)}`,
    zone,
    ...(ends === undefined || !Number.isFinite(ends) ? {} : { sessionEnds: ends }),
  };
}

function rulesFor(given: {
  readonly campaign: Campaign;
  readonly step: Step;
  readonly plan: Plan;
  readonly job: PlannedJob;
  readonly about: WhyAudience;
  readonly at: Instant;
}): readonly WhyRule[] {
  const { campaign, step, plan, job, about, at } = given;
  const { timezone } = campaign;
  const rules: WhyRule[] = [{ rule: 'now', at: plan.now, detail: 'the time of the plan' }];
  let latest = plan.now;
  const add = (rule: WhyRule['rule'], instant: Instant, detail: string, place?: string): void => {
    if (instant <= latest) return;
    latest = instant;
    rules.push({ rule, at: instant, detail, ...(place === undefined ? {} : { place }) });
  };
  if (campaign.starts !== undefined) {
    add('starts', instantOf(campaign.starts, timezone), `the campaign starts`, keyPlace(campaign.span, 'starts'));
  }
  const ends = step.needs.map((id) => [id, plan.steps.find((other) => other.id === id)?.ends] as const);
  for (const [id, end] of ends)
    if (end !== undefined) add('needs', end, `\`${id}\` has finished`, keyPlace(step.span, 'needs'));
  if (step.delayMs > 0) add('delay', latest + step.delayMs, 'the delay is over', keyPlace(step.span, 'delay'));
  if (step.at !== undefined)
    add('at', instantOf(step.at, timezone), 'the step’s start time', keyPlace(step.span, 'at'));
  const { window } = step;
  const opening = nextOpening({ window, zone: about.zone, from: latest, guardMs: campaign.limits.guardMs });
  if (opening !== undefined && window !== 'always') {
    const place = window.span === undefined ? undefined : placeOf(window.span);
    add('window', opening.opens, `the window ${window.open}–${window.close} opens in ${about.zone}`, place);
  }
  if (job.reason === 'perRecipient') {
    add(
      'perRecipient',
      at,
      `minimum pause after another message (${formatPace(campaign.limits.perRecipient)})`,
      keyPlace(campaign.span, 'perRecipient'),
    );
  } else if (job.reason === 'retry') add('retry', at, 'retry');
  else add('rate', at, `next start at the rate (${formatRates(campaign, step)})`, ratePlace(campaign, step));
  return rules;
}

function formatPace(rate: Rate | undefined): string {
  if (rate === undefined) return 'none';
  const seconds = rate.perMs / 1000;
  return `${rate.count.toLocaleString('en-GB')} in ${seconds.toLocaleString('en-GB')} s`;
}

function formatRates(campaign: Campaign, step: Step): string {
  const own = step.rate === undefined ? [] : [`${formatPace(step.rate)} for the step`];
  return [...own, ...(campaign.limits.rate === undefined ? [] : [`${formatPace(campaign.limits.rate)} in all`])].join(
    ', ',
  );
}

function ratePlace(campaign: Campaign, step: Step): string | undefined {
  return step.rate === undefined ? keyPlace(campaign.span, 'rate') : keyPlace(step.span, 'rate');
}

/** `spring.yaml:12`. */
export function placeOf({ file, start }: Span): string {
  return `${file.path}:${positionAt(file, start).line}`;
}

/** Where a key stands in a stretch of the file; the stretch itself when it cannot be found. */
function keyPlace(span: Span, key: string): string {
  const found = new RegExp(`(^|[{,\\s])${key}\\s*:`, 'm').exec(span.file.text.slice(span.start));
  return found === null
    ? placeOf(span)
    : placeOf({ ...span, start: span.start + found.index + (found[1]?.length ?? 0) });
}
