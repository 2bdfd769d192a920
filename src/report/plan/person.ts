import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Consent, Suppression } from '../../ledger/contacts/facts.ts';
import type { CapUse } from '../../ledger/contacts/judge-contact.ts';
import type { Person, PersonEntry } from '../../plan/person.ts';
import type { WhyStep } from '../../plan/why.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Preview } from '../../run/preview.ts';
import { formatInstant } from '../../time/local-time.ts';
import { aligned } from '../columns.ts';
import { csvTable } from '../csv-cell.ts';
import { shownKey, shownReason } from '../mask.ts';
import { formatDecision } from '../run/signed-text.ts';
import { formatNotStarted, leftOutLines, placeOf, whatHappened, whyJson } from './why.ts';
import { formatDayTime, oncePromoted } from './words.ts';

interface PersonOptions {
  readonly showNumbers: boolean;
  /** What a campaign sends or sent them, by step; by the campaign's file. */
  readonly messages?: ReadonlyMap<string, ReadonlyMap<string, Preview>>;
}

/** One person over all campaigns, a line for each step in the order of time. */
function toText(person: Person, { showNumbers }: PersonOptions): string {
  const { key, now, timezone, campaigns, entries, contacts, unread, isForgotten } = person;
  const rows = entries.map((entry) => [
    entry.at === undefined ? '' : formatDayTime(entry.at, timezone, true),
    entry.campaign,
    entry.step,
    shownReason(detailOf(entry, person), showNumbers),
  ]);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${shownReason(line, showNumbers)}`)];
  const suppressions = contacts?.suppressions.filter((one) => isCurrent(one, now)) ?? [];
  const lines = [
    shownKey(key, showNumbers),
    ...campaigns.flatMap(({ campaign, run, file, why }) => [
      `  ${campaign}, run ${run}  ${file}`,
      ...why.leftOut.flatMap((left) => leftOutLines(left, showNumbers)),
    ]),
    ...unread.map((file) => `  ${file} has errors (\`callsheet check\`): what it does is not known`),
    `  times are ${timezone}`,
    ...(isForgotten ? ['  forgotten: no campaign contacts them any more'] : []),
    '',
    ...(rows.length > 0 ? [] : [`No campaign ${campaigns.length === 0 ? 'has' : 'contacts'} this number.`]),
    ...aligned(rows),
    ...(mayShareCaps(person) ? ['', eachAlone] : []),
    ...section('Suppressed', suppressions.map(formatSuppression)),
    ...section('Caps', contacts?.caps.map((use) => formatCapUse(use, person)) ?? []),
    ...section('Consents', contacts?.consents.map(formatConsent) ?? []),
  ];
  return `${lines.map((line) => visibleLine(line).trimEnd()).join('\n')}\n`;
}

const eachAlone =
  'Each campaign is planned as if the others sent nothing meanwhile: `callsheet plan FILE FILE…` shows what the caps leave.';

function mayShareCaps({ entries, contacts }: Person): boolean {
  const planned = entries.filter(({ what }) => what.kind === 'planned').map(({ campaign }) => campaign);
  return contacts !== undefined && contacts.caps.length > 0 && new Set(planned).size > 1;
}

/** For machines: the whole number, instants in ISO 8601. */
function toJson(person: Person, { messages }: PersonOptions): string {
  const { key, now, timezone, campaigns, entries, contacts, unread, isForgotten } = person;
  const iso = (at: number | undefined) => (at === undefined ? null : formatInstant(at, timezone));
  const value = {
    version: 1,
    key,
    timezone,
    now: iso(now),
    forgotten: isForgotten,
    timeline: entries.map((entry) => ({ at: iso(entry.at), ...jobFacts(entry, person) })),
    caps: contacts?.caps.map(({ cap, used, planned, freeAt }) => ({
      cap: cap.name,
      place: cap.span && placeOf(cap.span),
      max: cap.max,
      used,
      planned,
      freeAt: iso(freeAt),
    })),
    suppressions: contacts?.suppressions.map(suppressionJson),
    consents: contacts?.consents.map(consentJson),
    unread,
    campaigns: campaigns.map(({ file, campaign, run, why }) => ({
      file,
      campaign,
      run,
      ...whyJson(why, messages?.get(file) ?? new Map()),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jobFacts(entry: PersonEntry, person: Person) {
  const { campaign, run, step } = entry;
  return { campaign, run, step, state: stateOf(entry), detail: detailOf(entry, person) };
}

const columns = ['kind', 'at', 'until', 'campaign', 'run', 'step', 'state', 'detail'] as const;

/** Everything as rows: `job`, `cap`, `suppression`, `consent`. */
function toCsv(person: Person): string {
  const { now, timezone, entries, contacts } = person;
  const iso = (at: number | undefined, zone = timezone) => (at === undefined ? undefined : formatInstant(at, zone));
  const rows: readonly Partial<Record<(typeof columns)[number], string | undefined>>[] = [
    ...entries.map((entry) => ({ kind: 'job', at: iso(entry.at), ...jobFacts(entry, person) })),
    ...(contacts?.caps ?? []).map((use) => ({
      kind: 'cap',
      until: iso(use.freeAt > now ? use.freeAt : undefined),
      state: `${use.used} of ${use.cap.max}`,
      detail: formatCapUse(use, person),
    })),
    ...(contacts?.suppressions ?? []).map((one) => ({
      kind: 'suppression',
      at: iso(one.from, 'UTC'),
      until: iso(one.until, 'UTC'),
      detail: formatSuppression(one),
    })),
    ...(contacts?.consents ?? []).map((one) => ({
      kind: 'consent',
      at: iso(one.at, 'UTC'),
      until: iso(one.expires, 'UTC'),
      detail: formatConsent(one),
    })),
  ];
  return csvTable(columns, rows);
}

export const personFormats = { text: toText, json: toJson, csv: toCsv } as const;

/** What becomes of one step, in one word for machines. */
function stateOf({ what }: PersonEntry): string {
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
      const promoted = what.step.promote === undefined ? '' : `, ${oncePromoted}`;
      if (last === undefined || last.rule === 'now') return `waiting for its run${promoted}`;
      return `waiting: ${last.detail}${last.span === undefined ? '' : ` (${placeOf(last.span)})`}${promoted}`;
    }
    case 'notSent':
      return formatNotStarted(what.step.notStarted!, true);
    case 'touch':
      return `${what.touch.isReserved === true ? 'in flight' : 'contacted'} (${what.touch.channel}, ${what.touch.purpose}), by the contact ledger`;
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
