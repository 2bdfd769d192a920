import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { operations } from '../../service/operations/operations.ts';
import { dateOf, dayOf, isOpenDay } from '../../time/wall-clock.ts';
import { closedBy, type Window } from '../../time/window.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import { isTemplate } from '../template/template.ts';
import { type Path, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** The service calls within `allowSendTime`, which must lie in the step's window, and at `sendTime` (`whyNotAt`). */
export const callsStayInWindow: CampaignRule = ({ campaign, tree, templatesOf }) =>
  campaign.steps.flatMap((step) => {
    if (operations[step.uses].callsPeople !== true) return [];
    const periods = step.window === 'always' ? [] : periodFindings(step, step.window, tree);
    return [...periods, ...(templatesOf.get(step.id) ?? []).flatMap(unknownTimes)];
  });

/** What another step will give could be any time, and is known only when the request is on its way. */
function unknownTimes({ field, references }: PlacedTemplate): Diagnostic[] {
  const unknown = field[0] === 'sendTime' ? references.filter(({ path }) => path[0] === 'steps') : [];
  const message = '`sendTime` reads the output of another step, so it cannot be checked before that is known';
  const hint = 'write the time, or read it from a column, an input or a variable';
  return unknown.map(({ span }) => finding('CS5009', span, message, { hint }));
}

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
export function whyNotAt(campaign: Campaign, { uses, window }: Step, sendTime: unknown): string | undefined {
  if (operations[uses].callsPeople !== true || typeof sendTime !== 'string') return undefined;
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(sendTime) ?? [];
  if (date === undefined || time === undefined) return undefined;
  if (campaign.ends !== undefined && `${date}T${time}` >= campaign.ends.slice(0, 16))
    return 'not before the end of the campaign (`ends`)';
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
