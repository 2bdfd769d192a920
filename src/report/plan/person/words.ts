import type { CapUse } from '../../../contacts/cap-use.ts';
import type { Consent, Suppression } from '../../../contacts/facts.ts';
import type { Person, PersonEntry } from '../../../plan/person.ts';
import { formatInstant } from '../../../time/local-time.ts';
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
      return whatHappened(what.step.happened!, timezone);
    case 'planned': {
      const last = what.step.rules.findLast(({ rule }) => rule === 'cap') ?? what.step.rules.at(-1);
      if (last === undefined || last.rule === 'now') return 'waiting for its run';
      return `waiting: ${formatRule(last)}${last.span === undefined ? '' : ` (${placeOf(last.span)})`}`;
    }
    case 'notSent':
      return formatNotStarted(what.step.notStarted!, false);
    case 'touch':
      return `contacted (${what.touch.channel}, ${what.touch.purpose}), by the contact ledger`;
    default:
      return what satisfies never;
  }
}

/** A cap with room allows no contact that something else forbids. */
export function formatCapUse({ cap, used, freeAt }: CapUse, person: Person): string {
  const { now, timezone, isForgotten } = person;
  const place = cap.span === undefined ? '' : ` (${placeOf(cap.span)})`;
  const from = freeAt <= now ? 'now' : `from ${formatDayTime(freeAt, timezone)}`;
  const room = isForgotten
    ? 'but they were forgotten'
    : isSuppressed(cap, person)
      ? 'but they are suppressed'
      : `room for another contact ${from}`;
  return `\`${cap.name}\`: ${used} of ${cap.max}, ${room}${place}`;
}

/** Whether nothing that the cap counts may be sent to them now. */
function isSuppressed({ channel, purposes }: CapUse['cap'], { now, contacts }: Person): boolean {
  const current = contacts?.suppressions.filter(({ until }) => now < (until ?? Infinity)) ?? [];
  return purposes.every((purpose) =>
    current.some((one) => (one.channel ?? channel) === channel && (one.purpose ?? purpose) === purpose),
  );
}

export function formatScope({ channel, purpose }: Partial<Pick<Suppression, 'channel' | 'purpose'>>): string {
  return [channel, purpose].filter((word) => word !== undefined).join(', ') || 'everything';
}

export function formatSuppression({ reason, source, from, until, ...scope }: Suppression): string {
  const to = until === undefined ? '' : ` until ${formatInstant(until, 'UTC')}`;
  const by = source === '' ? '' : `, from the list ${source}`;
  return `for ${formatScope(scope)} from ${formatInstant(from, 'UTC')}${to}: ${reason}${by}`;
}

export function formatConsent({ basis, at, evidence, expires, ...scope }: Consent): string {
  const to = expires === undefined ? '' : ` until ${formatInstant(expires, 'UTC')}`;
  return `to ${formatScope(scope)} from ${formatInstant(at, 'UTC')}${to}: ${basis}, ${evidence}`;
}
