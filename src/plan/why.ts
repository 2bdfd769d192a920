import { dirname, join } from 'node:path';
import { recipientClocks } from '../campaign/audiences/judged-hours.ts';
import { type Mismatch, mismatchesOf } from '../campaign/audiences/mismatch.ts';
import { hasJobIn, isSelectedBy } from '../campaign/audiences/selection.ts';
import type { LeftOut } from '../campaign/audiences/why-left-out.ts';
import type { Audience, Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { formatCount } from '../diagnostic/count-words.ts';
import type { Span } from '../diagnostic/source-file.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { type JobId, jobId, type RecipientKey } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import { isInFuture, sessionEndOf } from '../schedule/audience-times.ts';
import type { DropReason } from '../schedule/reasons.ts';
import { isLeft } from '../schedule/step-jobs.ts';
import type { HeldBy, Hold } from '../schedule/trace.ts';
import type { OperationId } from '../service/operations/operations.ts';
import type { Rate } from '../time/duration.ts';
import { type Clock, zonesOfClock } from '../time/time-zone.ts';
import { planCampaign } from './make-plan.ts';
import type { PlanCampaignInput, PlannedJob, StepProblem } from './plan.ts';
import { holidaysBefore } from './planned-hours.ts';

/** Everything about one person: their rows, the start of each step, and each rule that moved it. */
export interface Why {
  readonly key: RecipientKey;
  readonly timezone: string;
  readonly audiences: readonly WhyAudience[];
  /** Their rows that are left out, by audience, and why. */
  readonly leftOut: readonly LeftOut[];
  readonly steps: readonly WhyStep[];
}

interface WhyAudience {
  readonly name: string;
  readonly place: string;
  /** Empty if the audience has none for them. */
  readonly zone: Clock;
  /** Two letters of the number's country, where they are judged by it and not by the campaign's zone. */
  readonly country?: string;
  readonly sessionEnds?: Instant;
}

export interface WhyStep {
  readonly step: string;
  readonly title?: string | undefined;
  /** Undefined for a step that is no longer in the file. */
  readonly uses: OperationId | undefined;
  /** Undefined for a step that is no longer in the file, or for a person who is not. */
  readonly span: Span | undefined;
  readonly zone: string | undefined;
  /** When it starts, in a plan made now; undefined when it will not. */
  readonly at: Instant | undefined;
  /** Then at the earliest: a person must say that their wave begins. */
  readonly promote?: 'person' | undefined;
  readonly notStarted: NotStarted | undefined;
  /** In order of time: each is the first instant that the rule allows. */
  readonly rules: readonly WhyRule[];
  /** What the state file says. */
  readonly happened: JobRecord | undefined;
}

/** Why a step does not start for this person. */
export type NotStarted =
  | { readonly kind: 'dropped'; readonly by: DropReason }
  /** Its `where` does not select them. */
  | { readonly kind: 'where'; readonly mismatches: readonly Mismatch[]; readonly span: Span }
  | { readonly kind: 'blocked'; readonly problem: StepProblem | undefined };

interface WhyRule {
  readonly rule: 'now' | HeldBy;
  readonly at: Instant;
  /** Where it is written. */
  readonly span: Span | undefined;
  /** What is written there, in words. */
  readonly detail: string;
}

/** Whether all jobs of a person are over: a plan starts nothing for them then. */
export function isAllOver(
  given: Pick<About, 'campaign' | 'rosters'> & {
    readonly key: RecipientKey;
    readonly recordOf: (id: JobId) => JobRecord | undefined;
  },
): boolean {
  const { campaign, rosters, key, recordOf } = given;
  return campaign.steps.every((step) => {
    const roster = rosters.get(step.forEach?.audience ?? '');
    return !hasJobIn(step, roster)(key) || isOver(step, recordOf(jobId(step.id, key)));
  });
}

/** No later process starts the job again, unless a person decides so. */
function isOver(step: Step | undefined, job: JobRecord | undefined): boolean {
  return step !== undefined && job !== undefined && job.state !== 'sending' && !isLeft(step, job.state);
}

type About = Pick<PlanCampaignInput, 'campaign' | 'rosters' | 'now'>;

/** Undefined when the key is in no audience. */
export function explainPerson(
  input: About & {
    /** Undefined where all their jobs are over. */
    readonly plan: PlanCampaignInput | undefined;
    readonly key: RecipientKey;
    readonly leftOut: readonly LeftOut[];
    readonly recordOf: (id: JobId) => JobRecord | undefined;
    readonly places: LoadedCampaign['places'];
  },
): Why | undefined {
  const { campaign, rosters, key, leftOut, recordOf, places, now } = input;
  const theirs = campaign.audiences.filter(({ name }) => rosters.get(name)?.indexOf(key) !== undefined);
  if (theirs.length === 0) return undefined;
  const jobs = new Map<string, PlannedJob>();
  const plan =
    input.plan &&
    planCampaign({
      ...input.plan,
      onJob(job) {
        if (job.id.key === key) jobs.set(job.id.step, job);
      },
    });
  const audiences = new Map(theirs.map((audience) => [audience.name, describeAudience(input, audience, key)]));
  const steps = campaign.steps.flatMap((step, place) => {
    const about = audiences.get(step.forEach?.audience ?? '');
    const roster = rosters.get(about?.name ?? '');
    if (about === undefined || roster === undefined) return [];
    const { zone } = about;
    const happened = recordOf(jobId(step.id, key));
    const job = jobs.get(step.id);
    const at = job?.at;
    const holds = job?.trace?.holds() ?? [];
    const planned = plan?.steps[place];
    const index = roster.indexOf(key)!;
    const whyNot = (): NotStarted | undefined => {
      if (job?.drop !== undefined) return { kind: 'dropped', by: job.drop.reason };
      // Who was skipped or expired is judged again.
      if (happened !== undefined && !isLeft(step, happened.state)) return undefined;
      if (!isSelectedBy(step, roster)(index)) {
        const mismatches = mismatchesOf(step.forEach?.where ?? {}, (column) => roster.value(index, column));
        return { kind: 'where', mismatches, span: places(['steps', step.id, 'forEach', 'where']) };
      }
      return planned?.state === 'blocked' ? { kind: 'blocked', problem: planned.problem } : undefined;
    };
    const country = roster.country?.(index);
    const rules = holds.map((hold, before) =>
      ruleOf(hold, { campaign, step, zone, country, places, since: holds[before - 1]?.until ?? now }),
    );
    const first: WhyRule = { rule: 'now', at: now, span: undefined, detail: 'the time of the plan' };
    return [
      {
        step: step.id,
        title: step.title,
        uses: step.uses,
        span: step.span,
        zone,
        at,
        promote: job?.promote,
        notStarted: at === undefined ? whyNot() : undefined,
        rules: at === undefined ? rules : [first, ...rules],
        happened,
      },
    ];
  });
  return { key, timezone: campaign.timezone, audiences: [...audiences.values()], leftOut, steps };
}

function describeAudience({ campaign, rosters, now }: About, audience: Audience, key: RecipientKey): WhyAudience {
  const roster = rosters.get(audience.name)!;
  const index = roster.indexOf(key)!;
  const { timezone, lastInbound } = audience;
  const { clock, by, country } = recipientClocks(roster, timezone, campaign.timezone)(index);
  const cell = 'column' in timezone ? String(roster.value(index, timezone.column) ?? '') : '';
  const zone = clock === 'none' ? '' : clock === 'unknown' ? cell : clock;
  const written = lastInbound === undefined ? undefined : String(roster.value(index, lastInbound.column) ?? '');
  const ends =
    written === undefined || lastInbound === undefined || isInFuture(campaign, now)(written, lastInbound)
      ? undefined
      : sessionEndOf(written, lastInbound, campaign.timezone);
  return {
    name: audience.name,
    // A path from the working directory, like every other place.
    place: `${audience.snapshot?.shown ?? join(dirname(audience.span.file.path), audience.file)}:${roster.line(index)}`,
    zone,
    ...(by === 'number' && country !== undefined && clock !== campaign.timezone ? { country } : {}),
    ...(ends === undefined || !Number.isFinite(ends) ? {} : { sessionEnds: ends }),
  };
}

/** A hold of the scheduler's trace, with what the campaign file says there. */
function ruleOf(
  { rule, until: at, place, need = '' }: Hold,
  given: {
    readonly campaign: Campaign;
    readonly step: Step;
    readonly zone: string;
    readonly country: string | undefined;
    readonly places: LoadedCampaign['places'];
    /** When the rule before it allowed the start. */
    readonly since: Instant;
  },
): WhyRule {
  const { campaign, step, zone, country, places, since } = given;
  const { limits } = campaign;
  const found = (detail: string): WhyRule => ({ rule, at, span: place && places(place), detail });
  switch (rule) {
    case 'needs':
      return found(`\`${need}\` has finished`);
    case 'window': {
      const window = step.window === 'always' ? campaign.window : step.window;
      const zones = zonesOfClock(zone) ?? [zone];
      const holidays = zones.length === 1 ? holidaysBefore({ window, at, since, zone: zones[0]!, country }) : [];
      const after = holidays.length === 0 ? '' : `, after ${holidays.map(visibleLine).join(', ')}`;
      const detail = `the window ${window.open}–${window.close} opens in ${zone}${after}`;
      return { rule, at, span: window.span, detail };
    }
    case 'rate': {
      const [rate, whose] =
        place?.[0] === 'steps'
          ? [step.rate, 'for the step']
          : place?.[1] === 'account'
            ? [limits.account?.rate, 'for the account']
            : [limits.rate, 'in all'];
      return found(`next start at the rate (${formatPace(rate!)} ${whose})`);
    }
    case 'perRecipient':
      return found(`minimum pause after another message (${formatPace(limits.perRecipient!)})`);
    case 'cap': {
      const { name, span } = campaign.contacts!.caps[Number(place?.[2])]!;
      return { rule, at, span, detail: `the contact cap \`${name}\` allows another contact` };
    }
    case 'starts':
      return found('the campaign starts');
    case 'delay':
      return found('the delay is over');
    case 'at':
      return found('the step’s start time');
    case 'retry':
      return found('retry');
    case 'every':
      return found('the gate is checked again');
    case 'wave':
      return found('the wave before is over');
    case 'rest':
      return found('the pause of the service is over');
    default:
      return rule satisfies never;
  }
}

function formatPace({ count, perMs }: Rate): string {
  return `${formatCount(count)} in ${(perMs / 1000).toLocaleString('en-GB')} s`;
}
