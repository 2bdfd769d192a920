import type { LeftOutRows } from '../../../campaign/audiences/left-out-rows.ts';
import { visibleLine } from '../../../diagnostic/visible-text.ts';
import { parseAddress } from '../../../job/address.ts';
import { formatMoney } from '../../../plan/budget.ts';
import type { Dropped, Moved, StepDifference } from '../../../plan/difference/compare-people.ts';
import {
  type ChangedSetting,
  type FactChange,
  isSame,
  type PlanDifference,
} from '../../../plan/difference/plan-difference.ts';
import type { PlanFact } from '../../../plan/difference/plan-facts.ts';
import { lineDiff } from '../../../plan/difference/text-diff.ts';
import { formatDuration } from '../../../plan/plan-findings.ts';
import { wallAt } from '../../../time/local-time.ts';
import { dayMs } from '../../../time/wall-clock.ts';
import { type Changes, type Document, list, section, sentences } from '../../document.ts';
import { formatLeftOut } from '../../left-out-text.ts';
import { maskKey } from '../../mask.ts';
import { formatReason } from '../../reason-text.ts';
import { dayName, formatCount, formatDate, formatDayTime } from '../words.ts';
import { settingValues } from './setting-change.ts';

export interface DifferenceOptions {
  readonly campaign: string;
  readonly title: string;
  readonly run: string;
  readonly timezone: string;
  readonly currency?: string | undefined;
  readonly showNumbers: boolean;
  /** Rows that reach nobody now. */
  readonly leftOut?: readonly LeftOutRows[] | undefined;
  /** The name under which people know a step. */
  readonly stepName: (id: string) => string;
}

/** What a reviewer looks for: the change in a sentence, texts, who is added, dropped and moved, then sums and settings. */
export function differenceDocument(difference: PlanDifference, options: DifferenceOptions): Document {
  const { before, after, inputs, facts, findings, settings, steps } = difference;
  const { campaign, title, run, timezone, leftOut = [] } = options;
  const people = largestFirst(
    steps.map(({ step, ...own }) => {
      const groups = largestFirst(peopleGroups({ step, ...own }, options));
      return { step, groups, people: groups.reduce((sum, group) => sum + group.people, 0) };
    }),
  );
  return {
    title,
    subject: 'changes',
    about: [
      `${campaign}, run ${run}`,
      `compared with the plan of ${formatDate(before.now, timezone)}`,
      `times are ${timezone}`,
    ],
    conclusion: [
      sentences([isSame(difference) ? 'No changes.' : changeSentence(difference, options)], 'verdict'),
      sentences(formatLeftOut(leftOut), 'soft'),
      { kind: 'findings', findings: findings.added },
    ],
    body: [
      section(
        'Texts',
        settingChanges(
          settings.filter(({ words }) => words !== undefined),
          options,
        ),
      ),
      section(
        'People',
        ...people.map(({ step, groups }) => section(options.stepName(step), list(groups.map(({ line }) => line)))),
      ),
      section('Totals', {
        kind: 'changes',
        changes: facts.map((change) => {
          const [old, now] = factValues(change, options);
          return { name: factNames[change.fact], before: old, after: now };
        }),
      }),
      section(
        'Settings',
        settingChanges(
          settings.filter(({ words }) => words === undefined),
          options,
        ),
      ),
      section(
        'Also',
        list([...inputs, ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${message}`)]),
      ),
    ],
    footer: `Plan \`${after.hash}\`, compared with plan \`${before.hash}\``,
  };
}

function largestFirst<T extends Pick<PeopleGroup, 'people'>>(all: readonly T[]): readonly T[] {
  return all.toSorted((one, other) => other.people - one.people);
}

function settingChanges(settings: readonly ChangedSetting[], { showNumbers }: DifferenceOptions): Changes {
  const changes = settings.map((change) => {
    const name = change.key;
    if (change.words !== undefined)
      return { name, words: change.words, lines: lineDiff(String(change.before), String(change.after)) };
    const [before, after] = settingValues(change, showNumbers);
    return { name, before, after };
  });
  return { kind: 'changes', changes };
}

const factNames: Readonly<Record<PlanFact, string>> = {
  toSend: 'to send',
  done: 'done',
  skipped: 'skipped',
  inDoubt: 'in doubt',
  cost: 'cost',
  starts: 'first start',
  ends: 'last start',
  inDoubtAtMost: 'in doubt at most after a crash',
  inDoubtIfLate: 'in doubt at most if resumed too late to retry',
  inDoubtIfEdited: 'in doubt at most if in-flight jobs are edited or removed first',
};

/** Old and new value. */
function factValues(
  { fact, before, after }: FactChange,
  { timezone, currency }: Pick<DifferenceOptions, 'timezone' | 'currency'>,
): readonly [string, string] {
  const format = (value: number | undefined): string => {
    if (value === undefined) return 'none';
    if (fact === 'cost') return formatMoney(value, currency);
    return fact === 'starts' || fact === 'ends' ? formatDayTime(value, timezone) : formatCount(value);
  };
  return [format(before), format(after)];
}

/** `4 people get another text; 1 person fewer; cost 0.0375 EUR → 0.03 EUR`: what a reviewer wants to know first. */
function changeSentence({ steps, facts }: PlanDifference, options: DifferenceOptions): string {
  const people = (of: (step: StepDifference) => readonly string[], one: string, many: string): readonly string[] => {
    const count = new Set(steps.flatMap(of).map((address) => parseAddress(address)?.key ?? address)).size;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  };
  const known = (fact: PlanFact, words: string): readonly string[] => {
    const change = facts.find((one) => one.fact === fact);
    return change === undefined ? [] : [`${words} ${factValues(change, options).join(' → ')}`];
  };
  const who = [
    ...people(({ changed }) => changed, 'person gets another text', 'people get another text'),
    ...people(({ added }) => added, 'person more', 'people more'),
    ...people(({ dropped }) => dropped.map(({ address }) => address), 'person fewer', 'people fewer'),
    ...people(({ moved }) => moved.map(({ address }) => address), 'person moves', 'people move'),
  ];
  const parts = [
    ...(steps.length === 0 ? ['Nobody is added, dropped or moved'] : who),
    ...known('ends', 'last start'),
    ...known('cost', 'cost'),
  ];
  return `${parts.join('; ')}.`;
}

interface PeopleOptions {
  readonly timezone: string;
  readonly showNumbers: boolean;
}

/** People of one step with the same change. */
interface PeopleGroup {
  readonly people: number;
  readonly line: string;
}

/** Who is added, who is dropped and why, who moves and how far, and who gets a changed text. */
function peopleGroups(step: StepDifference, options: PeopleOptions): readonly PeopleGroup[] {
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
