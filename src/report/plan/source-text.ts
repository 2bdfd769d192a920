import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { PlannedSource } from '../../plan/planned-sources.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatDuration } from '../../time/duration.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import { type List, list } from '../document.ts';
import { formatDate, formatPeople, formatRows } from './words.ts';

/** Of each audience that was read from elsewhere: when, how many rows, who is left of them, and why the others are not. */
export function sourceList(
  sources: readonly PlannedSource[],
  { now, timezone }: { readonly now: Instant; readonly timezone: string },
): List {
  const items = sources.map(({ audience, source, takenAt, digest, note, since, rows, kept = 0, recipients, left }) => {
    const age = now - takenAt < minuteMs ? '' : ` (${formatDuration(now - takenAt)} ago)`;
    const losses = [
      ...(left.unreadable > 0 ? [`${formatCount(left.unreadable)} without a usable number`] : []),
      ...(left.where > 0 ? [`${formatCount(left.where)} not selected by \`where\``] : []),
      ...(left.exclude > 0 ? [`${formatCount(left.exclude)} excluded`] : []),
      ...(left.forgotten === undefined ? [] : [`${formatCount(left.forgotten)} forgotten`]),
    ];
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
