import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { defaultWorld } from '../../src/sandbox/world/complete-world.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { fc, runs } from '../rig/properties.ts';

describe('a world file', () => {
  it('that is empty is the default world', () => {
    expect(readWorld({})).toEqual({ world: defaultWorld, findings: [] });
  });

  it('is laid over it: objects field by field, lists whole', () => {
    const { world } = readWorld({
      'x-note': 'for the spring tests',
      limits: { concurrentTasks: 2 },
      prices: [{ prefix: '49', whatsapp: '0.065', otp: 1 }],
      keys: [{ key: 'k', secret: 's' }],
      agents: [{ keyId: 1, name: 'Ada Obi', voiceGroupId: 3, status: '2' }],
      clock: { start: '2026-11-23T09:00:00+01:00' },
      timestampValid: 'PT1M30S',
    });
    expect(world).toMatchObject({
      limits: { ...defaultWorld.limits, concurrentTasks: 2 },
      prices: [{ prefix: '49', whatsapp: 65_000, otp: 1_000_000 }],
      keys: [{ key: 'k', secret: 's', state: 'enabled' }],
      agents: [{ keyId: 1, name: 'Ada Obi', petName: 'Ada', voiceGroupId: 3, status: '2', enable: 0 }],
      clock: { start: Date.parse('2026-11-23T08:00:00Z'), speed: 1 },
      timestampValidMs: 90_000,
      templates: defaultWorld.templates,
    });
  });

  it('has one finding for each mistake, with its place', () => {
    const { world, findings } = readWorld({
      tmezone: 'Africa/Lagos',
      timestampValid: 'PT',
      clock: { start: 'tomorrow', speed: -1 },
      keys: [{ key: 'a' }],
      money: { balance: '1.0000001', gift: -1, credit: true },
      agents: [{ keyId: 1, name: 'A', voiceGroupId: 3, status: 2 }],
      faults: [{ kind: 'status' }, { kind: 'explode' }],
      sessions: { lastInbound: [{ recipient: '+234' }] },
    });
    expect(world).toBeUndefined();
    expect(findings.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'tmezone: a world has no such field here: did you mean `timezone`?',
      'clock.start: is not of this form: An ISO 8601 date-time with its offset.',
      'clock.speed: must be >= 0',
      'timestampValid: is not of this form: `90s`, `15m`, `2h`, `1d`, together as in `1h30m`, or ISO 8601.',
      'keys.0: secret is missing',
      'money.balance: is not of this form: An amount of money with at most six decimals.',
      'money.gift: must be >= 0',
      'money.credit: must be text or a number',
      'agents.0.status: must be one of 1, 2, 3, 4, 5',
      'sessions.lastInbound.0.recipient: is not of this form: Digits.',
      'faults.0: status is missing',
      'faults.1.kind: must be one of status, http, delay, drip, truncate, garbage, wrong-type, reset-before, reset-after, hang',
    ]);
  });

  it('takes amounts as campaigns do: as numbers, or as text', () => {
    const written = {
      prices: [{ prefix: '', whatsapp: 0.0075, otp: '0.0225' }],
      money: { balance: 12.5, gift: 0.000001 },
    };
    expect(readWorld(written)).toMatchObject({
      findings: [],
      world: {
        prices: [{ prefix: '', whatsapp: 7_500, otp: 22_500 }],
        money: { balance: 12_500_000, gift: 1 },
      },
    });
  });

  it('has findings for what no shape can say', () => {
    const { findings } = readWorld({
      timezone: 'Mars/Olympus',
      tasks: [
        { taskId: 1, taskName: 'a', state: 'completed' },
        { taskId: 1, taskName: 'b', state: 'completed' },
      ],
      clock: { start: '2026-13-01T09:00:00Z' },
      sessions: { lastInbound: [{ recipient: '1' }, { recipient: '2', at: '2026-02-30T09:00:00Z', ago: '1h' }] },
      prices: [{ prefix: '', whatsapp: 0.0000001, otp: 1 }],
      money: { gift: 1.0000001 },
    });
    expect(findings).toEqual([
      { path: ['timezone'], message: 'is not an IANA time zone' },
      { path: ['clock', 'start'], message: 'is not an instant that exists' },
      { path: ['sessions', 'lastInbound', 1, 'at'], message: 'is not an instant that exists' },
      { path: ['prices', 0, 'whatsapp'], message: 'has more than six decimals' },
      { path: ['money', 'gift'], message: 'has more than six decimals' },
      { path: ['tasks', 1], message: '1 is already in this list' },
      { path: ['sessions', 'lastInbound', 0], message: 'must say either at or ago' },
      { path: ['sessions', 'lastInbound', 1], message: 'must say either at or ago' },
    ]);
  });

  it('of the page is right', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const written: unknown = parse(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    expect(readWorld(written)).toMatchObject({
      findings: [],
      world: { timezone: 'Europe/Berlin', faults: [{ seed: 7 }] },
    });
  });

  it('with findings starts nothing', async () => {
    const world = { timezone: 'Mars/Olympus' };
    await expect(startSandbox({ world })).rejects.toThrow(
      'The world has findings:\n  timezone: is not an IANA time zone',
    );
  });

  it('of any JSON is read without a throw', () => {
    const names = Object.keys(defaultWorld);
    const written = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })));
    fc.assert(
      fc.property(written, (value) => {
        const { world, findings } = readWorld(value);
        expect(world === undefined).toBe(findings.length > 0);
      }),
      { numRuns: runs(1000) },
    );
  });
});
