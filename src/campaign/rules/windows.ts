import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { operations } from '../../service/operations/operations.ts';
import { dateOf, dayMs, dayOf, hourMs, isOpenDay, timeOf, type WallClock, wallOf } from '../../time/wall-clock.ts';
import { closedBy, type Window } from '../../time/window.ts';
import type { Campaign, Step } from '../campaign.ts';
import { dayWindow } from '../lower.ts';
import type { WindowInput } from '../schema/campaign-input.gen.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, type Path, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** The campaign's window narrows 09:00–20:00, a step's narrows the campaign's; only transactional steps have hours of their own. */
export const windowsOnlyNarrow: CampaignRule = ({ input, campaign, tree }) => {
  const own = input.window;
  const whole =
    own === undefined ? [] : narrowing(own, dayWindow, tree, ['window'], '09:00–20:00, the widest hours of a campaign');
  return [
    ...whole,
    ...campaign.steps.flatMap((step) => stepFindings(step, input.steps[step.id]?.window, campaign.window, tree)),
  ];
};

const daysMax = 400;

/**
 * Some step's window opens between `starts` and `ends`. Recipients have clocks of their own, which may be as far from the campaign's
 * as two zones can be.
 */
export const campaignIsOpenSomeDay: CampaignRule = ({ campaign, tree }) => {
  const { starts, ends, window, steps, audiences, timezone } = campaign;
  if (starts === undefined || ends === undefined || ends <= starts || window.days.length === 0) return [];
  const [from, to] = [wallOf(starts), wallOf(ends)];
  if (to - from > daysMax * dayMs) return [];
  const opens = ({ window: own, forEach }: Step): boolean => {
    const rule = audiences.find(({ name }) => name === forEach?.audience)?.timezone;
    const isCampaigns = forEach === undefined || (rule !== undefined && 'zone' in rule && rule.zone === timezone);
    const apart = isCampaigns ? 0 : zonesApartMs;
    return own === 'always' || opensBetween(own, from - apart, to + apart);
  };
  if (steps.length === 0 || steps.some(opens)) return [];
  const message = 'The window does not open on any day between `starts` and `ends`, so nothing would start';
  const related = [{ message: '`starts` is here', span: valueSpan(tree, ['starts']) }];
  return [finding('CS5005', keySpan(tree, ['window']), message, { related })];
};

/** From UTC-12 to UTC+14. */
const zonesApartMs = 26 * hourMs;

function opensBetween(window: Window, from: WallClock, to: WallClock): boolean {
  const { open, close } = window;
  // From the day before: a window over midnight belongs to the day on which it opens.
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs < to; day++) {
    const opens = day * dayMs + timeOf(open);
    const closes = (close > open ? day : day + 1) * dayMs + timeOf(close);
    if (isOpenDay(window, day) && opens < to && closes > from) return true;
  }
  return false;
}

function stepFindings(
  step: Step,
  written: WindowInput | 'always' | undefined,
  outer: Window,
  tree: YamlTree,
): Diagnostic[] {
  const path = ['steps', step.id, 'window'];
  if (written === undefined) return [];
  if (step.purpose === 'transactional') return written === 'always' ? [] : sameMinute(written, outer, tree, path);
  if (written === 'always') {
    const message = `\`${step.id}\` cannot run around the clock because it is not transactional`;
    const hint = 'if the recipient has just asked for this, set `purpose: transactional`; otherwise remove `window`';
    return [finding('CS5006', valueSpan(tree, path), message, { hint })];
  }
  return narrowing(written, outer, tree, path, `${outer.open}–${outer.close}, the hours of the campaign`);
}

function narrowing(inner: WindowInput, outer: Window, tree: YamlTree, path: Path, outerWords: string): Diagnostic[] {
  const open = inner.open ?? outer.open;
  const close = inner.close ?? outer.close;
  const same = sameMinute(inner, outer, tree, path);
  if (same.length > 0) return same;
  if (close < open) {
    const hint = 'only steps with `purpose: transactional` may have a window over midnight';
    const message = `This window crosses midnight: it closes at ${close}, before it opens at ${open}`;
    return [finding('CS5006', placeOf(tree, path, inner, 'close'), message, { hint })];
  }
  const related = outer.span ? [{ message: 'the campaign’s hours', span: outer.span }] : [];
  const wider: Diagnostic[] = [];
  for (const side of ['open', 'close'] as const) {
    const time = inner[side];
    if (time === undefined || (side === 'open' ? time >= outer.open : time <= outer.close)) continue;
    const message = `\`${side}: ${time}\` is outside ${outerWords}`;
    const hint = `a window can only be narrower: ${side} at ${outer[side]} or ${side === 'open' ? 'later' : 'earlier'}`;
    wider.push(finding('CS5004', valueSpan(tree, [...path, side]), message, { related, hint }));
  }
  if (wider.length > 0) return wider;
  if (close <= outer.open || open >= outer.close) {
    const message = `This window is never open: ${open}–${close} and ${outerWords} have no minute in common`;
    return [finding('CS5005', keySpan(tree, path), message, { related })];
  }
  const days = inner.days?.filter((day) => outer.days.includes(day));
  if (days?.length === 0) {
    const message = 'This window is never open: the campaign has none of these days';
    return [finding('CS5005', valueSpan(tree, [...path, 'days']), message, { related })];
  }
  return [];
}

function sameMinute(inner: WindowInput, outer: Window, tree: YamlTree, path: Path): Diagnostic[] {
  const open = inner.open ?? outer.open;
  if (open !== (inner.close ?? outer.close)) return [];
  const message = `This window is never open: it opens and closes at ${open}`;
  return [finding('CS5005', placeOf(tree, path, inner, 'close'), message)];
}

function placeOf(tree: YamlTree, path: Path, inner: WindowInput, side: 'open' | 'close') {
  return inner[side] === undefined ? keySpan(tree, path) : valueSpan(tree, [...path, side]);
}

/** The service calls within `allowSendTime`, which must lie in the step's window, and at `sendTime` (`whyNotAt`). */
export const callsStayInWindow: CampaignRule = ({ campaign, tree, templatesOf }) =>
  campaign.steps.flatMap((step) => {
    if (operations[step.uses].taskField === undefined) return [];
    const periods = step.window === 'always' ? [] : periodFindings(step, step.window, tree);
    return [...periods, ...(templatesOf.get(step.id) ?? []).flatMap(unknownTimes)];
  });

/** What another step will give, and what a run is called (`--run`), could be any time, and is not known yet. */
function unknownTimes({ field, references }: PlacedTemplate): Diagnostic[] {
  const hint = 'write the time, or read it from a column, an input or a variable';
  return references.flatMap(({ path: [root = ''], span }) => {
    const what = field[0] === 'sendTime' && Object.hasOwn(unknownWords, root) ? unknownWords[root] : undefined;
    if (what === undefined) return [];
    const message = `\`sendTime\` reads ${what}, so it cannot be checked before that is known`;
    return [finding('CS5009', span, message, { hint })];
  });
}

const unknownWords: Readonly<Record<string, string>> = {
  steps: 'the output of another step',
  run: 'the name of the run',
};

function periodFindings(step: Step, window: Window, tree: YamlTree): Diagnostic[] {
  const periods = step.with['allowSendTime'];
  const all: Path = ['steps', step.id, 'with', 'allowSendTime'];
  if (isTemplateText(periods)) return [notCheckable(tree, all)];
  if (!Array.isArray(periods)) return [];
  return periods.flatMap((period: unknown, index) => {
    const { strTime, endTime } = (typeof period === 'object' && period !== null ? period : {}) as Record<
      string,
      unknown
    >;
    const path: Path = [...all, index];
    if (isTemplateText(period)) return [notCheckable(tree, path)];
    if (isTemplateText(strTime)) return [notCheckable(tree, [...path, 'strTime'])];
    if (isTemplateText(endTime)) return [notCheckable(tree, [...path, 'endTime'])];
    if (!isTime(strTime) || !isTime(endTime)) return [];
    if (endTime <= strTime) {
      const message = `This period must end after it begins at ${strTime}, not at ${endTime}`;
      return [finding('CS5007', valueSpan(tree, [...path, 'endTime']), message)];
    }
    if (window.close < window.open && strTime < window.close && endTime >= window.open) {
      const message = `This period goes on from ${window.close} to ${window.open}, outside the window ${window.open}–${window.close}`;
      return [finding('CS5007', valueSpan(tree, path), message, { hint: 'write two periods' })];
    }
    return [
      ...(isOpen(window, strTime) ? [] : [outside(tree, [...path, 'strTime'], strTime, window)]),
      ...(isOpen(window, endTime) || endTime === window.close
        ? []
        : [outside(tree, [...path, 'endTime'], endTime, window)]),
    ];
  });
}

/** A template could produce any hour, and the service would call then. */
function notCheckable(tree: YamlTree, path: Path): Diagnostic {
  const last = path.at(-1);
  const message = `${typeof last === 'number' ? 'This period' : `\`${last}\``} is a template, so it cannot be checked against the window`;
  const hint = 'write the times, or leave `allowSendTime` out to use the window';
  return finding('CS5007', valueSpan(tree, path), message, { hint });
}

function isTemplateText(value: unknown): boolean {
  return typeof value === 'string' && isTemplate(value);
}

function outside(tree: YamlTree, path: Path, time: string, window: Window): Diagnostic {
  const related = window.span ? [{ message: 'the campaign’s window', span: window.span }] : [];
  const message = `\`${path.at(-1)}: ${time}\` is outside the window ${window.open}–${window.close}: the service would call at that time`;
  const hint = 'narrow the period, or leave `allowSendTime` out to use the window';
  return finding('CS5007', valueSpan(tree, path), message, { related, hint });
}

/** Why the service must not call at this `sendTime`, as it is sent; undefined where it may, and where nothing is known of it. */
export function whyNotAt(campaign: Campaign, { uses, window, until }: Step, sendTime: unknown): string | undefined {
  if (operations[uses].taskField === undefined || typeof sendTime !== 'string') return undefined;
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(sendTime) ?? [];
  if (date === undefined || time === undefined) return undefined;
  if (campaign.ends !== undefined && `${date}T${time}` >= campaign.ends.slice(0, 16))
    return 'not before the end of the campaign (`ends`)';
  if (until !== undefined && `${date}T${time}` >= until.slice(0, 16)) return 'not before the end of the step (`until`)';
  if (window === 'always') return undefined;
  if (!isOpen(window, time)) return `outside the window ${window.open}–${window.close}`;
  // After midnight the window is that of the day before.
  const day = dayOf(date) - (window.close <= window.open && time < window.close ? 1 : 0);
  const isHoliday = window.holidays !== undefined && closedBy(window.holidays, dateOf(day), undefined) !== undefined;
  return isOpenDay(window, day) && !isHoliday ? undefined : 'on a day on which the window does not open';
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Half-open, and over midnight where it closes before it opens. */
function isOpen({ open, close }: Window, time: string): boolean {
  return close > open ? time >= open && time < close : time >= open || time < close;
}
