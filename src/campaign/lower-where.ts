import { wallLimit } from '../audience/where/cell-test.ts';
import type { Condition, Where } from '../audience/where/condition.ts';
import type { WhereInput } from './schema/campaign-input.gen.ts';

type ConditionInput = WhereInput[string];
type CellConditionInput = Exclude<ConditionInput, string | number | boolean | readonly unknown[]>;

/** `where` as written → conditions by column. */
export function lowerWhere(where: WhereInput | undefined): Where {
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
export function localTime(written: string): string {
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
