import { visibleLine } from '../../../diagnostic/visible-text.ts';
import type { Person, PersonEntry } from '../../../plan/person.ts';
import type { Preview } from '../../../run/preview.ts';
import { formatInstant } from '../../../time/local-time.ts';
import { aligned } from '../../columns.ts';
import { csvTable } from '../../csv-cell.ts';
import { shownKey, shownReason } from '../../mask.ts';
import { leftOutLines, placeOf, whyJson } from '../why.ts';
import { formatDayTime } from '../words.ts';
import {
  consentJson,
  detailOf,
  formatCapUse,
  formatConsent,
  formatSuppression,
  isCurrent,
  stateOf,
  suppressionJson,
} from './words.ts';

export interface PersonOptions {
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
