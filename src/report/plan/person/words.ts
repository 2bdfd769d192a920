import type { Consent, Suppression } from '../../../ledger/contacts/facts.ts';
import type { CapUse } from '../../../ledger/contacts/judge-contact.ts';
import type { Person, PersonEntry } from '../../../plan/person.ts';
import type { WhyStep } from '../../../plan/why.ts';
import type { Instant } from '../../../platform/ports.ts';
import { formatInstant } from '../../../time/local-time.ts';
import { formatDecision } from '../../run/signed-text.ts';
import { formatNotStarted, formatRule, placeOf, whatHappened } from '../why.ts';
import { formatDayTime } from '../words.ts';

/** What becomes of one step, in one word for machines. */
export function stateOf({ what }: PersonEntry): string {
  switch (what.kind) {
    case 'happened':
      return what.step.happened!.state;
    case 'planned':
      return 'waiting';
    case 'notSent':
      return 'notSent';
    case 'touch':
      return 'contacted';
    default:
      return what satisfies never;
  }
}

/** The same in words, with what holds it and where that is written. */
export function detailOf({ what }: PersonEntry, { timezone }: Pick<Person, 'timezone'>): string {
  switch (what.kind) {
    case 'happened':
      return [whatHappened(what.step.happened!, timezone), ...decided(what.step.happened!, timezone)].join('; ');
    case 'planned': {
      const last = what.step.rules.findLast(({ rule }) => rule === 'cap') ?? what.step.rules.at(-1);
      if (last === undefined || last.rule === 'now') return 'waiting for its run';
      return `waiting: ${formatRule(last)}${last.span === undefined ? '' : ` (${placeOf(last.span)})`}`;
    }
    case 'notSent':
      return formatNotStarted(what.step.notStarted!, true);
    case 'touch':
      return `counts as contacted (${what.touch.channel}, ${what.touch.purpose}), by the contact ledger`;
    default:
      return what satisfies never;
  }
}

/** What somebody decided last: the other words are those of the attempt. */
function decided({ decisions = [] }: NonNullable<WhyStep['happened']>, timezone: string): readonly string[] {
  return decisions.slice(-1).map((last) => `decided: ${formatDecision(last, { timezone, showNumbers: true })}`);
}

/** A cap with room allows no contact that something else forbids. */
export function formatCapUse({ cap, used, planned, freeAt }: CapUse, person: Person): string {
  const { now, timezone, isForgotten } = person;
  const place = cap.span === undefined ? '' : ` (${placeOf(cap.span)})`;
  const from = freeAt <= now ? 'now' : `from ${formatDayTime(freeAt, timezone)}`;
  const room = isForgotten
    ? 'but they were forgotten'
    : isSuppressed(cap, person)
      ? 'but they are suppressed'
      : used + planned >= cap.max && planned > 0
        ? `${planned} more ${planned === 1 ? 'is' : 'are'} planned by a campaign with priority`
        : `room for another contact ${from}`;
  return `\`${cap.name}\`: ${used} of ${cap.max}, ${room}${place}`;
}

/** Whether nothing that the cap counts may be sent to them now. */
function isSuppressed({ channel, purposes }: CapUse['cap'], { now, contacts }: Person): boolean {
  const current = contacts?.suppressions.filter((one) => isCurrent(one, now)) ?? [];
  return purposes.every((purpose) =>
    current.some((one) => (one.channel ?? channel) === channel && (one.purpose ?? purpose) === purpose),
  );
}

export function formatScope({ channel, purpose }: Partial<Pick<Suppression, 'channel' | 'purpose'>>): string {
  return [channel, purpose].filter((word) => word !== undefined).join(', ') || 'everything';
}

/** Whether it still holds. One that was recorded holds, whatever a clock says. */
export function isCurrent({ until }: Pick<Suppression, 'until'>, now: Instant): boolean {
  return now < (until ?? Number.POSITIVE_INFINITY);
}

export function formatSuppression({ reason, source, from, until, ...scope }: Suppression): string {
  const to = until === undefined ? '' : ` until ${formatRecorded(until)}`;
  return `for ${formatScope(scope)} since ${formatRecorded(from)}${to}: ${formatCause({ reason, source })}`;
}

/** The reason, and the list unless the reason is that list. */
export function formatCause({ reason, source }: Pick<Suppression, 'reason' | 'source'>): string {
  return source === '' || reason === onList(source) ? reason : `${reason}, from the list ${source}`;
}

/** The reason of who is on an imported list, where nobody gave one. */
export function onList(list: string): string {
  return `on the list ${list}`;
}

export function formatConsent({ basis, at, evidence, expires, ...scope }: Consent): string {
  const to = expires === undefined ? '' : ` until ${formatRecorded(expires)}`;
  return `to ${formatScope(scope)} since ${formatRecorded(at)}${to}: ${basis}, ${evidence}`;
}

/** For machines. What is recorded lasts for years and belongs to no campaign: its instants are in UTC. */
export function suppressionJson({ source, channel, purpose, reason, from, until }: Suppression) {
  return {
    reason,
    list: source === '' ? null : source,
    channel: channel ?? null,
    purpose: purpose ?? null,
    from: formatInstant(from, 'UTC'),
    until: until === undefined ? null : formatInstant(until, 'UTC'),
  };
}

export function consentJson({ purpose, channel, basis, at, evidence, expires }: Consent) {
  return {
    purpose,
    channel: channel ?? null,
    basis,
    at: formatInstant(at, 'UTC'),
    evidence,
    expires: expires === undefined ? null : formatInstant(expires, 'UTC'),
  };
}

/** Of facts that last for years, and belong to no campaign: `2026-11-23 08:39 UTC`. */
export function formatRecorded(at: Instant): string {
  return `${formatInstant(at, 'UTC').slice(0, 16).replace('T', ' ')} UTC`;
}
