import { visibleLine } from '../../../diagnostic/visible-text.ts';
import { parseAddress } from '../../../job/address.ts';
import type { Dropped, Moved, StepDifference } from '../../../plan/difference/compare-people.ts';
import { formatDuration } from '../../../plan/plan-findings.ts';
import { wallAt } from '../../../time/local-time.ts';
import { dayMs } from '../../../time/wall-clock.ts';
import { maskKey } from '../../mask.ts';
import { formatReason } from '../../reason-text.ts';
import { dayName, formatCount, formatDayTime } from '../words.ts';

interface PeopleOptions {
  readonly timezone: string;
  readonly showNumbers: boolean;
}

/** Who is added, who is dropped and why, who moves and how far, and who gets a changed text. */
export function peopleLines(step: StepDifference, options: PeopleOptions): readonly string[] {
  const names = (addresses: readonly string[]) => formatPeople(addresses, options.showNumbers);
  return [
    ...(step.added.length === 0 ? [] : [`+ ${formatCount(step.added.length)} added${names(step.added)}`]),
    ...droppedLines(step.dropped, names),
    ...movedLines(step.moved, options, names),
    ...(step.changed.length === 0
      ? []
      : [`~ ${formatCount(step.changed.length)} with a changed text${names(step.changed)}`]),
    ...(step.sentBefore.length === 0
      ? []
      : [`= ${formatCount(step.sentBefore.length)} already sent with the old text${names(step.sentBefore)}`]),
  ];
}

function droppedLines(dropped: readonly Dropped[], names: (addresses: readonly string[]) => string): readonly string[] {
  return groups(dropped, ({ reason }) => reason).map(([reason, some]) => {
    const why = reason === 'gone' ? 'no longer in the campaign' : visibleLine(formatReason(reason));
    return `- ${formatCount(some.length)} dropped, ${why}${names(some.map(({ address }) => address))}`;
  });
}

function movedLines(
  moved: readonly Moved[],
  { timezone }: PeopleOptions,
  names: (addresses: readonly string[]) => string,
): readonly string[] {
  const dayOf = (at: number) => Math.floor(wallAt(at, timezone) / dayMs);
  const kind = ({ from, to }: Moved): string => {
    if (dayOf(from) !== dayOf(to)) return `from ${dayName(wallAt(from, timezone))} to ${dayName(wallAt(to, timezone))}`;
    return to > from ? 'later' : 'earlier';
  };
  return groups(moved, kind).map(([how, some]) => {
    const most = Math.max(...some.map(({ from, to }) => Math.abs(to - from)));
    const first = some[0];
    const example = some.length === 1 && first !== undefined ? `, to ${formatDayTime(first.to, timezone)}` : '';
    return `> ${formatCount(some.length)} moved ${how}, by up to ${formatDuration(most)}${example}${names(some.map(({ address }) => address))}`;
  });
}

const namesAtMost = 3;

function formatPeople(addresses: readonly string[], showNumbers: boolean): string {
  const keys = addresses.flatMap((address) => parseAddress(address)?.key ?? []);
  if (keys.length === 0) return '';
  const shown = keys.slice(0, namesAtMost).map((key) => (showNumbers ? key : maskKey(key)));
  return `: ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`;
}

function groups<T>(items: readonly T[], by: (item: T) => string): readonly (readonly [string, readonly T[]])[] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(by(item));
    if (group === undefined) found.set(by(item), [item]);
    else group.push(item);
  }
  return [...found];
}
