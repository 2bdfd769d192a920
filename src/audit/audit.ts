import type { Roster } from '../audience/roster.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { jobId } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import type { Rate } from '../time/duration.ts';
import type { Window } from '../time/window.ts';
import { hoursOf, type WrittenWindows } from './written-hours.ts';

/*
 * The independent check: from the campaign and the audience it judges what was planned or sent, without any code of the planner or
 * its time library. If the two disagree, one of them is wrong. Clocks are read through Intl alone.
 */

/** One start: from a line of a plan, a record of the state file, or a request that reached the sandbox. */
export interface AuditedStart {
  /** Steps that it can belong to: several if they use the same operation and only the request is known. */
  readonly steps: readonly string[];
  readonly key?: string | undefined;
  /** Its slot. */
  readonly at: Instant;
  /** When its first byte was written, if that is known: hours, dates and sessions are judged by it. */
  readonly leftAt?: Instant;
  /** A further attempt of the same job: the gap between two messages and the rule "once" do not apply to it. */
  readonly repeat?: boolean;
  /** From a step that has since been removed from the file, so that its settings are not known. */
  readonly isTakenOut?: boolean;
}

export type AuditRule =
  | 'audience'
  | 'hours'
  | 'dates'
  | 'rate'
  | 'perRecipient'
  | 'order'
  | 'session'
  | 'once'
  | 'sums';

export interface AuditFinding {
  readonly rule: AuditRule;
  readonly step?: string;
  readonly key?: string | undefined;
  readonly at?: Instant;
  readonly message: string;
}

export interface AuditInput {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  /** The windows as they are written; without them, those of the steps are taken. */
  readonly windows?: WrittenWindows;
  /** In any order. */
  readonly starts: readonly AuditedStart[];
  /** Starts of all campaigns of the account, where they are known. */
  readonly ofAccount?: readonly Pick<AuditedStart, 'at'>[];
  /** One run from beginning to end; if people were added half-way, a step may continue after the steps that need it. */
  readonly uninterrupted: boolean;
  /** How much later than its slot a start may be seen, because a request takes some time to arrive. */
  readonly jitterMs: number;
  /**
   * For starts that have happened: whether the state file has such a job. The files may have been edited since. A person who was
   * reached and is not in the audience now has left it, which is not a breach; and the last message may be a later one than it was
   * then.
   */
  readonly remembers?: (step: string, key: string | undefined) => boolean;
}

export function audit(input: AuditInput): readonly AuditFinding[] {
  const { campaign, rosters, windows, starts, uninterrupted, jitterMs, remembers } = input;
  const { ofAccount = starts } = input;
  const { rate, account } = campaign.limits;
  const inOrder = byTime(starts);
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  const of = (id: string) => inOrder.filter(({ steps: [step, other] }) => step === id && other === undefined);
  return [
    ...inOrder.flatMap((start) => auditStart({ campaign, rosters, windows, steps, start, remembers })),
    ...auditRate('the campaign', rate, inOrder, jitterMs),
    ...auditRate('the account', account?.rate, byTime(ofAccount), jitterMs),
    ...campaign.steps.flatMap((step) => auditRate(step.id, step.rate, of(step.id), jitterMs)),
    ...campaign.steps.flatMap((step) => auditOrder(step, uninterrupted, of)),
    ...auditPeople({ campaign, inOrder, jitterMs }),
  ];
}

function byTime<Start extends Pick<AuditedStart, 'at'>>(starts: readonly Start[]): readonly Start[] {
  return [...starts].sort((a, b) => a.at - b.at);
}

function auditStart(input: {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly windows: WrittenWindows | undefined;
  readonly steps: ReadonlyMap<string, Step>;
  readonly start: AuditedStart;
  readonly remembers: AuditInput['remembers'];
}): readonly AuditFinding[] {
  const { campaign, rosters, windows, steps, start, remembers } = input;
  const { at: slot, leftAt: at = slot } = start;
  const findings = start.steps.map((id) => {
    const step = steps.get(id);
    const about = { ...jobId(id, start.key), at };
    if (start.isTakenOut === true)
      return auditDates(campaign, undefined, at).map((message) => ({
        rule: 'dates' as const,
        message: message + lateness(slot, at),
        ...about,
      }));
    if (step === undefined) return [{ rule: 'audience' as const, ...about, message: 'there is no such step' }];
    const person = personOf(campaign, rosters, step, start.key);
    const hasLeft = person === undefined && remembers?.(id, start.key) === true;
    if (person === undefined && !hasLeft)
      return [{ rule: 'audience' as const, ...about, message: 'not in the audience' }];
    const zone = person === undefined ? zoneOfAll(campaign, step) : person.zone;
    const hours =
      zone === undefined ? [] : auditHours(windows === undefined ? step.window : hoursOf(step, windows), zone, at);
    const session = auditSession(step, person?.lastInbound, at, remembers === undefined);
    const messages = [
      ...hours.map((message) => ({ rule: 'hours' as const, message })),
      ...auditDates(campaign, step, at).map((message) => ({ rule: 'dates' as const, message })),
      ...session.map((message) => ({ rule: 'session' as const, message })),
    ];
    return messages.map(({ rule, message }) => ({ rule, message: message + lateness(slot, at), ...about }));
  });
  // If the step is not known, one step that fits is enough.
  return findings.some((found) => found.length === 0) ? [] : (findings[0] ?? []);
}

function lateness(slot: Instant, leftAt: Instant): string {
  return slot === leftAt ? '' : ` (it left ${leftAt - slot} ms after its slot)`;
}

interface Person {
  readonly zone: string;
  readonly lastInbound?: string;
}

/** Jobs that were sent to people whom the current files do not have: the first start of each. */
export function leftAudience(
  input: Pick<AuditInput, 'campaign' | 'rosters' | 'starts' | 'remembers'>,
): readonly AuditedStart[] {
  const { campaign, rosters, starts, remembers } = input;
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  const hasLeft = (id: string, key: string | undefined): boolean => {
    const step = steps.get(id);
    return step !== undefined && personOf(campaign, rosters, step, key) === undefined && remembers?.(id, key) === true;
  };
  return starts.filter(
    ({ steps: ids, key, repeat, isTakenOut }) =>
      repeat !== true && isTakenOut !== true && ids.every((id) => hasLeft(id, key)),
  );
}

/** The one zone of everybody in the step's audience; undefined if each person has their own. */
function zoneOfAll({ audiences, timezone }: Campaign, { forEach }: Step): string | undefined {
  if (forEach === undefined) return timezone;
  const zone = audiences.find(({ name }) => name === forEach.audience)?.timezone;
  return zone !== undefined && 'zone' in zone ? zone.zone : undefined;
}

function personOf(
  campaign: Campaign,
  rosters: ReadonlyMap<string, Roster>,
  step: Step,
  key: string | undefined,
): Person | undefined {
  if (step.forEach === undefined) return { zone: campaign.timezone };
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  const roster = rosters.get(step.forEach.audience);
  const index = key === undefined ? undefined : roster?.indexOf(key);
  if (audience === undefined || roster === undefined || index === undefined) return undefined;
  const zone = 'zone' in audience.timezone ? audience.timezone.zone : roster.value(index, audience.timezone.column);
  const last = audience.lastInbound === undefined ? undefined : roster.value(index, audience.lastInbound);
  return {
    zone: String(zone ?? ''),
    ...(audience.lastInbound === undefined ? {} : { lastInbound: String(last ?? '') }),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-23 09:00:00`, or undefined for a zone that Intl does not know. */
function wallClock(zone: string, at: Instant): string | undefined {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    if (zone === '') return undefined;
    try {
      clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    } catch {
      return undefined;
    }
    clocks.set(zone, clock);
  }
  return clock.format(at);
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

function auditHours(window: Window | 'always', zone: string, at: Instant): readonly string[] {
  const clock = wallClock(zone, at);
  if (clock === undefined) return [`no time zone is known (${zone || 'none given'})`];
  if (window === 'always') return [];
  const time = clock.slice(11);
  const overMidnight = window.close <= window.open;
  const inHours = overMidnight
    ? time >= window.open || time < window.close
    : time >= window.open && time < window.close;
  if (!inHours) return [`at ${time} in ${zone}, outside ${window.open}–${window.close}`];
  const opened = Date.parse(`${clock.slice(0, 10)}T00:00:00Z`) - (overMidnight && time < window.close ? 86_400_000 : 0);
  const date = wallClock('UTC', opened)?.slice(0, 10) ?? '';
  const day = days[Math.floor(opened / 86_400_000 + 4) % 7] ?? 'sun';
  if (!window.days.includes(day)) return [`on a ${day} in ${zone}`];
  return window.except.includes(date) ? [`on ${date} in ${zone}, which is excluded`] : [];
}

function auditDates(campaign: Campaign, step: Step | undefined, at: Instant): readonly string[] {
  const clock = wallClock(campaign.timezone, at)?.replace(' ', 'T') ?? '';
  const early = [campaign.starts, step?.at].filter((from) => from !== undefined && clock < from);
  const late = [campaign.ends, step?.until].filter((to) => to !== undefined && clock >= to);
  return [...early.map((from) => `before ${from}`), ...late.map((to) => `at or after ${to}`)];
}

/** The clock that recorded the last message may differ from ours. */
const clocksDifferMs = 300_000;

/** Section "Limits": only within 24 hours after the recipient's last message. */
function auditSession(step: Step, lastInbound: string | undefined, at: Instant, isAsThen: boolean): readonly string[] {
  if (step.uses !== 'whatsapp.send' || lastInbound === undefined) return [];
  if (lastInbound === '') return ['no session: the recipient has never written'];
  const unix = /^\d+$/.test(lastInbound) ? Number(lastInbound) * (lastInbound.length <= 11 ? 1000 : 1) : undefined;
  const opened = unix ?? (/(?:Z|[+-]\d\d:?\d\d)$/i.test(lastInbound) ? Date.parse(lastInbound) : undefined);
  // A local time depends on the zone it is read in; the planner's choice is not repeated here.
  if (opened === undefined) return [];
  if (Number.isNaN(opened)) return ['the time of the last message cannot be read'];
  if (isAsThen && at < opened - clocksDifferMs) return ['before the message that opens the session'];
  return at < opened + 86_400_000 ? [] : ['more than 24 hours after the last message'];
}

function auditRate(
  of: string,
  rate: Rate | undefined,
  inOrder: readonly Pick<AuditedStart, 'at'>[],
  jitterMs: number,
): readonly AuditFinding[] {
  if (rate === undefined) return [];
  const findings: AuditFinding[] = [];
  for (let index = rate.count; index < inOrder.length; index++) {
    const first = inOrder[index - rate.count];
    const last = inOrder[index];
    if (first === undefined || last === undefined || last.at - first.at >= rate.perMs - jitterMs) continue;
    const message = `${rate.count + 1} starts of ${of} in ${last.at - first.at} ms; ${rate.count} in ${rate.perMs} ms are allowed`;
    findings.push({ rule: 'rate', at: last.at, message });
    index += rate.count;
  }
  return findings;
}

/** No job of a step starts before the last job of the steps that it needs, plus its delay. */
function auditOrder(
  step: Step,
  uninterrupted: boolean,
  of: (id: string) => readonly AuditedStart[],
): readonly AuditFinding[] {
  const first = of(step.id)[0];
  if (first === undefined) return [];
  // A step that it needed may have failed or been blocked, and tried again by a later process.
  if (!uninterrupted && step.runs !== 'on-success') return [];
  return step.needs.flatMap((id) => {
    const last = of(id).at(uninterrupted ? -1 : 0);
    if (last === undefined || first.at >= last.at + step.delayMs) return [];
    return [{ rule: 'order' as const, step: step.id, at: first.at, message: `started before \`${id}\` had finished` }];
  });
}

/** Nobody is contacted twice by one step, or too soon after another message, in whichever audience they are. */
function auditPeople(given: {
  readonly campaign: Campaign;
  readonly inOrder: readonly AuditedStart[];
  readonly jitterMs: number;
}): readonly AuditFinding[] {
  const { campaign, inOrder, jitterMs } = given;
  const theirs = new Set(campaign.steps.filter(({ forEach }) => forEach !== undefined).map(({ id }) => id));
  const gap = campaign.limits.perRecipient && campaign.limits.perRecipient.perMs / campaign.limits.perRecipient.count;
  const once = new Set<string>();
  const latest = new Map<string, { readonly at: Instant; readonly triedJob: string | undefined }>();
  const findings: AuditFinding[] = [];
  for (const { steps, key, at, repeat, isTakenOut } of inOrder) {
    const [step] = steps;
    if (step === undefined || key === undefined || !(theirs.has(step) || isTakenOut === true)) continue;
    const job = `${steps.join()}[${key}]`;
    if (repeat !== true) {
      if (steps.length === 1 && once.has(job)) findings.push({ rule: 'once', step, key, at, message: 'started twice' });
      once.add(job);
      const before = latest.get(key);
      // After another attempt of the same job it is not a second message.
      if (gap !== undefined && before !== undefined && before.triedJob !== job && at - before.at < gap - jitterMs) {
        const message = `only ${at - before.at} ms after another message`;
        findings.push({ rule: 'perRecipient', step, key, at, message });
      }
    }
    latest.set(key, { at, triedJob: repeat === true ? job : undefined });
  }
  return findings;
}
