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

/** People of one step with the same change. */
export interface PeopleGroup {
  readonly people: number;
  readonly line: string;
}

/** Who is added, who is dropped and why, who moves and how far, and who gets a changed text. */
export function peopleGroups(step: StepDifference, options: PeopleOptions): readonly PeopleGroup[] {
  const names = (addresses: readonly string[]) => formatPeople(addresses, options.showNumbers);
  const group = (sign: string, addresses: readonly string[], how: string): readonly PeopleGroup[] =>
    addresses.length === 0
      ? []
      : [{ people: addresses.length, line: `${sign} ${formatCount(addresses.length)} ${how}${names(addresses)}` }];
  return [
    ...group('+', step.added, 'added'),
    ...groups(step.dropped, ({ reason }) => reason).flatMap(([reason, some]) => {
      return group('-', addressesOf(some), `dropped, ${whyDropped(reason)}`);
    }),
    ...groups(step.moved, (one) => direction(one, options.timezone)).flatMap(([how, some]) =>
      group('>', addressesOf(some), `moved ${how}, ${distance(some, options.timezone)}`),
    ),
    ...group('~', step.changed, 'with a changed text'),
    ...group('=', step.sentBefore, 'already sent with the old text'),
  ];
}

function whyDropped(reason: string): string {
  const audience = /^notInAudience:(.*)$/.exec(reason)?.[1];
  if (audience !== undefined) return `no longer in \`${audience}\``;
  if (reason === 'stepGone') return 'as their step is no longer in the file';
  return reason === 'gone' ? 'as their step is no longer for them' : visibleLine(formatReason(reason));
}

function addressesOf(some: readonly (Dropped | Moved)[]): readonly string[] {
  return some.map(({ address }) => address);
}

function direction({ from, to }: Moved, timezone: string): string {
  const dayOf = (at: number) => Math.floor(wallAt(at, timezone) / dayMs);
  if (dayOf(from) !== dayOf(to)) return `from ${dayName(wallAt(from, timezone))} to ${dayName(wallAt(to, timezone))}`;
  return to > from ? 'later' : 'earlier';
}

function distance(some: readonly Moved[], timezone: string): string {
  // Not with Math.max: there may be more than a function takes.
  const most = some.reduce((ms, { from, to }) => Math.max(ms, Math.abs(to - from)), 0);
  const first = some[0];
  const example = some.length === 1 && first !== undefined ? `, to ${formatDayTime(first.to, timezone)}` : '';
  return `by up to ${formatDuration(most)}${example}`;
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
