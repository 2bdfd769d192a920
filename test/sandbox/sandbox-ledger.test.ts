import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/sandbox/journal/memory-journal.ts';
import { createSlidingCount } from '../../src/sandbox/ledger/ledger.ts';
import { callsMadeAt, planSpells, taskStateAt } from '../../src/sandbox/ledger/task.ts';
import { availableOf, decimalOf, microsOf, spend } from '../../src/sandbox/ledger/world.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { instantOfWall } from '../../src/time/local-time.ts';
import { fc, runs } from '../rig/properties.ts';

const amounts = fc.integer({ min: 0, max: 10 ** 12 });
const zones = fc.constantFrom('Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC');
const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });

describe('money', () => {
  it('adds up to the millionth, whatever is spent, and never goes below nothing', () => {
    const money = fc.record({ balance: amounts, gift: amounts, credit: amounts });
    fc.assert(
      fc.property(money, amounts, (before, cost) => {
        const after = spend(before, cost);
        const left = availableOf(before) - cost;
        expect(after && availableOf(after)).toBe(left < 0 ? undefined : left);
        expect(Math.min(...Object.values(after ?? { nothing: 0 }))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is written as it is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (micros) => {
        expect(microsOf(decimalOf(micros))).toBe(micros);
      }),
    );
    expect([microsOf('0.0000001'), microsOf('-1'), microsOf('1e3'), microsOf('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a redialled task', () => {
  it('dials only in its periods, in order, until everybody has been called', () => {
    const period = fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 600 }))
      .map(([from, length]) => ({ from, to: from + length }));
    const plan = fc.record({
      notBefore: instants,
      periods: fc.array(period, { minLength: 1, maxLength: 3 }),
      callable: fc.integer({ min: 1, max: 500 }),
      timezone: zones,
    });
    fc.assert(
      fc.property(plan, ({ notBefore, periods, callable, timezone }) => {
        const calls = { lines: 10, callMs: 30_000 };
        const spells = planSpells({ notBefore, periods, callable, timezone, calls });
        let before = notBefore;
        for (const { from, to } of spells) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          before = to;
          const minute = Math.floor(wallClockOf(timezone, from) / 60_000) % 1440;
          expect(periods.some((allowed) => inside(allowed, minute))).toBe(true);
        }
        expect(spells.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(Math.ceil(callable / 10) * 30_000);
        const origin = { kind: 'redial', redialOf: 1, createdAt: notBefore, periods, spells } as const;
        const task = { taskId: 2, taskName: 't', callable, origin };
        expect([taskStateAt(task, before), callsMadeAt(task, before)]).toEqual(['completed', callable]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('finds the instant of every wall clock, or the first after a gap', () => {
    fc.assert(
      fc.property(zones, instants, (zone, at) => {
        const wall = wallClockOf(zone, at);
        // In a fold two instants have the same wall clock.
        expect(wallClockOf(zone, instantOfWall(wall, zone))).toBe(wall);
      }),
      { numRuns: runs(300) },
    );
    const gap = Date.UTC(2027, 2, 14, 2, 30);
    expect(new Date(instantOfWall(gap, 'America/New_York')).toISOString()).toBe('2027-03-14T07:00:00.000Z');
  });
});

it('counts what lies within its window, like a list of everything would', () => {
  // Now and then the clock is set back.
  const event = fc.record({ wait: fc.integer({ min: -20, max: 40 }), key: fc.constantFrom('a', 'b') });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const count = createSlidingCount(100);
      let recent: { at: number; key: string }[] = [];
      let now = 0;
      for (const { wait, key } of events) {
        now += wait;
        count.add(now, key);
        // What is yet to come has not happened; what is over does not come back.
        recent = [...recent, { at: now, key }].filter(({ at }) => at > now - 100 && at <= now);
        for (const one of ['a', 'b']) expect(count.of(one, now)).toBe(recent.filter(({ key }) => key === one).length);
      }
    }),
  );
});

it('keeps a journal like a list of lines would', () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({ truncate: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ truncate: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.double({ min: 0, max: 1, noNaN: true }), (steps, part) => {
      const journal = createMemoryJournal();
      let model: string[] = [];
      for (const one of steps) {
        if ('append' in one) {
          const line = `${model.length}${'x'.repeat(one.append)}`;
          journal.append(line);
          model.push(line);
        } else {
          const left = Math.floor(model.length * one.truncate);
          journal.truncate(left);
          model = model.slice(0, left);
        }
      }
      const from = 1 + Math.floor(model.length * part);
      expect(journal.count).toBe(model.length);
      expect([...journal.lines(from)]).toEqual(model.slice(from - 1));
      expect([...journal.linesBackwards()]).toEqual(model.toReversed());
      expect(journal.line(from)).toBe(model[from - 1]);
    }),
    { numRuns: 60 },
  );
});

it('says in words that its port is taken', async () => {
  const first = await startSandbox();
  await expect(startSandbox({ port: first.port })).rejects.toThrow(
    `127.0.0.1:${first.port} is in use by another program`,
  );
  await first.close();
});

function inside({ from, to }: { from: number; to: number }, minute: number): boolean {
  return (from <= minute && minute < to) || (from <= minute + 1440 && minute + 1440 < to);
}

/** The wall clock by Intl alone, as milliseconds as if it were UTC. */
function wallClockOf(zone: string, at: number): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );
  return Date.parse(`${local.replace(' ', 'T')}Z`);
}
