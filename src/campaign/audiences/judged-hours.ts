import { type Clock, zonesOfClock } from '../../time/time-zone.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';
import { recipientClocks } from './recipient-clock.ts';

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
export function judgedByNumber({
  campaign,
  rosters,
}: Pick<LoadedCampaign, 'campaign' | 'rosters'>): readonly JudgedByNumber[] {
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

function clockOf(clock: Clock): Pick<JudgedByNumber, 'zone' | 'zones'> {
  const { length } = zonesOfClock(clock) ?? [];
  return length > 1 ? { zones: length } : { zone: clock };
}
