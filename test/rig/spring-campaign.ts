import type { Roster } from '../../src/audience/roster.ts';
import type { Campaign, Limits } from '../../src/campaign/campaign.ts';
import type { PlanCampaignInput } from '../../src/plan/plan.ts';
import { instantOf } from '../../src/time/local-time.ts';
import type { Window } from '../../src/time/window.ts';
import { audienceOf, campaignOf, everyDay, noHistory, stepOf } from './campaign.ts';
import { rosterOf } from './roster.ts';

const hourMs = 3_600_000;
export const springNow = instantOf('2026-11-23T08:30:00', 'Africa/Lagos');

/** People in three zones (one in 37 without any), with sessions that end within the next day or have ended. */
export function springPeople(size: number): Roster {
  const zones = ['Africa/Lagos', 'Africa/Lagos', 'America/New_York', 'Asia/Kathmandu'];
  return rosterOf(
    'members',
    Array.from({ length: size }, (_, index) => ({
      key: String(2340001000000 + index),
      tz: index % 37 === 0 ? '' : (zones[index % 4] ?? ''),
      first_name: index % 50 === 1 ? '' : 'Ada',
      last: new Date(springNow - (index % 26) * hourMs).toISOString(),
      wants_code: index % 3 === 0 ? 'yes' : 'no',
    })),
  );
}

/** The shape of `campaigns/spring-renewal.yaml`, made by hand. */
export function springCampaign(parts: { readonly ends?: string; readonly limits?: Partial<Limits> } = {}): Campaign {
  const window: Window = { ...everyDay, days: ['mon', 'tue', 'wed', 'thu', 'fri'], except: ['2026-11-25'] };
  const forEach = { audience: 'members', where: {} };
  const periods = [
    { strTime: '09:30', endTime: '12:00' },
    { strTime: '14:00', endTime: '20:00' },
  ];
  return campaignOf({
    id: 'spring-renewal',
    title: 'Spring renewal reminders',
    starts: '2026-11-23T09:00:00',
    ends: parts.ends ?? '2026-11-27T18:00:00',
    window,
    costs: { 'whatsapp.send': 0.0075, 'otp.send': 0.02, 'voice.redial': 0 },
    limits: {
      rate: { count: 30, perMs: 3_600_000 },
      budget: 400,
      perRecipient: { count: 1, perMs: 6000 },
      ...parts.limits,
    },
    audiences: [audienceOf({ name: 'members', timezone: { column: 'tz' }, lastInbound: { column: 'last' } })],
    steps: [
      stepOf({ id: 'funds', uses: 'sms.balance', window }),
      stepOf({ id: 'greeting', uses: 'audio.upload', needs: ['funds'], window }),
      stepOf({ id: 'redial', uses: 'voice.redial', needs: ['greeting'], window, with: { allowSendTime: periods } }),
      stepOf({
        id: 'followUp',
        uses: 'whatsapp.send',
        needs: ['redial'],
        delayMs: 2 * hourMs,
        window,
        forEach,
        reads: { columns: ['first_name'], cells: ['first_name'], steps: [], optionalSteps: [] },
      }),
      stepOf({
        id: 'code',
        uses: 'otp.send',
        needs: ['followUp'],
        window,
        forEach: {
          ...forEach,
          where: { wants_code: [{ kind: 'oneOf', values: ['yes'] }] },
          onlyIf: { step: 'followUp', outcomes: ['accepted'] },
        },
      }),
      stepOf({
        id: 'call',
        uses: 'otp.send',
        needs: ['followUp'],
        window,
        forEach: { ...forEach, onlyIf: { step: 'followUp', outcomes: ['rejected'] } },
      }),
      stepOf({ id: 'stopRobots', uses: 'aivoice.pause', needs: ['redial'], window, runs: 'on-failure' }),
    ],
  });
}

export function springPlan(parts: Partial<PlanCampaignInput> = {}): PlanCampaignInput {
  return {
    campaign: springCampaign(),
    rosters: new Map([['members', springPeople(240)]]),
    history: noHistory,
    now: springNow,
    run: '2026-11-23',
    fileHashes: { 'spring-renewal.yaml': 'a'.repeat(64), 'audiences/members.csv': 'b'.repeat(64) },
    tzdata: '2025c',
    ...parts,
  };
}
