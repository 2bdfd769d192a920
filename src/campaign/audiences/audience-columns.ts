import { createTally, type Tally } from '../../audience/audience-problem.ts';
import { hasColumn } from '../../audience/comparable.ts';
import type { ContactingStep } from '../../audience/consent.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Condition, ConditionCount, Where } from '../../audience/where.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { didYouMean, listed, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { reachesPeople } from '../../service/operations/operations.ts';
import { type Clock, countryName, zonesOfClock } from '../../time/time-zone.ts';
import { nextOpening, type Window } from '../../time/window.ts';
import type { Audience, Campaign, LastInbound, Step } from '../campaign.ts';
import { conditionsOf } from '../rules/recipients.ts';
import { finding, isMisshapen, type RuleInput, warning } from '../rules/rule.ts';
import { firstWord } from '../rules/template-references.ts';
import { columnPlaceholders } from '../rules/texts.ts';
import type { PlacedReference, PlacedTemplate } from '../template/step-templates.ts';
import { keySpan, type Path, pathInside, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { missingColumnHint } from './audience-findings.ts';
import { readExcerpts, relatedLines } from './excerpt.ts';
import { recipientClocks } from './judged-hours.ts';
import { countRecipients } from './left-out-rows.ts';
import { comparedAs, formatCondition, otherLetters } from './mismatch.ts';
import { isSelectedBy } from './selection.ts';
import {
  countryFindings,
  isSpreadsheetDay,
  lastInboundFindings,
  type ReadList,
  spreadsheetDay,
  zoneFindings,
} from './time-findings.ts';

/** Columns of an audience that the campaign refers to anywhere. */
export function columnsOf({ campaign }: RuleInput, audience: Audience): string[] {
  const steps = campaign.steps.filter((step) => step.forEach?.audience === audience.name);
  return [
    ...new Set([
      ...steps.flatMap(({ reads }) => reads.cells),
      ...audienceColumns(audience),
      ...steps.flatMap((step) => Object.keys(step.forEach?.where ?? {})),
    ]),
  ];
}

/** The steps that contact people of the audience. A step for those whom another one has sent to reads what that one selects by. */
export function contactingSteps({ steps }: Campaign, audience: Audience): ContactingStep[] {
  const ofAudience = audienceColumns({ ...audience, where: {} });
  const conditionsBefore = (step: Step, seen: readonly Step[] = []): string[] => {
    if (seen.includes(step)) return [];
    const before = [step.forEach?.onlyIf?.step, ...step.reads.steps];
    const earlier = steps.filter(({ id, forEach }) => forEach?.audience === audience.name && before.includes(id));
    const own = (one: Step) => Object.keys(one.forEach?.where ?? {});
    return earlier.flatMap((one) => [...own(one), ...conditionsBefore(one, [...seen, step])]);
  };
  return steps
    .filter(({ uses, forEach }) => forEach?.audience === audience.name && reachesPeople(uses))
    .map((step) => ({
      step: step.id,
      reads: [...ofAudience, ...step.reads.cells, ...conditionsBefore(step)],
      where: bothOf(audience.where, step.forEach?.where ?? {}),
    }));
}

function bothOf(one: Where, other: Where): Where {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  // A column may have the name of something that every object has, such as `constructor`.
  const ofColumn = (name: string): readonly Condition[] =>
    [one, other].flatMap((where) => (Object.hasOwn(where, name) ? where[name]! : []));
  return Object.fromEntries(names.map((name) => [name, ofColumn(name)]));
}

/** Columns that the audience itself refers to. */
function audienceColumns({ timezone, lastInbound, countryColumn, where }: Audience): string[] {
  return [
    ...('column' in timezone ? [timezone.column] : []),
    ...(lastInbound === undefined ? [] : [lastInbound.column]),
    ...(countryColumn === undefined ? [] : [countryColumn]),
    ...Object.keys(where),
  ];
}

/** Findings about columns that the file does not have, about zones and instants in columns, and about an empty audience. */
export async function columnFindings(
  /** Without a roster where no rows were read. */
  { roster, ...list }: Omit<ReadList, 'roster'> & { readonly roster: Roster | undefined },
  about: RuleInput & { readonly isAhead: ((cell: string, lastInbound: LastInbound) => boolean) | undefined },
  audience: Audience,
): Promise<Diagnostic[]> {
  const { header, file } = list;
  const findings = [
    ...namedColumns(about, audience, header),
    ...templateColumns(about, audience, header, file.shown),
    ...columnPlaceholders(about, audience.name, header),
  ];
  if (roster === undefined) return findings;
  const read = { ...list, roster };
  const { name, lastInbound } = audience;
  return [
    ...findings,
    ...(await whereFindings(read, about, name)),
    ...(roster.size > 0
      ? []
      : [
          warning(
            'CS6009',
            keySpan(about.tree, ['audiences', name]),
            `\`${name}\` has no recipients${whyNobody(roster)}`,
          ),
        ]),
    ...(await zoneFindings(read, about, audience)),
    ...(await neverOpenFindings(read, about, audience)),
    ...(await countryFindings(read, about, audience)),
    ...(lastInbound === undefined || !hasColumn(header, lastInbound.column)
      ? []
      : await lastInboundFindings(read, about, { name, lastInbound }, about.isAhead)),
  ];
}

const whyLeft: readonly (readonly [why: keyof Roster['left'], one: string, many: string])[] = [
  ['where', 'row does not match `where`', 'rows do not match `where`'],
  ['exclude', 'row is excluded', 'rows are excluded'],
  ['duplicate', 'row is repeated', 'rows are repeated'],
  ['invalid', 'row has no usable number', 'rows have no usable number'],
  ['forgotten', 'row was forgotten', 'rows were forgotten'],
];

function whyNobody({ left }: Roster): string {
  const reasons = whyLeft.flatMap(([why, one, many]) => (left[why] > 0 ? [counted(left[why], one, many)] : []));
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** `timezone`, `lastInbound` and `where` name columns of the file. */
function namedColumns(about: RuleInput, audience: Audience, header: readonly string[]): Diagnostic[] {
  const at: Path = ['audiences', audience.name];
  const { timezone, lastInbound, countryColumn } = audience;
  const value = (path: Path): Span => valueSpan(about.tree, path);
  const named: readonly (readonly [column: string, span: Span])[] = [
    ...('column' in timezone ? [[timezone.column, value([...at, 'timezone', 'column'])] as const] : []),
    ...(lastInbound === undefined
      ? []
      : [[lastInbound.column, value(pathInside(about.tree, [...at, 'lastInbound'], 'column'))] as const]),
    ...(countryColumn === undefined ? [] : [[countryColumn, value([...at, 'country', 'column'])] as const]),
    ...conditionsOf(about.campaign)
      .filter((one) => one.audience === audience.name)
      .map(({ column, path }) => [column, keySpan(about.tree, path)] as const),
  ];
  return named
    .filter(([column]) => !hasColumn(header, column) && !isMisshapen(about, [...at, 'columns', column]))
    .map(([column, span]) =>
      finding(
        'CS6008',
        span,
        `\`${audience.source === undefined ? audience.file : 'columns'}\` has no column \`${column}\``,
        { hint: missingColumnHint(column, header, about) },
      ),
    );
}

function templateColumns(about: RuleInput, audience: Audience, header: readonly string[], shown: string): Diagnostic[] {
  return about.templates
    .filter((template) => template.step?.forEach?.audience === audience.name)
    .flatMap((template) => template.references.filter((one) => !isFirstWord(template, one)))
    .filter(({ path }) => path[0] === 'recipient' && path[1] !== undefined && !hasColumn(header, path[1]))
    .map(({ path, span }) =>
      finding('CS3009', span, `\`${shown}\` has no column \`${path[1]}\``, {
        hint: columnHint(about, path[1]!, header),
      }),
    );
}

/** Of `recipient.First name`, which is reported at its second word. */
function isFirstWord(template: PlacedTemplate, reference: PlacedReference): boolean {
  return template.references.some((other) => firstWord(template, other) === reference);
}

function columnHint({ suggest }: RuleInput, name: string, header: readonly string[]): string | Suggestion {
  const meant = didYouMean(name.replaceAll('_', ' '), header);
  if (meant !== undefined && !/^[A-Za-z_][\w-]*$/.test(meant)) return { kind: 'meant', word: `recipient['${meant}']` };
  return missingColumnHint(name, header, { suggest });
}

/** Conditions of `where` that cannot be compared with the cells of their column, or that no row meets. */
async function whereFindings(read: ReadList, about: RuleInput, name: string): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const { header, roster, file } = read;
  const add = async (counts: readonly ConditionCount[], at: Path, counted: Counted): Promise<void> => {
    const reported = new Set<string>();
    const isFirst = ({ column, condition }: ConditionCount): boolean => {
      const comparison = `${comparedAs(condition)} ${column}`;
      return !reported.has(comparison) && reported.add(comparison) !== undefined;
    };
    // A column that is not in the file has its own finding, and a list without rows too.
    for (const count of counts.filter(({ column, seen }) => hasColumn(header, column) && seen.length > 0)) {
      const path = conditionPath(about.tree, at, count);
      findings.push(
        ...(count.unreadable.count > 0 && isFirst(count) ? await uncompared(read, about, count, path) : []),
        ...unused(about, counted, count, path),
        ...inOtherLetters(about, count, path),
        ...withoutRow(about, counted, count, path),
      );
    }
  };
  await add(roster.conditions, ['audiences', name, 'where'], { of: file.shown, are: 'row' });
  for (const { id, forEach } of about.campaign.steps)
    if (forEach?.audience === name)
      await add(countRecipients(forEach.where, roster), ['steps', id, 'forEach', 'where'], {
        of: name,
        are: 'recipient',
      });
  return findings;
}

/** What a condition was compared with: that of a step knows nothing of the rows that its audience leaves out. */
interface Counted {
  readonly of: string;
  readonly are: 'row' | 'recipient';
}

async function uncompared(
  { files, file }: ReadList,
  { tree }: RuleInput,
  { column, condition, compared, unreadable, seen }: ConditionCount,
  path: Path,
): Promise<Diagnostic[]> {
  const wanted = comparedAs(condition);
  const hint =
    wanted === 'number'
      ? 'write numbers such as `1200` or `12.5`, without a unit'
      : 'write `2026-11-22`, `2026-11-22 18:30`, `2026-11-22T18:30:00+01:00`, or seconds since 1970';
  const span = valueSpan(tree, path);
  if (compared === 0) {
    const example = seen.find((one) => one !== '') ?? '';
    const others = `compare texts with \`oneOf\`, \`not\` or \`matches\`, or ${hint}`;
    const message = `\`${condition.kind}\` compares a ${wanted}, but \`${column}\` of \`${file.shown}\` has none: it has texts such as \`${maskNumbers(example).slice(0, 40)}\``;
    return [
      finding('CS6020', span, message, {
        hint: wanted !== 'number' && isSpreadsheetDay(example) ? spreadsheetDay : others,
      }),
    ];
  }
  const excerpt = await readExcerpts(files, file, unreadable.lines);
  const cell = (line: number) => excerpt(line, column);
  const message = `${counted(unreadable.count, 'row has', 'rows have')} no ${wanted} in \`${column}\`, which \`${condition.kind}\` compares`;
  const related = relatedLines(unreadable.lines, cell, span);
  const left = unreadable.count === 1 ? 'this row is left out' : 'these rows are left out';
  return [warning('CS6020', cell(unreadable.lines[0]!), message, `${hint}; ${left}`, related)];
}

const noSuchValue = 'use a value that the column has, or remove this one';

/** More values of one condition would be a list of its own. */
const unusedMax = 10;

function unused({ tree }: RuleInput, { of, are }: Counted, count: ConditionCount, path: Path): Diagnostic[] {
  const { column, condition, seen } = count;
  const isPattern = condition.kind === 'matches' || condition.kind === 'notMatches';
  // Beside other values, an empty cell is not misspelt: it is for the rows that will have one.
  const hasOthers = 'values' in condition && condition.values.length > 1;
  const unlikely = count.unused.filter((value) => value !== '' || !hasOthers);
  return unlikely.slice(0, unusedMax).map((value) => {
    const message = isPattern
      ? `No ${are} of \`${of}\` has a text like \`${value}\` in \`${column}\``
      : `No ${are} of \`${of}\` has ${value === '' ? 'an empty cell' : `\`${value}\``} in \`${column}\``;
    // A value with these was meant as a pattern: as a value it leaves nobody out.
    const isMeantAsPattern = !isPattern && /[*?]/.test(value);
    const others = seen.filter((one) => one !== value);
    const meant = isPattern || isMeantAsPattern || value === '' ? undefined : didYouMean(value, others);
    const other = isPattern
      ? 'correct the pattern, or remove it'
      : isMeantAsPattern
        ? patternHint(column, condition.kind, value)
        : noSuchValue;
    const hint = meant === undefined ? other : ({ kind: 'meant', word: meant } as const);
    return warning('CS6021', valueSpan(tree, valuePath(tree, path, value)), message, hint);
  });
}

function inOtherLetters({ tree }: RuleInput, count: ConditionCount, path: Path): Diagnostic[] {
  const words = otherLetters(count);
  const hint = 'a value is compared as it is written: name each spelling, or write the cells alike';
  return words === undefined ? [] : [warning('CS6023', valueSpan(tree, path), words, hint)];
}

function patternHint(column: string, kind: ConditionCount['condition']['kind'], value: string): string {
  const pattern = `{ matches: ${JSON.stringify(value)} }`;
  const written = `${column}: ${kind === 'not' ? `{ not: ${pattern} }` : pattern}`;
  return `a value is compared as it is written; for a pattern, write \`${written}\``;
}

/** A comparison; values and patterns that no row has are named one by one. */
function withoutRow({ tree }: RuleInput, { of, are }: Counted, count: ConditionCount, path: Path): Diagnostic[] {
  const { column, condition, isMet, compared } = count;
  if ('values' in condition || isMet || compared === 0) return [];
  const message = `${are === 'row' ? 'In' : 'For'} no ${are} of \`${of}\` is \`${column}\` ${formatCondition(condition)}`;
  return [warning('CS6021', valueSpan(tree, path), message, 'correct the limit, or remove the condition')];
}

function conditionPath(tree: RuleInput['tree'], at: Path, { column, condition: { kind } }: ConditionCount): Path {
  const written = valueAt(tree.value, [...at, column]);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return [...at, column];
  return kind === 'notMatches' ? [...at, column, 'not', 'matches'] : [...at, column, kind];
}

/** The place of one value of a list. */
function valuePath(tree: RuleInput['tree'], path: Path, value: string): Path {
  const written = valueAt(tree.value, path);
  const index = Array.isArray(written) ? written.findIndex((one) => String(one) === value) : -1;
  return index === -1 ? path : [...path, index];
}

/** Recipients of countries whose zones are never all open at once: with these hours, every job of theirs is skipped. */
async function neverOpenFindings(
  { files, file, roster }: ReadList,
  about: RuleInput,
  { name, timezone }: Audience,
): Promise<Diagnostic[]> {
  if (roster.country === undefined || 'zone' in timezone) return [];
  const { campaign, tree } = about;
  const judgedBy = recipientClocks(roster, timezone, campaign.timezone);
  const found: Diagnostic[] = [];
  for (const { window, steps } of stepsAlike(campaign.steps, name)) {
    const isNever = neverOpen(window, campaign.limits.guardMs);
    const isSelected = isSelectedBy(steps[0]!, roster);
    const tallies = new Map<Clock, Tally>();
    for (let index = 0; index < roster.size; index++) {
      const { clock, by } = judgedBy(index);
      if (by !== 'number' || !isNever(clock) || !isSelected(index)) continue;
      let tally = tallies.get(clock);
      if (tally === undefined) tallies.set(clock, (tally = createTally()));
      tally.add(roster.line(index));
    }
    for (const [country, { count, lines }] of tallies) {
      const excerpt = await readExcerpts(files, file, lines);
      const who = counted(count, 'recipient has', 'recipients have');
      const names = steps.map(({ id }) => id);
      const zones = zonesOfClock(country)!.length;
      const message = `${who} a number of ${countryName(country)}, whose ${zones} time zones are never all open from ${window.open} to ${window.close}: ${listed(names, 'and')} ${names.length === 1 ? 'skips' : 'skip'} ${count === 1 ? 'this person' : 'these people'}`;
      const related = [
        ...lines.map((line) => ({ message: 'such a number', span: excerpt(line) })),
        ...(window.span === undefined ? [] : [{ message: 'the hours', span: window.span }]),
      ];
      const hint = 'name the zone of each recipient in a column, `timezone: { column: … }`, or widen the hours';
      found.push(warning('CS6045', keySpan(tree, ['audiences', name]), message, hint, related));
    }
  }
  return found;
}

/** Steps of one audience with the same hours for the same people. */
function stepsAlike(steps: readonly Step[], audience: string): Iterable<{ window: Window; steps: Step[] }> {
  const alike = new Map<string, { window: Window; steps: Step[] }>();
  for (const step of steps) {
    const { window, forEach } = step;
    if (forEach?.audience !== audience || window === 'always') continue;
    const { span: _, ...hours } = window;
    const id = JSON.stringify([hours, forEach.where]);
    const group = alike.get(id) ?? { window, steps: [] };
    alike.set(id, group);
    group.steps.push(step);
  }
  return alike.values();
}

/** Only where each zone alone has hours: other windows have findings of their own. */
function neverOpen(window: Window, guardMs: number): (clock: Clock) => boolean {
  const known = new Map<Clock, boolean>();
  const opens = (clock: Clock): boolean => nextOpening({ window, clock, from: someDay, guardMs }) !== undefined;
  return (clock) => {
    let isNever = known.get(clock);
    if (isNever === undefined) {
      const zones = zonesOfClock(clock) ?? [];
      isNever = zones.length > 1 && !opens(clock) && zones.every(opens);
      known.set(clock, isNever);
    }
    return isNever;
  };
}

/** The next 400 days are looked at, so any day will do. */
const someDay = Date.UTC(2026, 0, 1);
