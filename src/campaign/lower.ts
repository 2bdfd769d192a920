import { listFormat } from '../audience/list-format.ts';
import { numberAsWritten } from '../audience/scalar.ts';
import { type Condition, type Where, wallLimit } from '../audience/where.ts';
import { operations } from '../service/operations/operations.ts';
import { parseDuration, parseRate } from '../time/duration.ts';
import { type Weekday, weekdays } from '../time/wall-clock.ts';
import type { Holidays, Window } from '../time/window.ts';
import type {
  AccountLimits,
  Audience,
  AudienceTimezone,
  Campaign,
  Expectation,
  ForEach,
  Input,
  JobsOrShare,
  Limits,
  NoticeTarget,
  Reads,
  Step,
  StopAfter,
  Waves,
} from './campaign.ts';
import { isDefaulted } from './request/default-fields.ts';
import type {
  AudienceInput,
  BetweenInput,
  CampaignInput,
  ForEachInput,
  LimitsInput,
  NoticeInput,
  StepInput,
  WaveSizeInput,
  WhereInput,
  WindowInput,
} from './schema/campaign-input.gen.ts';
import { lowerSource } from './sources/source.ts';
import { keySpan, type Path, placeAt, valueSpan, type YamlTree } from './yaml/yaml-tree.ts';

/** The widest hours that the law and the service allow: every window narrows them. */
export const dayWindow: Window = { open: '09:00', close: '20:00', days: weekdays, except: [] };

/** The campaign as written → as the planner and the engine read it: defaults applied, windows narrowed, times and rates parsed. */
export function lowerCampaign(input: CampaignInput, tree: YamlTree): Campaign {
  const window =
    input.window === undefined
      ? dayWindow
      : { ...narrowed(dayWindow, input.window), span: valueSpan(tree, ['window']) };
  return {
    id: input.campaign,
    title: input.title ?? input.campaign,
    timezone: input.timezone,
    ...optional('starts', input.starts, localTime),
    ...optional('ends', input.ends, localTime),
    window,
    account: withoutNotes(input.account ?? {}),
    env: input.env ?? [],
    inputs: lowerInputs(input, tree),
    vars: asWritten({ ...input.vars }, tree, ['vars']) as Campaign['vars'],
    ...lowerCosts(input.costs ?? {}),
    limits: lowerLimits(input.limits ?? {}),
    audiences: named(input.audiences).map(([name, audience]) => lowerAudience(name, audience, tree)),
    steps: named(input.steps).map(([id, step]) => lowerStep(id, step, window, tree)),
    notices: lowerNotices(input.on ?? {}),
    span: tree.root.value,
  };
}

function lowerCosts(input: NonNullable<CampaignInput['costs']>): Pick<Campaign, 'costs' | 'currency'> {
  const { currency, ...costs } = withoutNotes(input) as typeof input;
  return { costs, ...optional('currency', currency, (code) => code) };
}

/** Entries of a map, without notes. */
function named<T>(map: { readonly [name: string]: T } | undefined): [string, T][] {
  return Object.entries(map ?? {}).filter(([name]) => !name.startsWith('x-'));
}

function withoutNotes(map: object): object {
  return Object.fromEntries(named(map as Record<string, unknown>));
}

function optional<Key extends string, In, Out>(
  key: Key,
  value: In | undefined,
  map: (value: In) => Out,
): { [K in Key]?: Out } {
  return value === undefined ? {} : ({ [key]: map(value) } as { [K in Key]?: Out });
}

/** The hours in both windows. May be empty, which a rule reports. */
function narrowed(outer: Window, inner: WindowInput): Window {
  const open = inner.open ?? outer.open;
  const close = inner.close ?? outer.close;
  return {
    open: open > outer.open ? open : outer.open,
    close: close < outer.close ? close : outer.close,
    days: outer.days.filter((day) => (inner.days ?? outer.days).includes(day)),
    except: [...new Set([...outer.except, ...(inner.except ?? [])])].sort(),
    ...(inner.holidays === undefined
      ? optional('holidays', outer.holidays, (same) => same)
      : { holidays: lowerHolidays(inner.holidays) }),
  };
}

function lowerHolidays(holidays: NonNullable<WindowInput['holidays']>): Holidays {
  return { of: typeof holidays === 'string' ? holidays : holidays.by, calendars: new Map() };
}

/** A transactional step's own hours, which may be wider than the campaign's and cross midnight. */
function ownHours(outer: Window, inner: WindowInput): Window {
  return {
    open: inner.open ?? outer.open,
    close: inner.close ?? outer.close,
    days: (inner.days as readonly Weekday[] | undefined) ?? weekdays,
    except: [...(inner.except ?? [])].sort(),
    ...optional('holidays', inner.holidays, lowerHolidays),
  };
}

/** Numbers that a template may print, as the file has them: `49.50` stays a text of five characters. */
function asWritten(value: unknown, tree: YamlTree, path: Path): unknown {
  if (typeof value === 'number') {
    const { source } = placeAt(tree, path);
    return source === undefined ? value : numberAsWritten(source);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => asWritten(item, tree, [...path, index]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asWritten(item, tree, [...path, key])]));
}

function lowerInputs(input: CampaignInput, tree: YamlTree): Input[] {
  return named(input.inputs).map(([name, one]) => ({
    name,
    type: one.type ?? 'string',
    ...optional(
      'default',
      one.default,
      (value) => asWritten(value, tree, ['inputs', name, 'default']) as NonNullable<Input['default']>,
    ),
    ...optional('description', one.description, (value) => value),
  }));
}

function lowerLimits(limits: LimitsInput): Limits {
  const concurrency = limits.concurrency ?? 32;
  return {
    concurrency,
    ...optional('rate', limits.rate, parseRate),
    ...optional('perRecipient', limits.perRecipient, parseRate),
    ...optional('budget', limits.budget, (value) => value),
    ...optional('stopAfter', limits.stopAfter, lowerStopAfter),
    doubts: limits.doubts ?? concurrency,
    guardMs: limits.guard === undefined ? 2000 : parseDuration(limits.guard),
    ...optional('account', limits.account, lowerAccountLimits),
  };
}

function lowerAccountLimits({ rate, concurrency, doubts }: NonNullable<LimitsInput['account']>): AccountLimits {
  return {
    ...optional('rate', rate, parseRate),
    ...optional('concurrency', concurrency, (value) => value),
    ...optional('doubts', doubts, (value) => value),
  };
}

function lowerStopAfter(stopAfter: NonNullable<LimitsInput['stopAfter']>): StopAfter | 'never' {
  if (stopAfter === 'never') return stopAfter;
  return { failures: lowerJobs(stopAfter.failures), of: stopAfter.of ?? 100 };
}

function lowerNotices(input: NonNullable<CampaignInput['on']>): Campaign['notices'] {
  return Object.fromEntries(Object.entries(withoutNotes(input)).map(([event, one]) => [event, lowerNotice(one)]));
}

function lowerNotice({ command }: NoticeInput): NoticeTarget {
  return command === undefined ? { kind: 'webhook' } : { kind: 'command', argv: command };
}

function lowerAudience(name: string, input: AudienceInput, tree: YamlTree): Audience {
  const source = lowerSource(name, input, tree);
  const file = source === undefined ? (input.file ?? '') : '';
  return {
    name,
    file,
    format: source === undefined ? listFormat(file) : 'jsonl',
    source,
    snapshot: undefined,
    key: input.key,
    ...optional('sep', input.sep, (value) => value),
    ...optional('encoding', input.encoding, (value) => value),
    ...lowerCountry(input.country),
    timezone: lowerTimezone(input.timezone),
    ...optional('lastInbound', input.lastInbound, (value) => (typeof value === 'string' ? { column: value } : value)),
    exclude: input.exclude ?? [],
    where: lowerWhere(input.where),
    span: keySpan(tree, ['audiences', name]),
  };
}

function lowerCountry(input: AudienceInput['country']): Pick<Audience, 'country' | 'countryColumn'> {
  if (input === undefined) return {};
  return typeof input === 'string' ? { country: input } : { countryColumn: input.column };
}

function lowerTimezone(input: AudienceInput['timezone']): AudienceTimezone {
  if (input?.zone !== undefined) return { zone: input.zone };
  if (input?.column === undefined) return { by: 'number' };
  const { column, else: other } = input;
  return { column, ...optional('else', other, (zone) => (zone === 'number' ? { by: 'number' } : { zone })) };
}

function lowerStep(id: string, input: StepInput, campaignWindow: Window, tree: YamlTree): Step {
  const purpose = input.purpose === undefined || input.purpose === 'campaign' ? 'marketing' : input.purpose;
  const has = input as Partial<Record<string, never>> & StepInput;
  const { expires } = operations[input.uses];
  const query = 'expect' in has ? lowerExpect(id, has.expect ?? {}, tree) : [];
  return {
    id,
    ...optional('title', input.title, (value) => value),
    uses: input.uses,
    needs: [...new Set([input.needs ?? []].flat())],
    runs: input.runs ?? 'on-success',
    delayMs: input.delay === undefined ? 0 : parseDuration(input.delay),
    ...optional('at', input.at, localTime),
    ...optional('until', input.until, localTime),
    window: lowerStepWindow(id, input, purpose, campaignWindow, tree),
    purpose,
    ...optional('rate', input.rate, parseRate),
    ...('forEach' in has ? optional('forEach', has.forEach as ForEachInput | undefined, lowerForEach) : {}),
    with: Object.fromEntries(
      Object.entries(input.with ?? {}).filter(([field, value]) => !isDefaulted(input.uses, field, value)),
    ),
    reads: noReads,
    expect: query,
    ...('every' in has ? optional('everyMs', has.every as string | undefined, parseDuration) : {}),
    onUnknown: ('onUnknown' in has ? has.onUnknown : undefined) ?? 'hold',
    ...optional('expiresMs', expires, (usual) => parseDuration(('expires' in has ? has.expires : undefined) ?? usual)),
    ...optional('was', input.was, (value) => value),
    span: keySpan(tree, ['steps', id]),
  };
}

/** Filled in once the templates are compiled. */
const noReads: Reads = { columns: [], cells: [], steps: [], optionalSteps: [] };

function lowerStepWindow(
  id: string,
  { window: input }: StepInput,
  purpose: Step['purpose'],
  campaign: Window,
  tree: YamlTree,
): Window | 'always' {
  if (input === undefined) return campaign;
  if (input === 'always') return purpose === 'transactional' ? 'always' : campaign;
  const window = purpose === 'transactional' ? ownHours(campaign, input) : narrowed(campaign, input);
  return { ...window, span: keySpan(tree, ['steps', id, 'window']) };
}

function lowerForEach(input: ForEachInput): ForEach {
  if (typeof input === 'string') return { audience: input, where: {} };
  return {
    audience: input.audience,
    ...optional('onlyIf', input.onlyIf, ({ step, outcome }) => ({ step, outcomes: [outcome].flat() })),
    where: lowerWhere(input.where),
    ...optional('waves', input.waves, (sizes) => lowerWaves(sizes, input.between ?? {})),
  };
}

function lowerWaves(sizes: readonly WaveSizeInput[], { after, promote, haltIf = {} }: BetweenInput): Waves {
  return {
    sizes: sizes.map((size) => (size === 'rest' ? size : lowerJobs(size))),
    afterMs: after === undefined ? 0 : parseDuration(after),
    promote: promote ?? (after === undefined ? 'person' : 'auto'),
    haltIf: {
      ...optional('rejected', haltIf.rejected, lowerJobs),
      ...optional('inDoubt', haltIf.inDoubt, lowerJobs),
      atLeast: haltIf.atLeast ?? 20,
    },
  };
}

function lowerJobs(jobs: string | number): JobsOrShare {
  return typeof jobs === 'number' ? { count: jobs } : { share: Number(jobs.slice(0, -1)) / 100 };
}

function lowerExpect(id: string, expect: object, tree: YamlTree): Expectation[] {
  return named(expect as Record<string, object>).map(([output, comparison]) => ({
    output,
    ...(withoutNotes(comparison) as Omit<Expectation, 'output' | 'span'>),
    span: keySpan(tree, ['steps', id, 'expect', output]),
  }));
}

type ConditionInput = WhereInput[string];
type CellConditionInput = Exclude<ConditionInput, string | number | boolean | readonly unknown[]>;

/** `where` as written → conditions by column. */
function lowerWhere(where: WhereInput | undefined): Where {
  return Object.fromEntries(Object.entries(where ?? {}).map(([column, input]) => [column, lowerCondition(input)]));
}

function lowerCondition(input: ConditionInput): readonly Condition[] {
  if (typeof input !== 'object' || Array.isArray(input)) return [{ kind: 'oneOf', values: [input].flat().map(String) }];
  const { oneOf, not, atLeast, atMost, before, after, matches } = input;
  const texts = (values: typeof oneOf): readonly string[] => [values ?? []].flat().map(String);
  return [
    ...(oneOf === undefined ? [] : [{ kind: 'oneOf', values: texts(oneOf) } as const]),
    ...(not === undefined ? [] : [lowerNot(not)]),
    ...(atLeast === undefined ? [] : [{ kind: 'atLeast', number: atLeast } as const]),
    ...(atMost === undefined ? [] : [{ kind: 'atMost', number: atMost } as const]),
    ...(before === undefined ? [] : [{ kind: 'before', time: localTime(before), limit: Number.NaN } as const]),
    ...(after === undefined ? [] : [{ kind: 'after', time: localTime(after), limit: Number.NaN } as const]),
    ...(matches === undefined ? [] : [{ kind: 'matches', values: [matches].flat() } as const]),
  ];
}

function lowerNot(not: NonNullable<CellConditionInput['not']>): Condition {
  return typeof not === 'object' && 'matches' in not
    ? { kind: 'notMatches', values: [not.matches].flat() }
    : { kind: 'not', values: [not].flat().map(String) };
}

/** `2026-11-23 09:00` → `2026-11-23T09:00:00`; a date stays one. */
function localTime(written: string): string {
  const [date = '', time] = written.split(/[ T]/);
  if (time === undefined) return date;
  return `${date}T${time.length === 5 ? `${time}:00` : time}`;
}

/** The limits of `before` and `after` as instants: only a campaign that has one needs the time zones. */
export async function withTimeLimits(where: Where, zone: string): Promise<Where> {
  const isTime = ({ kind }: Condition): boolean => kind === 'before' || kind === 'after';
  if (!Object.values(where).some((conditions) => conditions.some(isTime))) return where;
  const { instantOfWall } = await import('../time/local-time.ts');
  const limited = (one: Condition): Condition =>
    'limit' in one ? { ...one, limit: instantOfWall(wallLimit(one), zone) } : one;
  return Object.fromEntries(Object.entries(where).map(([column, conditions]) => [column, conditions.map(limited)]));
}
