import type { Campaign } from '../campaign/campaign.ts';
import type { ContactCap } from '../campaign/contact-rules.ts';
import type { JobRecord } from '../job/job.ts';
import type { ContactFacts, Touch } from '../ledger/contacts/facts.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import { type KnownStep, knownStep, type Zones } from './audit-start.ts';
import type { AuditFinding, AuditInput } from './audited-start.ts';
import { wallClock } from './hours.ts';

/** What became of the jobs that contact somebody. */
export interface AuditedContacts {
  readonly jobs: number;
  /** Of these, those of people who were forgotten: nobody knows their contacts any more. */
  readonly forgotten: number;
}

/**
 * Compares a run with the contact ledger: each job that may have contacted somebody has its contact there, and with those of all
 * campaigns no cap is exceeded, as the rules are now. By code of its own: it asks nothing that plan and run ask.
 */
export function createContactAuditor(
  input: Pick<AuditInput, 'campaign' | 'rosters' | 'countryOf'> & {
    readonly run: string;
    /** A cap that the campaign has added to those of its project: it holds no other campaign. */
    readonly isOwn: (cap: ContactCap) => boolean;
  },
) {
  const { campaign, run, isOwn } = input;
  const caps = campaign.contacts?.caps ?? [];
  const steps = stepsByName(input);
  const found: AuditFinding[] = [];
  /** A breach is named once, for the latest of its jobs. */
  const breaches = new Map<string, AuditFinding>();
  let [jobs, forgotten] = [0, 0];

  const isOfRun = (touch: Touch): boolean => touch.campaign === campaign.id && touch.run === run;
  const touchOf = ({ step: name }: JobRecord, { touches }: ContactFacts): Touch | undefined => {
    const step = steps.get(name)?.step;
    return touches.find((touch) => isOfRun(touch) && (touch.step === step?.id || touch.step === step?.was));
  };
  const auditCaps = (job: JobRecord, own: Touch, { touches }: ContactFacts): void => {
    const { step, personOf, zonesOfAbsent } = steps.get(job.step)!;
    const zones = personOf(job.key)?.zones ?? zonesOfAbsent(job.key) ?? [];
    for (const [index, cap] of caps.entries()) {
      if (!isCounted(cap, own)) continue;
      const counted = touches.filter((touch) => isCounted(cap, touch)).sort((a, b) => a.at - b.at);
      const breach = breachOf(cap, counted, own, zones);
      if (breach === undefined || (isOwn(cap) && breach.at(-1)!.campaign !== campaign.id)) continue;
      const id = `${job.key} ${index} ${breach[0]!.at} ${breach.at(-1)!.at}`;
      if ((breaches.get(id)?.at ?? own.at) > own.at) continue;
      const message = breachText(cap, breach, campaign, zones);
      breaches.set(id, { rule: 'caps', step: step.id, key: job.key, at: own.at, message });
    }
  };

  return {
    /** Whether this job may have contacted somebody, so that there must be a contact. */
    mustHaveContact({ step, key, state, at, attempts, doubtful, maybeSent }: JobRecord): boolean {
      if (!steps.has(step) || key === undefined || at === undefined || attempts === 0) return false;
      // What the service refused, and what never left, does not count.
      if (state === 'rejected') return false;
      const mayHaveLeft = doubtful === true || maybeSent === true;
      return mayHaveLeft || !['pending', 'skipped', 'expired'].includes(state);
    },
    hasContact: (job: JobRecord, facts: ContactFacts): boolean => touchOf(job, facts) !== undefined,
    /** Of such a job: `facts` are undefined where its person was forgotten. */
    note(job: JobRecord, facts: ContactFacts | undefined): void {
      jobs++;
      if (facts === undefined || facts.forgottenAt !== undefined) {
        forgotten++;
        return;
      }
      const own = touchOf(job, facts);
      const who = { step: steps.get(job.step)!.step.id, key: job.key, at: job.at! };
      if (own === undefined) found.push({ rule: 'contacts', ...who, message: 'has no contact in the contact ledger' });
      // Of a job that was tried again, the contact is that of the latest try.
      else if (job.attempts === 1 && job.state === 'accepted' && own.at > job.at!)
        found.push({ rule: 'contacts', ...who, message: `has its contact ${own.at - job.at!} ms after its start` });
      if (own !== undefined) auditCaps(job, own, facts);
    },
    findings: (): readonly AuditFinding[] => [...found, ...breaches.values()].sort((a, b) => a.at! - b.at!),
    audited: (): AuditedContacts => ({ jobs, forgotten }),
  };
}

export type ContactAuditor = ReturnType<typeof createContactAuditor>;

/** Those whose operation contacts somebody, also by the name that a step had before. */
function stepsByName(input: Pick<AuditInput, 'campaign' | 'rosters' | 'countryOf'>): ReadonlyMap<string, KnownStep> {
  const known = input.campaign.steps
    .filter(({ uses, forEach }) => operations[uses].channel !== undefined && forEach !== undefined)
    .map((step) => knownStep(input, step));
  const before = known.flatMap((one) => (one.step.was === undefined ? [] : [[one.step.was, one] as const]));
  return new Map([...before, ...known.map((one) => [one.step.id, one] as const)]);
}

function isCounted({ channel, purposes }: ContactCap, touch: Touch): boolean {
  return (channel ?? touch.channel) === touch.channel && purposes.includes(touch.purpose);
}

/** One contact more than the cap allows, `own` among them. */
function breachOf(cap: ContactCap, counted: readonly Touch[], own: Touch, zones: Zones): readonly Touch[] | undefined {
  const place = counted.indexOf(own);
  for (let from = Math.max(0, place - cap.max); from <= place && from + cap.max < counted.length; from++) {
    const group = counted.slice(from, from + cap.max + 1);
    if (isTooClose(cap, group[0]!, group.at(-1)!, zones)) return group;
  }
  return undefined;
}

/** By the day: in any of the zones in which this person may be. */
function isTooClose({ per }: ContactCap, first: Touch, last: Touch, zones: Zones): boolean {
  if (per === 'day') return zones.some((zone) => isOneDay(zone, first, last));
  return last.at - first.at < per;
}

function isOneDay(zone: string, first: Touch, last: Touch): boolean {
  const day = dayIn(zone, first.at);
  return day !== undefined && day === dayIn(zone, last.at);
}

function dayIn(zone: string, at: Instant): string | undefined {
  return wallClock(zone, at)?.slice(0, 10);
}

function breachText({ name, max, per }: ContactCap, breach: readonly Touch[], { id }: Campaign, zones: Zones): string {
  const [first, last] = [breach[0]!, breach.at(-1)!];
  const zone = zones.find((one) => isOneDay(one, first, last)) ?? '';
  const time = per === 'day' ? `on ${dayIn(zone, first.at)} in ${zone}` : `in ${last.at - first.at} ms`;
  const others = [...new Set(breach.map(({ campaign }) => campaign).filter((campaign) => campaign !== id))];
  const of = others.length === 0 ? '' : `, also of ${others.map((one) => `\`${one}\``).join(', ')}`;
  return `${breach.length} contacts ${time}${of}; \`${name}\` allows ${max}`;
}
