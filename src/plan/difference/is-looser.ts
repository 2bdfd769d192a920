import { parseDuration, parseRate } from '../../time/duration.ts';
import { timeOf, wallOf } from '../../time/wall-clock.ts';
import type { Setting, SettingChange } from './campaign-settings.ts';

/**
 * Whether more may leave, sooner or with less care, under the new value. So it is for every change that is not known to do the
 * contrary: another account, another text, a gate that is gone.
 */
export function isLooser({ key, before, after }: SettingChange): boolean {
  // With a greater one it leaves no room for others, and is sent sooner.
  if (key === 'contacts.priority') return Number(after ?? 0) > Number(before ?? 0);
  const rule = restrictions.find(({ keys }) => keys.test(key));
  if (rule === undefined) return true;
  if (before === undefined) return false;
  if (after === undefined) return true;
  return !rule.isTighter(before, after);
}

/** Settings that hold jobs back wherever they are given. */
interface Restriction {
  readonly keys: RegExp;
  isTighter(before: Setting, after: Setting): boolean;
}

const lower = (measure: (value: Setting) => number) => (before: Setting, after: Setting) =>
  typeof before === typeof after && measure(after) <= measure(before);
const higher = (measure: (value: Setting) => number) => (before: Setting, after: Setting) =>
  typeof before === typeof after && measure(after) >= measure(before);
const words = (value: Setting): readonly string[] => String(value).split(', ');
const includes = (all: Setting, some: Setting): boolean => words(some).every((word) => words(all).includes(word));

const perMs = (value: Setting): number => {
  const { count, perMs: length } = parseRate(String(value));
  return count / length;
};
const lengthOf = (value: Setting): number => parseDuration(String(value));
const clockOf = (value: Setting): number => timeOf(String(value));
const dateTimeOf = (value: Setting): number => wallOf(String(value));

const restrictions: readonly Restriction[] = [
  { keys: /^limits\.(?:(?:account\.)?rate|perRecipient)$|^steps\.[^.]+\.rate$/, isTighter: lower(perMs) },
  { keys: /^limits\.(?:(?:account\.)?(?:concurrency|doubts)|budget)$/, isTighter: lower(Number) },
  // A higher price costs more, and with a lower one the budget holds back fewer.
  { keys: /^costs\.(?!currency$)/, isTighter: () => false },
  {
    keys: /^limits\.stopAfter\.failures$|^steps\.[^.]+\.forEach\.between\.haltIf\.(?:rejected|inDoubt)$/,
    isTighter: lower((value) => Number.parseFloat(String(value))),
  },
  { keys: /^limits\.guard$|^steps\.[^.]+\.delay$/, isTighter: higher(lengthOf) },
  { keys: /^window\.open$/, isTighter: higher(clockOf) },
  { keys: /^window\.close$/, isTighter: lower(clockOf) },
  { keys: /^window\.days$/, isTighter: (before, after) => includes(before, after) },
  { keys: /^steps\.[^.]+\.forEach\.(?:waves|between\.after)$/, isTighter: () => false },
  { keys: /^steps\.[^.]+\.forEach\.between\.promote$/, isTighter: (_, after) => after === 'person' },
  { keys: /^window\.holidays$/, isTighter: () => false },
  { keys: /^window\.except$|^holidays\.[^.]+$/, isTighter: (before, after) => includes(after, before) },
  { keys: /^starts$|^steps\.[^.]+\.at$/, isTighter: higher(dateTimeOf) },
  { keys: /^ends$|^steps\.[^.]+\.until$/, isTighter: lower(dateTimeOf) },
  { keys: /^steps\.[^.]+\.expect\.[^.]+\.atLeast$/, isTighter: higher(Number) },
  { keys: /^steps\.[^.]+\.expect\.[^.]+\.atMost$/, isTighter: lower(Number) },
  { keys: /^steps\.[^.]+\.expect\.[^.]+\.equals$/, isTighter: () => false },
  // Their names say what they hold: one of another name is another rule.
  { keys: /^contacts\./, isTighter: () => false },
  { keys: /^steps\.[^.]+\.onUnknown$/, isTighter: (_, after) => after === 'hold' },
];
