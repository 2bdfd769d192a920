import type { JudgedByNumber } from '../campaign/audiences/judged-hours.ts';
import type { ForgottenRows, LeftOutRows } from '../campaign/audiences/left-out-rows.ts';
import { formatCount } from '../diagnostic/count-words.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { countryName } from '../time/time-zone.ts';
import { formatRows } from './plan/words.ts';

/** A sentence for each file with rows that reach nobody; with how many they were before, where that differs. */
export function formatLeftOut(leftOut: readonly (LeftOutRows & { readonly before?: number })[]): readonly string[] {
  return leftOut.map(
    ({ file, rows, before = rows }) =>
      `${formatRows(rows)} of ${visibleLine(file)} left out${before === rows ? '' : ` (${before === 0 ? 'none' : formatCount(before)} before)`}: no readable number (\`callsheet check\` shows ${rows === 1 ? 'it' : 'them'})`,
  );
}

export function formatForgotten(forgotten: readonly ForgottenRows[]): readonly string[] {
  return forgotten.map(({ audience, rows }) => {
    const words = rows === 1 ? 'row of `' : 'rows of `';
    return `${formatCount(rows)} ${words}${audience}\` left out: ${rows === 1 ? 'this person' : 'these people'} asked to be forgotten`;
  });
}

const shownAtMost = 6;

/** A sentence for each audience with numbers of other countries than the campaign's: how many, and by which hours. */
export function formatJudgedHours(judged: readonly JudgedByNumber[]): readonly string[] {
  const audiences = [...new Set(judged.map(({ audience }) => audience))];
  return audiences.map((audience) => {
    const theirs = judged.filter((one) => one.audience === audience);
    const shown = theirs.length === shownAtMost + 1 ? theirs : theirs.slice(0, shownAtMost);
    const rest = theirs.slice(shown.length);
    const people = rest.reduce((sum, { recipients }) => sum + recipients, 0);
    const more =
      rest.length === 0 ? [] : [`${formatCount(rest.length)} other countries ${formatCount(people)} (by theirs)`];
    return `Hours in \`${audience}\`, by the country of the number: ${[...shown.map(formatOne), ...more].join('; ')}`;
  });
}

function formatOne({ country, recipients, zone, zones }: JudgedByNumber): string {
  const of = country === undefined ? 'no country' : countryName(country);
  const by = zones === undefined ? `by ${zone}` : `only while all ${zones} time zones of ${country} are open`;
  return `${of} ${formatCount(recipients)} (${by})`;
}
