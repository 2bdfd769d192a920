import type { JudgedByNumber } from '../campaign/audiences/judged-hours.ts';
import { countryName } from '../time/clock.ts';
import { formatCount } from './plan/words.ts';

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
