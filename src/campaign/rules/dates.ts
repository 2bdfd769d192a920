import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { daysIn, isCalendarDate } from '../../time/wall-clock.ts';
import { type Path, valueAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { wherePaths } from './recipients.ts';
import { type CampaignRule, finding } from './rule.ts';

const [firstYear, lastYear] = [2000, 2100];
/** Of cells, which may be the birthdays of people. */
const firstCellYear = 1900;

/** A date in any other year is a typing mistake. */
export function isCampaignYear(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}

/** Every date is one that the calendar has, of a year in which campaigns are; with which cells are compared, in which people were born. */
export const datesExist: CampaignRule = ({ input, campaign, tree }) => {
  const ofCampaign: Path[] = [
    ['starts'],
    ['ends'],
    ...campaign.steps.flatMap((step): Path[] => [
      ['steps', step.id, 'at'],
      ['steps', step.id, 'until'],
    ]),
    ...exceptPaths(['window'], input.window),
    ...campaign.steps.flatMap((step) => exceptPaths(['steps', step.id, 'window'], input.steps[step.id]?.window)),
  ];
  const ofCells = wherePaths(campaign).flatMap((path): Path[] => [
    [...path, 'before'],
    [...path, 'after'],
  ]);
  return [
    ...ofCampaign.flatMap((path) => dateFindings(tree, path, firstYear)),
    ...ofCells.flatMap((path) => dateFindings(tree, path, firstCellYear)),
  ];
};

function dateFindings(tree: YamlTree, path: Path, first: number): Diagnostic[] {
  const written = valueAt(tree.value, path);
  if (typeof written !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(written)) return [];
  const [year, month] = [Number(written.slice(0, 4)), Number(written.slice(5, 7))];
  if (year < first || year > lastYear) {
    const message = `The year ${written.slice(0, 4)} is not between ${first} and ${lastYear}`;
    return [finding('CS2006', valueSpan(tree, path), message)];
  }
  if (isCalendarDate(written)) return [];
  const hint = month >= 1 && month <= 12 ? `that month has ${daysIn(year, month)} days` : 'months go from 01 to 12';
  return [finding('CS5003', valueSpan(tree, path), `${written.slice(0, 10)} is not a date in the calendar`, { hint })];
}

function exceptPaths(path: Path, window: unknown): Path[] {
  const except = typeof window === 'object' && window !== null ? (window as { except?: unknown[] }).except : undefined;
  return (except ?? []).map((_, index) => [...path, 'except', index]);
}

/** Nothing ends before it starts, and no step lies outside the campaign. Local date-times compare as texts. */
export const endsFollowStarts: CampaignRule = ({ campaign, tree }) => {
  const findings: Diagnostic[] = [];
  const isAfter = (later: string | undefined, earlier: string | undefined): boolean =>
    later === undefined || earlier === undefined || later > earlier;
  const report = (path: Path, other: Path, message: string): void => {
    const related = [{ message: `\`${other.at(-1)}\` is here`, span: valueSpan(tree, other) }];
    findings.push(finding('CS5002', valueSpan(tree, path), message, { related }));
  };
  const { starts, ends } = campaign;
  if (!isAfter(ends, starts)) report(['ends'], ['starts'], '`ends` is not after `starts`, so nothing would start');
  for (const { id, at, until } of campaign.steps) {
    const path = (key: string): Path => ['steps', id, key];
    const never = 'so it would never start';
    if (!isAfter(until, at))
      report(path('until'), path('at'), `\`until\` of \`${id}\` is not after its \`at\`, ${never}`);
    if (!isAfter(until, starts))
      report(path('until'), ['starts'], `\`until\` of \`${id}\` is not after the campaign starts, ${never}`);
    if (!isAfter(ends, at))
      report(path('at'), ['ends'], `\`at\` of \`${id}\` is not before the campaign ends, ${never}`);
  }
  return findings;
};
