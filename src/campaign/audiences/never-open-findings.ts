import { createTally, type Tally } from '../../audience/audience-problem.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import { type Clock, countryName, zonesOfClock } from '../../time/clock.ts';
import { nextOpening, type Window } from '../../time/window.ts';
import type { Audience, Step } from '../campaign.ts';
import { finding, type RuleInput } from '../rules/rule.ts';
import { keySpan } from '../yaml/yaml-tree.ts';
import { counted } from './audience-findings.ts';
import { type ListedFile, readExcerpts } from './excerpt.ts';
import { recipientClocks } from './recipient-clock.ts';
import { isSelectedBy } from './selection.ts';

/** Recipients of countries whose zones are never all open at once: with these hours, every job of theirs is skipped. */
export async function neverOpenFindings(
  { files, file, roster }: { readonly files: Files; readonly file: ListedFile; readonly roster: Roster },
  about: RuleInput,
  { name, timezone }: Audience,
): Promise<Diagnostic[]> {
  if (roster.country === undefined || 'zone' in timezone) return [];
  const { campaign, tree } = about;
  const judgedBy = recipientClocks(roster, timezone, campaign.timezone);
  const found: Diagnostic[] = [];
  for (const { window, steps } of stepsAlike(campaign.steps, name)) {
    const isNever = neverOpen(window, campaign.limits.guardMs);
    const isSelected = isSelectedBy(steps[0]!, roster);
    const tallies = new Map<Clock, Tally>();
    for (let index = 0; index < roster.size; index++) {
      const { clock, by } = judgedBy(index);
      if (by !== 'number' || !isNever(clock) || !isSelected(index)) continue;
      let tally = tallies.get(clock);
      if (tally === undefined) tallies.set(clock, (tally = createTally()));
      tally.add(roster.line(index));
    }
    for (const [country, { count, lines }] of tallies) {
      const excerpt = await readExcerpts(files, file, lines);
      const who = counted(count, 'recipient has', 'recipients have');
      const names = steps.map(({ id }) => id);
      const zones = zonesOfClock(country)!.length;
      const message = `${who} a number of ${countryName(country)}, whose ${zones} time zones are never all open from ${window.open} to ${window.close}: ${listed(names, 'and')} ${names.length === 1 ? 'skips' : 'skip'} ${count === 1 ? 'this person' : 'these people'}`;
      const related = [
        ...lines.map((line) => ({ message: 'such a number', span: excerpt(line) })),
        ...(window.span === undefined ? [] : [{ message: 'the hours', span: window.span }]),
      ];
      const hint = 'name the zone of each recipient in a column, `timezone: { column: … }`, or widen the hours';
      found.push(
        finding('CS6045', keySpan(tree, ['audiences', name]), message, { severity: 'warning', hint, related }),
      );
    }
  }
  return found;
}

/** Steps of one audience with the same hours for the same people. */
function stepsAlike(steps: readonly Step[], audience: string): Iterable<{ window: Window; steps: Step[] }> {
  const alike = new Map<string, { window: Window; steps: Step[] }>();
  for (const step of steps) {
    const { window, forEach } = step;
    if (forEach?.audience !== audience || window === 'always') continue;
    const { span: _, ...hours } = window;
    const id = JSON.stringify([hours, forEach.where]);
    const group = alike.get(id) ?? { window, steps: [] };
    alike.set(id, group);
    group.steps.push(step);
  }
  return alike.values();
}

/** Only where each zone alone has hours: other windows have findings of their own. */
function neverOpen(window: Window, guardMs: number): (clock: Clock) => boolean {
  const known = new Map<Clock, boolean>();
  const opens = (clock: Clock): boolean => nextOpening({ window, clock, from: someDay, guardMs }) !== undefined;
  return (clock) => {
    let isNever = known.get(clock);
    if (isNever === undefined) {
      const zones = zonesOfClock(clock) ?? [];
      isNever = zones.length > 1 && !opens(clock) && zones.every(opens);
      known.set(clock, isNever);
    }
    return isNever;
  };
}

/** The next 400 days are looked at, so any day will do. */
const someDay = Date.UTC(2026, 0, 1);
