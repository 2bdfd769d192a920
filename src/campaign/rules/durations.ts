import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Window } from '../../time/window.ts';
import { type Path, placeAt } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput } from './rule.ts';

const dayMs = 86_400_000;
/** Longer ones lead beyond the calendar that people plan in. */
const longestMs = 366 * dayMs;
/** A gate asks the service again and again, for hours. */
const shortestEveryMs = 1000;

/** No duration is longer than a year, and no gate asks more often than once a second. */
export const durationsAreInRange: CampaignRule = (about) => {
  const { campaign } = about;
  const { guardMs } = campaign.limits;
  return [
    ...(guardMs > longestMs ? [outOfRange(about, ['limits', 'guard'], 'longer than a year')] : []),
    ...campaign.steps.flatMap(({ id, delayMs, everyMs = shortestEveryMs, expiresMs = 0 }) => {
      const at = (key: string): Path => ['steps', id, key];
      const tooLong = Object.entries({ delay: delayMs, every: everyMs, expires: expiresMs })
        .filter(([, ms]) => ms > longestMs)
        .map(([key]) => outOfRange(about, at(key), 'longer than a year'));
      const tooShort = everyMs < shortestEveryMs ? [outOfRange(about, at('every'), 'shorter than a second')] : [];
      return [...tooLong, ...tooShort];
    }),
  ];
};

function outOfRange({ tree }: RuleInput, path: Path, what: string): Diagnostic {
  const { value, source } = placeAt(tree, path);
  const hint = what.startsWith('longer') ? 'the longest is `366d`' : 'the shortest is `1s`; a few minutes are usual';
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
  const ms = msOf(close) - msOf(open);
  const length = ms < 0 ? ms + dayMs : ms;
  return length > 0 && length < dayMs && length <= guardMs;
}

function msOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
}
