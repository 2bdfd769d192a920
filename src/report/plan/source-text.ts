import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { PlannedSource } from '../../plan/planned-sources.ts';
import type { Instant } from '../../platform/ports.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import { formatCount, formatDate } from './words.ts';

/** A few lines for each audience that was read from elsewhere: from where, how old, how many, and what is new. */
export function sourcesToText(
  sources: readonly PlannedSource[],
  { now, timezone }: { readonly now: Instant; readonly timezone: string },
): readonly string[] {
  return sources.flatMap((source) => {
    const { audience, takenAt, digest, note, since, rows, recipients, left } = source;
    const age = now - takenAt < minuteMs ? '' : ` (${formatAge(now - takenAt)} ago)`;
    const losses = [
      ...(left.unreadable > 0 ? [`${formatCount(left.unreadable)} without a usable number`] : []),
      ...(left.where > 0 ? [`${formatCount(left.where)} not selected by \`where\``] : []),
      ...(left.exclude > 0 ? [`${formatCount(left.exclude)} excluded`] : []),
    ];
    const lost = losses.length === 0 ? '' : ` (${losses.join(', ')})`;
    return [
      `${audience}: ${visibleLine(source.source)}, read ${formatDate(takenAt, timezone)}${age}, snapshot ${digest.slice(0, 12)}`,
      `  ${formatRows(rows)} → ${formatPeople(recipients)}${lost}`,
      ...(since === undefined ? [] : [`  since ${formatDate(since.takenAt, timezone)}: ${formatDifference(since)}`]),
      ...(note === undefined ? [] : [`  ${formatNote(note, timezone)}`]),
    ];
  });
}

/** What a new snapshot is, when it was just read. */
export function formatSnapshotRead(read: {
  readonly audience: string;
  readonly source: string;
  readonly rows: number;
  readonly recipients: number;
  readonly digest: string;
}): string {
  const { audience, source, rows, recipients, digest } = read;
  return `Read ${audience} from ${visibleLine(source)}: ${formatRows(rows)}, ${formatPeople(recipients)}, snapshot ${digest.slice(0, 12)}`;
}

export function formatDifference({ joined, left, changed }: NonNullable<PlannedSource['since']>): string {
  if (joined + left + changed === 0) return 'nobody joined or left, and no cell changed';
  return `${formatCount(joined)} joined, ${formatCount(left)} left, ${formatCount(changed)} with other cells`;
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

export function formatRows(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

export function formatPeople(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}

/** `12 min`, `3 h`, `5 days`. */
export function formatAge(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
