import { expect, test } from 'vitest';
import { audienceTimes } from '../../src/schedule/audience-times.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, noHistory, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';

const many = 70_000;
const rows = Array.from({ length: many }, (_, index) => ({ key: String(2_348_000_000_000 + index) }));

test('of more pairs of a clock and a country than 16 bits can count, each person has their own', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 350);
  const zoneOf = (index: number): string => zones[index % zones.length]!;
  const countryOf = (index: number): string => `C${Math.floor(index / zones.length)}`;
  const roster = {
    ...rosterOf('m', rows),
    value: (index: number, column: string) => (column === 'zone' ? zoneOf(index) : undefined),
    country: countryOf,
  };
  const audience = audienceOf({ name: 'm', timezone: { column: 'zone' } });
  const times = audienceTimes({ audience, roster, timezone: 'UTC', byCountry: true });
  expect(times.zones).toHaveLength(many);
  const wrong = rows.filter((_, index) => {
    const place = times.zoneOf[index]!;
    return times.zones[place] !== zoneOf(index) || times.countries?.[place] !== countryOf(index);
  });
  expect(wrong).toEqual([]);
});

test('of more reasons than 16 bits can count, each person is left out for their own', () => {
  const now = instantOf('2026-11-23T10:00:00', 'Africa/Lagos');
  const reads = {
    ...stepOf({ id: 's', uses: 'otp.send' }).reads,
    lacks: (key: string) => ({ word: 'badValue', detail: key }) as const,
  };
  const steps = [stepOf({ id: 's', uses: 'otp.send', forEach: { audience: 'm', where: {} }, reads })];
  const scheduler = createScheduler({
    run: '1',
    campaign: campaignOf({ audiences: [audienceOf({ name: 'm' })], steps }),
    rosters: new Map([['m', rosterOf('m', rows)]]),
    history: noHistory,
    now,
  });
  const reasons = rows.map(() => {
    const decision = scheduler.next(now);
    return decision.kind === 'drop' ? decision.reason.detail : decision.kind;
  });
  expect(reasons).toEqual(rows.map(({ key }) => key));
  expect(scheduler.next(now).kind).toBe('finished');
});
