import type { JudgedByNumber } from '../campaign/audiences/judged-hours.ts';
import type { ForgottenRows, LeftOutRows } from '../campaign/audiences/left-out-rows.ts';
import { formatCount } from '../diagnostic/count-words.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import type { PlannedSource } from '../plan/plan.ts';
import type { Instant } from '../platform/ports.ts';
import { formatDuration } from '../time/duration.ts';
import { countryName } from '../time/time-zone.ts';
import { minuteMs } from '../time/wall-clock.ts';
import { type List, list } from './document.ts';
import { formatCounts, formatDate, formatPeople, formatRows } from './plan/words.ts';

/** A sentence for each file with rows that reach nobody; with how many they were before, where that differs. */
export function formatLeftOut(leftOut: readonly (LeftOutRows & { readonly before?: number })[]): readonly string[] {
  return leftOut.map(
    ({ file, rows, before = rows }) =>
      `${formatRows(rows)} of ${visibleLine(file)} left out${before === rows ? '' : ` (${before === 0 ? 'none' : formatCount(before)} before)`}: no readable number (\`callsheet check\` shows ${rows === 1 ? 'it' : 'them'})`,
  );
}

export function formatForgotten(forgotten: readonly ForgottenRows[]): readonly string[] {
  return forgotten.map(({ audience, rows }) => {
    const words = rows === 1 ? 'row of `' : 'rows of `';
    return `${formatCount(rows)} ${words}${audience}\` left out: ${rows === 1 ? 'this person' : 'these people'} asked to be forgotten`;
  });
}

const shownAtMost = 6;

/** A sentence for each audience with numbers of other countries than the campaign's: how many, and by which hours. */
export function formatJudgedHours(judged: readonly JudgedByNumber[]): readonly string[] {
  const audiences = [...new Set(judged.map(({ audience }) => audience))];
  return audiences.map((audience) => {
    const theirs = judged.filter((one) => one.audience === audience);
    const shown = theirs.length === shownAtMost + 1 ? theirs : theirs.slice(0, shownAtMost);
    const rest = theirs.slice(shown.length);
    const people = rest.reduce((sum, { recipients }) => sum + recipients, 0);
    const more =
      rest.length === 0 ? [] : [`${formatCount(rest.length)} other countries ${formatCount(people)} (by theirs)`];
    return `Hours in \`${audience}\`, by the country of the number: ${[...shown.map(formatOne), ...more].join('; ')}`;
  });
}

function formatOne({ country, recipients, zone, zones }: JudgedByNumber): string {
  const of = country === undefined ? 'no country' : countryName(country);
  const all = zones === 2 ? 'both' : `all ${zones}`;
  const by = zones === undefined ? `by ${zone}` : `only at hours that ${all} time zones of ${country} allow`;
  return `${of} ${formatCount(recipients)} (${by})`;
}

/** Of each audience that was read from elsewhere: when, how many rows, who is left of them, and why the others are not. */
export function sourceList(
  sources: readonly PlannedSource[],
  { now, timezone }: { readonly now: Instant; readonly timezone: string },
): List {
  const items = sources.map(({ audience, source, takenAt, digest, note, since, rows, kept = 0, recipients, left }) => {
    const age = now - takenAt < minuteMs ? '' : ` (${formatDuration(now - takenAt)} ago)`;
    const losses = formatCounts({
      'without a usable number': left.unreadable,
      'not selected by `where`': left.where,
      excluded: left.exclude,
      forgotten: left.forgotten ?? 0,
    });
    const stayed = kept === 0 ? '' : ` and ${formatPeople(kept)} kept after they left`;
    const lost = losses.length === 0 ? '' : ` (${losses.join(', ')})`;
    return {
      words: `${audience}: ${source} · read ${formatDate(takenAt, timezone)}${age} · snapshot ${digest.slice(0, 12)}`,
      items: [
        `${formatRows(rows)}${stayed} → ${formatPeople(recipients)}${lost}`,
        ...(since === undefined ? [] : [formatDifference(since, timezone)]),
        ...(note === undefined ? [] : [formatNote(note, timezone)]),
      ],
    };
  });
  return list(items);
}

/** What a new snapshot is, when it was just read. */
export function formatSnapshotRead({
  audience,
  source,
  rows,
  recipients,
  digest,
}: Pick<PlannedSource, 'audience' | 'source' | 'rows' | 'recipients' | 'digest'>): string {
  return `Read ${audience} from ${visibleLine(source)}: ${formatRows(rows)}, ${formatPeople(recipients)}, snapshot ${digest.slice(0, 12)}`;
}

export function formatDifference(
  { takenAt, joined, left, changed }: NonNullable<PlannedSource['since']>,
  timezone: string,
): string {
  const people =
    joined + left + changed === 0
      ? 'nobody joined or left, and no cell changed'
      : `${formatCount(joined)} joined, ${formatCount(left)} left, ${formatCount(changed)} with changed cells`;
  return `${people} since ${formatDate(takenAt, timezone)}`;
}

function formatNote(note: NonNullable<PlannedSource['note']>, timezone: string): string {
  switch (note.kind) {
    case 'new':
      return 'read just now';
    case 'frozen':
      return `the run began with this snapshot; a later one of ${formatDate(note.newer, timezone)} is not used`;
    case 'edited':
      return 'the run began with this snapshot; the source was edited since, for another run';
    default:
      return note satisfies never;
  }
}
