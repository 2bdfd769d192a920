import { formatCount } from '../../diagnostic/count-words.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type JobAddress, parseAddress } from '../../job/address.ts';
import { formatMoney, roundMoney } from '../../plan/budget.ts';
import type { Setting } from '../../plan/difference/campaign-settings.ts';
import {
  type ChangedSetting,
  type Dropped,
  type FactChange,
  isSame,
  type Moved,
  type PlanDifference,
  type StepDifference,
} from '../../plan/difference/plan-difference.ts';
import type { PlanFact } from '../../plan/saved/saved-plan.ts';
import { formatDuration } from '../../time/duration.ts';
import { formatInstant, wallAt } from '../../time/local-time.ts';
import { dayMs } from '../../time/wall-clock.ts';
import { formatLeftOut } from '../audience-text.ts';
import {
  type Block,
  type Changes,
  column,
  type Document,
  list,
  type Section,
  section,
  sentences,
  type Table,
  table,
  type Words,
} from '../document.ts';
import { shownKey, shownReason } from '../mask.ts';
import { formatReason } from '../reason-text.ts';
import { changedWords } from '../render/text-words.ts';
import { dayName, formatDate, formatDayTime, formatPeople, formatRequests } from './words.ts';

export interface DifferenceOptions {
  readonly campaign: string;
  readonly title: string;
  readonly run: string;
  readonly timezone: string;
  readonly showNumbers: boolean;
  /** Of the budget, before the later plan. */
  readonly spent?: number;
  /** `formatAnswerTime` of the later plan. */
  readonly answerTime?: string | undefined;
  /** The name under which people know a step. */
  readonly stepName: (id: string) => Words;
}

/** What a reviewer looks for: the change in a sentence, texts, who is added, dropped and moved, money, then sums and settings. */
export function differenceDocument(difference: PlanDifference, options: DifferenceOptions): Document {
  const { before, after, inputs, facts, findings, settings, leftOut } = difference;
  const { campaign, title, run, timezone, answerTime } = options;
  const totals = facts.filter(({ fact }) => fact !== 'cost');
  const [texts, others] = [true, false].map((areTexts) =>
    settings.filter(({ text }) => (text !== undefined) === areTexts),
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
      sentences([changeSentence(difference, options)], 'verdict'),
      sentences(formatLeftOut(leftOut.filter(({ rows }) => rows > 0)), 'soft'),
      sentences([answerTime], 'soft'),
      { kind: 'findings', findings: findings.added },
    ],
    body: [
      section('Texts', settingChanges(texts!, options)),
      section('People', peopleTable(difference, options)),
      section('Money', moneyTable(difference)),
      aside('Totals', {
        kind: 'changes',
        changes: totals.map((change) => {
          const [old, now] = factValues(change, timezone);
          return { name: factNames[change.fact], before: old, after: now };
        }),
      }),
      aside('Settings', settingChanges(others!, options)),
      aside(
        'Also',
        list([...inputs, ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${message}`)]),
      ),
    ],
    footer: `Plan \`${after.hash}\`, compared with plan \`${before.hash}\``,
  };
}

function aside(title: string, block: Block): Section {
  return { ...section(title, block), isFolded: 'inComment' };
}

/** A row for all people of a step with the same change; the largest steps come first, and their largest groups. */
function peopleTable({ steps, settings }: PlanDifference, options: DifferenceOptions): Table {
  const byStep = steps.map((step) => {
    const groups = largestFirst(peopleGroups(step, isTextOf(settings, step.step) ? 'text' : 'request', options));
    return { step: step.step, groups, people: groups.reduce((sum, group) => sum + group.people, 0) };
  });
  const rows = largestFirst(byStep).flatMap(({ step, groups }) =>
    groups.map(({ people, how }) => ({ cells: [options.stepName(step), formatCount(people), how] })),
  );
  return table('People', [column.row('step'), column.number('how many'), column.words('change')], rows);
}

function largestFirst<T extends Pick<PeopleGroup, 'people'>>(all: readonly T[]): readonly T[] {
  return all.toSorted((one, other) => other.people - one.people);
}

/** Cost and budget, where one of them has changed. */
function moneyTable({ money: { before, after } }: PlanDifference): Table {
  const rows = (['cost', 'budget'] as const)
    .map((name) => ({ name, values: [before, after].map((money) => formatAmount(money[name], money.currency)) }))
    .filter(({ values }) => values.some((value) => value !== 'none'));
  const isChanged = rows.some(({ values: [old, now] }) => old !== now);
  const shown = isChanged ? rows.map(({ name, values }) => ({ cells: [name, ...values] })) : [];
  return table('Money', [column.row('what'), column.number('before'), column.number('after')], shown);
}

function formatAmount(amount: number | undefined, currency: string | undefined): string {
  return amount === undefined ? 'none' : formatMoney(amount, currency);
}

function settingChanges(settings: readonly ChangedSetting[], { showNumbers }: DifferenceOptions): Changes {
  const changes = settings.map((change) => {
    const name = change.key;
    if (change.text !== undefined) return { name, ...change.text };
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
function factValues({ fact, before, after }: FactChange, timezone: string): readonly [string, string] {
  const format = (value: number | undefined): string => {
    if (value === undefined) return 'none';
    return fact === 'starts' || fact === 'ends' ? formatDayTime(value, timezone) : formatCount(value);
  };
  return [format(before), format(after)];
}

/**
 * `348 people get a new text; 15 people fewer, 1 new; ends 2 min later; cost 3.02 of 20.00 EUR, 0.12 EUR less`: what a reviewer
 * wants to know first. The cost is in it in any case.
 */
function changeSentence(difference: PlanDifference, { timezone, spent = 0 }: DifferenceOptions): string {
  const { facts, money } = difference;
  const who = whoChanges(difference);
  const parts = isSame(difference) ? ['No changes'] : who.length === 0 ? ['Nobody is added, dropped or moved'] : who;
  const end = facts.find(({ fact }) => fact === 'ends');
  const ends = end === undefined ? [] : [formatEnd(end, timezone)];
  const sentence = [...parts, ...ends, formatCost(money, spent)].join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function whoChanges({ steps, people, settings }: PlanDifference): readonly string[] {
  const addressesIn = (of: (step: StepDifference) => readonly JobAddress[]) => steps.flatMap(of);
  const count = (addresses: readonly JobAddress[]): number =>
    new Set(addresses.flatMap((address) => parseAddress(address)?.key ?? [])).size;
  const part = (number: number, one: string, many: string): readonly string[] =>
    number === 0 ? [] : [`${formatPeople(number)} ${number === 1 ? one : many}`];
  const added = addressesIn((step) => step.added);
  const dropped = addressesIn((step) => step.dropped.map(({ address }) => address));
  const [texts, requests] = [true, false].map((isText) =>
    addressesIn(({ step, changed }) => (isTextOf(settings, step) === isText ? changed : [])),
  );
  const moved = addressesIn((step) => step.moved.map(({ address }) => address));
  const fewer = part(people.dropped, 'fewer', 'fewer');
  const more =
    people.added === 0 ? [] : [fewer.length > 0 ? `${formatCount(people.added)} new` : newPeople(people.added)];
  const single = new Set(
    [...added, ...dropped, ...texts!, ...requests!].filter((one) => parseAddress(one)?.key === undefined),
  );
  return [
    ...part(count(texts!), 'gets a new text', 'get a new text'),
    ...(fewer.length + more.length === 0 ? [] : [[...fewer, ...more].join(', ')]),
    ...part(count(added) - people.added, 'is added to a step', 'are added to a step'),
    ...part(count(dropped) - people.dropped, 'is dropped from a step', 'are dropped from a step'),
    ...part(count(moved), 'moves', 'move'),
    ...(count(requests!) === 0 ? [] : [`the request for ${formatPeople(count(requests!))} changes`]),
    ...part(count(addressesIn((step) => step.sentBefore)), 'has the old text already', 'have the old text already'),
    ...(single.size === 0
      ? []
      : [`${formatRequests(single.size)} without recipients ${single.size === 1 ? 'changes' : 'change'}`]),
  ];
}

/** Not where the settings say that something else of its requests has changed. Cells, inputs and variables become text. */
function isTextOf(settings: readonly ChangedSetting[], step: string): boolean {
  const own = settings.filter(({ key }) => /^(?:account|vars)\./.test(key) || key.startsWith(`steps.${step}.with.`));
  return own.length === 0 || own.some(({ key, text }) => text !== undefined || key.startsWith('vars.'));
}

function newPeople(count: number): string {
  return `${formatCount(count)} new ${count === 1 ? 'person' : 'people'}`;
}

function formatEnd({ before, after }: FactChange, timezone: string): string {
  if (after === undefined) return 'nothing starts any more';
  if (before === undefined) return `ends ${formatDayTime(after, timezone)}`;
  return `ends ${formatDuration(Math.abs(after - before))} ${after > before ? 'later' : 'earlier'}`;
}

/** `cost 3.02 of 20.00 EUR, 0.12 EUR less`; of the budget, also what is spent already. */
function formatCost({ before, after }: PlanDifference['money'], spent: number): string {
  const { cost, budget, currency } = after;
  if (cost === undefined) return 'cost unknown (no prices in `costs`)';
  const of =
    budget === undefined
      ? formatMoney(cost, currency)
      : `${formatMoney(cost, undefined)} of ${formatMoney(budget, currency)}`;
  const more = before.cost === undefined || before.currency !== currency ? 0 : roundMoney(cost - before.cost);
  const change = more === 0 ? '' : `, ${formatMoney(Math.abs(more), currency)} ${more > 0 ? 'more' : 'less'}`;
  const already = budget === undefined || spent === 0 ? '' : `, with ${formatMoney(spent, currency)} spent before`;
  return `cost ${of}${change}${already}`;
}

/** People of one step with the same change. */
interface PeopleGroup {
  readonly people: number;
  readonly how: string;
}

/** Who is added, who is dropped and why, who moves and how far, and who gets a changed text. */
function peopleGroups(
  step: StepDifference,
  what: 'text' | 'request',
  { timezone, showNumbers }: DifferenceOptions,
): readonly PeopleGroup[] {
  const group = (addresses: readonly string[], how: string): readonly PeopleGroup[] =>
    addresses.length === 0 ? [] : [{ people: addresses.length, how: `${how}${formatNames(addresses, showNumbers)}` }];
  return [
    ...group(step.added, 'added'),
    ...[...grouped(step.dropped, ({ reason }) => reason)].flatMap(([reason, some]) =>
      group(addressesOf(some), `dropped, ${whyDropped(reason)}`),
    ),
    ...[...grouped(step.moved, (one) => direction(one, timezone))].flatMap(([how, some]) =>
      group(addressesOf(some), `moved ${how}, ${distance(some, timezone)}`),
    ),
    ...group(step.changed, `with a new ${what}`),
    ...group(step.sentBefore, `already sent with the old ${what}`),
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

function formatNames(addresses: readonly string[], showNumbers: boolean): string {
  const keys = addresses.flatMap((address) => parseAddress(address)?.key ?? []);
  if (keys.length === 0) return '';
  const shown = keys.slice(0, namesAtMost).map((key) => shownKey(key, showNumbers));
  return `: ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`;
}

/** For machines; a promise of `docs/cli.md`: new keys may come, none change. */
export function differenceToJson(difference: PlanDifference, { campaign, run, timezone }: DifferenceOptions): string {
  const { before, after, inputs, facts, findings, settings, steps, leftOut } = difference;
  const at = (instant: number): string => formatInstant(instant, timezone);
  const value = (fact: string, amount: number | undefined): number | string | null => {
    if (amount === undefined) return null;
    return fact === 'starts' || fact === 'ends' ? at(amount) : amount;
  };
  const json = {
    version: 1,
    campaign,
    run,
    before: { now: at(before.now), hash: before.hash },
    after: { now: at(after.now), hash: after.hash },
    same: isSame(difference),
    inputs,
    totals: facts.map(({ fact, before, after }) => ({
      name: fact,
      before: value(fact, before),
      after: value(fact, after),
    })),
    findings,
    settings: settings.map(({ key, before, after }) => ({ key, before: before ?? null, after: after ?? null })),
    leftOut: leftOut
      .filter(({ rows, before }) => rows !== before)
      .map(({ audience, file, rows, before }) => ({ audience, file, before, after: rows })),
    steps: steps.map((step) => ({
      ...step,
      moved: step.moved.map((one) => ({ ...one, from: at(one.from), to: at(one.to) })),
    })),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** `limits.rate: 10/s → 50/s`; of a text, what is taken out and what is put in: `Hi [-Ada-]{+Bola+}`. */
export function formatSettingChange(change: ChangedSetting, showNumbers: boolean): string {
  const { key, text } = change;
  const shown = text === undefined ? settingValues(change, showNumbers).join(' → ') : changedWords(text.words, false);
  return `${visibleLine(key)}: ${shown}`;
}

/** Old and new value. */
function settingValues({ key, before, after }: ChangedSetting, showNumbers: boolean): readonly [string, string] {
  const format = (value: Setting | undefined): string =>
    value === undefined ? 'none' : shownReason(String(value), showNumbers);
  const mayRepeat = key.endsWith('.onUnknown') && after === 'resend';
  return [format(before), `${format(after)}${mayRepeat ? ' (a message may arrive twice)' : ''}`];
}
