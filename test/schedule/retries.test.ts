import { expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { fc } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

/** None of them is open at 07:30 in Lagos. */
const zones = ['Africa/Lagos', 'Africa/Cairo', 'Europe/London'];
const at = (local: string) => instantOf(local, 'Africa/Lagos');
const tried = fc.record({
  attempts: fc.nat(3),
  doubtful: fc.boolean(),
  maybeSent: fc.boolean(),
  firstAt: fc.integer({ min: at('2026-11-23T05:10:00'), max: at('2026-11-23T07:00:00') }),
});
const person = fc.record({
  zone: fc.constantFrom(...zones),
  sessionHours: fc.integer({ min: 1, max: 20 }),
  tried: fc.option(tried, { nil: undefined }),
});

test('a retry that is due when its step opens starts as one that falls due before its hours begin', () => {
  const uses = fc.constantFrom('otp.send', 'whatsapp.send');
  fc.assert(
    fc.property(uses, fc.array(person, { maxLength: 30 }), (operation, people) => {
      const opening = at('2026-11-23T07:00:00');
      const campaign = campaignOf({
        audiences: [audienceOf({ name: 'members', timezone: { column: 'tz' }, lastInbound: { column: 'last' } })],
        steps: [stepOf({ id: 'hello', uses: operation, forEach: { audience: 'members', where: {} }, expiresMs })],
        limits: { rate: { count: 1, perMs: 600_000 } },
      });
      const rows = people.map(({ zone, sessionHours }, index) => ({
        key: String(1_000_000 + index),
        tz: zone,
        last: new Date(opening + (sessionHours - 24) * 3_600_000).toISOString(),
      }));
      const turned = (notBefore: string) => {
        const jobs = people.flatMap(({ tried }, index): readonly JobRecord[] =>
          tried === undefined
            ? []
            : [{ ...tried, step: 'hello', key: rows[index]!.key, state: 'pending', notBefore: at(notBefore) }],
        );
        const rosters = [rosterOf('members', rows)];
        const all = turn({ campaign, rosters, history: historyOf(jobs), now: '2026-11-23T07:00:00' });
        return lines(all.filter(({ kind }) => kind === 'start'));
      };
      expect(turned('2026-11-23T07:30:00')).toEqual(turned('2026-11-23T06:59:00'));
    }),
  );
});

const expiresMs = 4 * 3_600_000;
