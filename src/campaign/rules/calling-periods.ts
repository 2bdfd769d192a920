import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { operations } from '../../service/operations/operations.ts';
import { dateOf, dayOf, weekdayOf } from '../../time/wall-clock.ts';
import { weekdays } from '../../time/weekday.ts';
import type { Window } from '../../time/window.ts';
import type { Step } from '../campaign.ts';
import { isTemplate } from '../template/template.ts';
import { type Path, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** The service calls within `allowSendTime` and at `sendTime`: both must lie in the step's window. */
export const callsStayInWindow: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step) => {
    if (operations[step.uses].callsPeople !== true || step.window === 'always') return [];
    return [...periodFindings(step, step.window, tree), ...sendTimeFindings(step, step.window, tree)];
  });

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
      return [
        finding(
          'CS5007',
          valueSpan(tree, [...path, 'endTime']),
          `This period must end after it begins at ${strTime}, not at ${endTime}`,
        ),
      ];
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
  return finding('CS5007', valueSpan(tree, path), message, {
    hint: 'write the times, or leave `allowSendTime` out to use the window',
  });
}

function isTemplateText(value: unknown): boolean {
  return typeof value === 'string' && isTemplate(value);
}

function outside(tree: YamlTree, path: Path, time: string, window: Window): Diagnostic {
  const related = window.span ? [{ message: 'the campaign’s window', span: window.span }] : [];
  const message = `\`${path.at(-1)}: ${time}\` is outside the window ${window.open}–${window.close}: the service would call at that time`;
  return finding('CS5007', valueSpan(tree, path), message, {
    related,
    hint: 'narrow the period, or leave `allowSendTime` out to use the window',
  });
}

function sendTimeFindings(step: Step, window: Window, tree: YamlTree): Diagnostic[] {
  const sendTime = step.with['sendTime'];
  if (typeof sendTime !== 'string' || isTemplate(sendTime)) return [];
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(sendTime) ?? [];
  if (date === undefined || time === undefined) return [];
  const wrong = (what: string): Diagnostic[] => [
    finding('CS5009', valueSpan(tree, ['steps', step.id, 'with', 'sendTime']), `\`sendTime\` is ${what}`, {
      hint: 'choose a time in the window',
    }),
  ];
  if (!isOpen(window, time)) return wrong(`outside the window ${window.open}–${window.close}`);
  // After midnight the window is that of the day before.
  const day = dayOf(date) - (window.close <= window.open && time < window.close ? 1 : 0);
  const isDay = window.days.includes(weekdays[weekdayOf(day)]!) && !window.except.includes(dateOf(day));
  return isDay ? [] : wrong('on a day on which the window does not open');
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Half-open, and over midnight where it closes before it opens. */
function isOpen({ open, close }: Window, time: string): boolean {
  return close > open ? time >= open && time < close : time >= open || time < close;
}
