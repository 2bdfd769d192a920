import { expect, test } from 'vitest';
import type { Step } from '../../src/campaign/campaign.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import type { ScheduledJob, Settlement } from '../../src/schedule/scheduler.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, everyDay, noHistory, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const uses = ['whatsapp.send', 'otp.send', 'sms.backfill', 'aivoice.pause'] as const;
const zones = ['Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', ''];
const start = instantOf('2026-11-23T08:00:00', 'Africa/Lagos');

const stepParts = fc.record({
  uses: fc.constantFrom(...uses),
  forEach: fc.boolean(),
  needs: fc.array(fc.nat(5), { maxLength: 2 }),
  runs: fc.constantFrom<Step['runs']>('on-success', 'on-success', 'on-failure', 'always'),
  delayMs: fc.constantFrom(0, 0, 60_000, 30 * 3_600_000),
  rate: fc.option(fc.constantFrom({ count: 1, perMs: 60_000 }, { count: 7, perMs: 1000 }), { nil: undefined }),
  onlyIf: fc.option(fc.constantFrom('accepted', 'rejected', 'skipped', 'expired'), { nil: undefined }),
  until: fc.option(fc.constantFrom('2026-11-23T15:00:00', '2026-11-24T09:00:00'), { nil: undefined }),
  always: fc.boolean(),
});

const outcome = fc.oneof(
  { weight: 12, arbitrary: fc.constant('accepted') },
  { weight: 3, arbitrary: fc.constantFrom('rejected', 'inDoubt', 'retry', 'unsent') },
  { weight: 1, arbitrary: fc.constant('stop') },
);

function settlementOf(what: string, now: number): Settlement {
  if (what === 'retry') return { kind: 'again', notBefore: now + 90_000, attempted: true, heldBy: 'retry' };
  if (what === 'unsent') return { kind: 'again', notBefore: now + 5000, attempted: false, heldBy: 'retry' };
  if (what === 'stop') return { kind: 'stopStep', reason: '-29' };
  return { kind: 'settled', state: what as 'accepted' | 'rejected' | 'inDoubt' };
}

test('with any outcomes and any delays of the clock, no job is in flight twice and the scheduler finishes', () => {
  fc.assert(
    fc.property(
      fc.array(stepParts, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom(...zones), fc.nat(90_000)), { maxLength: 25 }),
      fc.array(outcome, { minLength: 1, maxLength: 200 }),
      fc.array(fc.constantFrom(0, 0, 3, 40, 7_200_000), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 1, max: 4 }),
      (parts, people, outcomes, lateness, concurrency) => {
        const steps = parts.map((part, index): Step => {
          const needs = [...new Set(part.needs.filter((need) => need < index))].map((need) => `s${need}`);
          const earlier = part.needs.find((need) => need < index && parts[need]?.forEach === true);
          const onlyIf =
            part.onlyIf !== undefined && earlier !== undefined
              ? { step: `s${earlier}`, outcomes: [part.onlyIf] }
              : undefined;
          return stepOf({
            id: `s${index}`,
            uses: part.uses,
            needs,
            runs: part.runs,
            delayMs: part.delayMs,
            window: part.always ? 'always' : everyDay,
            expiresMs: 300_000,
            ...(part.rate && { rate: part.rate }),
            ...(part.until === undefined ? {} : { until: part.until }),
            ...(part.forEach ? { forEach: { audience: 'm', where: {}, ...(onlyIf && { onlyIf }) } } : {}),
          });
        });
        const campaign = campaignOf({
          ends: '2026-11-25T18:00:00',
          limits: { rate: { count: 5, perMs: 1000 }, perRecipient: { count: 1, perMs: 20_000 } },
          audiences: [audienceOf({ name: 'm', timezone: { column: 'tz' }, lastInbound: { column: 'last' } })],
          steps,
        });
        const rows = people.map(([tz, ago], index) => ({
          key: String(100 + index),
          tz,
          last: new Date(start - ago * 1000).toISOString(),
        }));
        const rosters = new Map([['m', rosterOf('m', rows)]]);
        const scheduler = createScheduler({ run: '1', campaign, rosters, history: noHistory, now: start });
        const inFlight: ScheduledJob[] = [];
        const busy = new Set<string>();
        const settled = new Set<string>();
        const wrong: string[] = [];
        let now = start;
        let turn = 0;
        const settleOne = (): void => {
          const job = inFlight.shift()!;
          const address = `${job.step.id}[${job.key ?? ''}]`;
          // Nothing is tried without end: the engine gives up too.
          const what = job.attempts > 2 ? 'rejected' : outcomes[turn++ % outcomes.length]!;
          now += 5;
          busy.delete(address);
          const settlement = settlementOf(turn > 400 ? 'accepted' : what, now);
          if (settlement.kind === 'settled') settled.add(address);
          scheduler.settle(job, settlement, now);
        };
        for (let decisions = 0; ; decisions++) {
          expect(decisions).toBeLessThan(20_000);
          if (inFlight.length >= concurrency) settleOne();
          const decision = scheduler.next(now);
          if (decision.kind === 'finished') break;
          if (decision.kind === 'inFlight') settleOne();
          else if (decision.kind === 'wait') {
            if (decision.until <= now) wrong.push(`waits until ${decision.until} at ${now}`);
            if (inFlight.length > 0 && turn % 2 === 0) settleOne();
            else now = decision.until + lateness[decisions % lateness.length]!;
          } else if (decision.kind === 'start' || decision.kind === 'drop') {
            const address = `${decision.job.step.id}[${decision.job.key ?? ''}]`;
            if (settled.has(address) || busy.has(address)) wrong.push(`${address} twice`);
            if (decision.kind === 'drop') settled.add(address);
            else {
              busy.add(address);
              inFlight.push(decision.job);
            }
          }
        }
        expect(wrong).toEqual([]);
        expect(inFlight).toEqual([]);
        for (const { state, counts } of scheduler.progress()) {
          expect(counts.sending).toBe(0);
          expect(['finished', 'blocked', 'stopped', 'notNeeded']).toContain(state);
          expect(state === 'finished' && counts.pending > 0).toBe(false);
        }
      },
    ),
    { numRuns: runs(500) },
  );
});
