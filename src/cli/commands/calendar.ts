import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { countryName, zonesOfCountry } from '../../time/time-zone.ts';
import { dateOf, dayMs, dayOf } from '../../time/wall-clock.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import type { Given } from '../program.ts';

/** callsheet calendar COUNTRY YEAR: proposes the holidays of a country, for people to read and to commit beside a campaign. */
export async function calendar({ country, year }: Given<'calendar'>, host: Host): Promise<ExitCode> {
  const code = country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || zonesOfCountry(code).length === 0)
    return couldNot(host, `${visibleLine(country)} is not a country: use its two letters, such as NG`);
  if (!/^20\d\d$/.test(year)) return couldNot(host, `${visibleLine(year)} is not a year, such as 2027`);
  const library = await import('date-holidays').catch(() => undefined);
  if (library === undefined)
    return couldNot(host, 'The list of holidays is a separate package: install it with `npm install date-holidays`');
  const known = new library.default(code);
  known.setLanguages('en');
  const days = new Map<string, string>();
  for (const { date, start, end, name, type } of known.getHolidays(Number(year))) {
    if (type !== 'public') continue;
    const first = dayOf(date.slice(0, 10));
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
    for (let day = first; day < first + length; day++) days.set(dateOf(day), name);
  }
  if (days.size === 0)
    return couldNot(host, `date-holidays knows no holidays of ${countryName(code)}: write the file yourself`);
  const lines = [...days].filter(([date]) => date.startsWith(year)).sort(([a], [b]) => (a < b ? -1 : 1));
  host.console.out(
    [
      `# Public holidays of ${countryName(code)} in ${year}, proposed by the package date-holidays.`,
      '# Read them before you commit them: dates that depend on the moon, or on a government, may move.',
      ...lines.map(([date, name]) => `${date}: ${JSON.stringify(name)}`),
      '',
    ].join('\n'),
  );
  return exitCode.done;
}
