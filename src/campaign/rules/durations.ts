import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { parseDuration } from '../../time/duration.ts';
import { dayMs, timeOf } from '../../time/wall-clock.ts';
import type { Window } from '../../time/window.ts';
import type { ContactsInput } from '../schema/campaign-input.gen.ts';
import { type Path, placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput } from './rule.ts';

/** Longer ones lead beyond the calendar that people plan in. */
const longestMs = 366 * dayMs;
/** Timers and databases count milliseconds in 32 bits: a longer time would be over at once. */
const longestTimeoutMs = 24 * dayMs;
/** A gate asks the service again and again, for hours. */
const shortestEveryMs = 1000;

/** No duration is longer than a year, and no gate asks more often than once a second. */
export const durationsAreInRange: CampaignRule = (about) => {
  const { campaign } = about;
  const { guardMs } = campaign.limits;
  return [
    ...(guardMs > longestMs ? [outOfRange(about, ['limits', 'guard'], 'longest')] : []),
    ...campaign.audiences.flatMap(({ name, source }) =>
      (source?.timeoutMs ?? 0) > longestTimeoutMs
        ? [outOfRange(about, ['audiences', name, 'timeout'], 'longestTimeout')]
        : [],
    ),
    ...campaign.steps.flatMap(({ id, delayMs, everyMs = shortestEveryMs, expiresMs = 0, forEach }) => {
      const at = (key: string): Path => ['steps', id, key];
      const tooLong = Object.entries({ delay: delayMs, every: everyMs, expires: expiresMs })
        .filter(([, ms]) => ms > longestMs)
        .map(([key]) => outOfRange(about, at(key), 'longest'));
      const wavesApart = forEach?.waves?.afterMs ?? 0;
      if (wavesApart > longestMs) tooLong.push(outOfRange(about, [...at('forEach'), 'between', 'after'], 'longest'));
      const tooShort = everyMs < shortestEveryMs ? [outOfRange(about, at('every'), 'shortest')] : [];
      return [...tooLong, ...tooShort];
    }),
  ];
};

/** Of `contacts.yaml`, or of the `contacts` of a campaign, which are at `at`. */
export function contactDurationsInRange(contacts: ContactsInput, tree: YamlTree, at: Path): Diagnostic[] {
  const { caps = [], atLeastApart, suppression = [] } = contacts;
  return [
    ...caps.map(({ per }, index) => [per.replace('rolling ', ''), ['caps', index, 'per'], undefined] as const),
    [atLeastApart, ['atLeastApart'], 'holdsNobody'] as const,
    ...suppression.map(({ maxAge }, index) => [maxAge, ['suppression', index, 'maxAge'], 'alwaysOld'] as const),
  ].flatMap(([text, path, ifNone]) => {
    const ms = text === undefined || text === 'day' ? dayMs : parseDuration(text);
    if (ms > longestMs) return [outOfRange({ tree }, [...at, ...path], 'longest')];
    return ms === 0 && ifNone !== undefined ? [outOfRange({ tree }, [...at, ...path], ifNone)] : [];
  });
}

const bounds = {
  longest: { what: 'longer than a year', hint: 'the longest is `366d`' },
  longestTimeout: { what: 'longer than 24 days', hint: 'the longest is `24d`; minutes are usual' },
  shortest: { what: 'shorter than a second', hint: 'the shortest is `1s`; a few minutes are usual' },
  holdsNobody: { what: 'zero', hint: 'leave it out, or write a time such as `4h`' },
  alwaysOld: { what: 'zero, and every list is older', hint: 'write a time such as `31d`' },
} as const;

function outOfRange({ tree }: Pick<RuleInput, 'tree'>, path: Path, bound: keyof typeof bounds): Diagnostic {
  const { value, source } = placeAt(tree, path);
  const { what, hint } = bounds[bound];
  return finding('CS2006', value, `\`${path.at(-1)}: ${source ?? ''}\` is ${what}`, { hint });
}

/** `limits.guard` leaves some time in every window. */
export const guardLeavesTime: CampaignRule = ({ campaign, tree }) => {
  const { guardMs } = campaign.limits;
  const step = campaign.steps.find(({ window }) => window !== 'always' && isFilled(window, guardMs));
  if (step === undefined || step.window === 'always') return [];
  const { value, source } = placeAt(tree, ['limits', 'guard']);
  const { open, close, span } = step.window;
  const message = `\`guard: ${source ?? ''}\` leaves \`${step.id}\` no time: its window is ${open}–${close}`;
  const hint = 'the guard shortens the end of every window; a few seconds are enough';
  const related = span === undefined ? [] : [{ message: 'the window is here', span }];
  return [finding('CS5005', value, message, { hint, related })];
};

/** Windows that never open have a finding of their own; around the clock, one day's touches the next, and there is no end. */
function isFilled({ open, close }: Window, guardMs: number): boolean {
  const ms = timeOf(close) - timeOf(open);
  const length = ms < 0 ? ms + dayMs : ms;
  return length > 0 && length < dayMs && length <= guardMs;
}
