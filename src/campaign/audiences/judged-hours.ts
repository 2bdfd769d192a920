import { comparable } from '../../audience/comparable.ts';
import type { Roster } from '../../audience/roster.ts';
import { clockOfCountry } from '../../time/local-time.ts';
import { type Clock, isZone, zonesOfClock } from '../../time/time-zone.ts';
import type { Audience, AudienceTimezone, Campaign, SameForAll, Step } from '../campaign.ts';
import type { CampaignLists } from '../loaded-campaign.ts';

/** Recipients whose hours are judged by the country of their number, and not because it has the campaign's zone. */
export interface JudgedByNumber {
  readonly audience: string;
  /** Two letters; absent for numbers of no country, such as +870. */
  readonly country?: string;
  readonly recipients: number;
  /** The only zone of the country; or the campaign's, where the country or its zones are not known. Absent if all its zones count. */
  readonly zone?: string;
  /** How many zones must be open at once, where there are several. */
  readonly zones?: number;
}

/** In each audience the most recipients first; empty for a campaign whose numbers are all of countries that have its zone. */
export function judgedByNumber({ campaign, rosters }: CampaignLists): readonly JudgedByNumber[] {
  return campaign.audiences.flatMap(({ name, timezone }) => {
    const roster = rosters.get(name);
    // Who has not asked for countries judges by the campaign's zone alone.
    if (roster?.country === undefined || 'zone' in timezone) return [];
    const judgedBy = recipientClocks(roster, timezone, campaign.timezone);
    const counts = new Map<ReturnType<typeof judgedBy>, number>();
    for (let index = 0; index < roster.size; index++) {
      const judged = judgedBy(index);
      counts.set(judged, (counts.get(judged) ?? 0) + 1);
    }
    return [...counts]
      .filter(([{ by, clock, isKnown }]) => by === 'number' && (clock !== campaign.timezone || isKnown === false))
      .sort(([, one], [, other]) => other - one)
      .map(([{ country, clock }, recipients]) => ({
        audience: name,
        ...(country === undefined ? {} : { country }),
        recipients,
        ...clockOf(clock),
      }));
  });
}

/** The one zone whose clock all jobs of a step keep to; undefined where recipients have their own, or may have: `hours` may be unknown. */
export function zoneOfStep(
  { forEach }: Pick<Step, 'forEach'>,
  campaign: Campaign,
  hours: readonly Pick<JudgedByNumber, 'audience'>[] | undefined,
): string | undefined {
  if (forEach === undefined) return campaign.timezone;
  const audience = campaign.audiences.find(({ name }) => name === forEach.audience);
  return audience && zoneOfAudience(audience, campaign, hours);
}

/** By their numbers all have the campaign's zone, unless somebody is named who does not. */
export function zoneOfAudience(
  { name, timezone }: Audience,
  campaign: Campaign,
  hours: readonly Pick<JudgedByNumber, 'audience'>[] | undefined,
): string | undefined {
  if ('zone' in timezone) return timezone.zone;
  const isKnown = 'by' in timezone && hours !== undefined && !hours.some(({ audience }) => audience === name);
  return isKnown ? campaign.timezone : undefined;
}

function clockOf(clock: Clock): Pick<JudgedByNumber, 'zone' | 'zones'> {
  const { length } = zonesOfClock(clock) ?? [];
  return length > 1 ? { zones: length } : { zone: clock };
}

/** What decided by which clock somebody's hours are judged; `country` of those who are judged by their number. */
interface JudgedBy {
  /** Or why there is none: `none` for an empty cell, `unknown` for one that is not a time zone. */
  readonly clock: Clock;
  readonly by: 'audience' | 'column' | 'number';
  readonly country?: string | undefined;
  /** Of those: whether the zones of their country are known. */
  readonly isKnown?: boolean;
}

/**
 * By which clock each recipient's hours are judged: the one function for plan, run and reports. Equal answers are one object: there
 * may be a million. Of a number without a known country, or of a country without known zones, it is the campaign's zone.
 */
export function recipientClocks(
  roster: Roster,
  timezone: AudienceTimezone,
  campaignZone: string,
): (index: number) => JudgedBy {
  if ('zone' in timezone) {
    const all: JudgedBy = { clock: timezone.zone, by: 'audience' };
    return () => all;
  }
  const sameFor = sameForAll(roster, 'by' in timezone ? timezone : timezone.else, campaignZone);
  if (roster.clock !== undefined)
    return oneEach(
      (index) => roster.clock!(index),
      (text) => readAs(text, zonesOfClock(text) !== undefined),
    );
  if ('by' in timezone) return sameFor;
  const { column } = timezone;
  const ofCell = oneEach(
    (index) => comparable(String(roster.value(index, column) ?? '')),
    (text) => readAs(text, isZone(text)),
  );
  return (index) => {
    const found = ofCell(index);
    return found.clock === 'none' ? sameFor(index) : found;
  };
}

function readAs(text: string, isClock: boolean): JudgedBy {
  return { clock: text === '' ? 'none' : isClock ? text : 'unknown', by: 'column' };
}

function sameForAll(roster: Roster, rule: SameForAll | undefined, campaignZone: string): (index: number) => JudgedBy {
  if (rule === undefined || 'zone' in rule) {
    const all: JudgedBy = rule === undefined ? { clock: 'none', by: 'column' } : { clock: rule.zone, by: 'audience' };
    return () => all;
  }
  return oneEach(
    (index) => roster.country?.(index) ?? '',
    (country) => {
      const clock = country === '' ? undefined : clockOfCountry(country, campaignZone);
      return {
        clock: clock ?? campaignZone,
        by: 'number',
        country: country || undefined,
        isKnown: clock !== undefined,
      };
    },
  );
}

function oneEach(textOf: (index: number) => string, judge: (text: string) => JudgedBy): (index: number) => JudgedBy {
  const known = new Map<string, JudgedBy>();
  return (index) => {
    const text = textOf(index);
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = judge(text)));
    return found;
  };
}
