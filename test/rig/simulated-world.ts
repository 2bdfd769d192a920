import type { Fault, WorldInput } from '../../src/sandbox/world/world-input.gen.ts';
import { type Dice, simulatedJobs } from './simulated-campaign.ts';

/** The service that a simulated campaign meets, and what befalls its answers. */
export function simulatedWorld(dice: Dice): WorldInput {
  const faults = Array.from({ length: dice.between(0, 4) }, () => faultOf(dice) as unknown as Fault);
  return {
    timezone: 'Africa/Lagos',
    faults,
    aiVoiceJobs,
    ...(dice.chance(0.1) ? { money: { balance: '0.1', gift: '0', credit: '0' } } : {}),
  };
}

const aiVoiceJobs = simulatedJobs.map((jobId) => ({ jobId, state: 'running' as const }));

function faultOf(dice: Dice): Readonly<Record<string, unknown>> {
  const chosen = {
    rate: dice.pick([0.02, 0.1, 0.3, 1]),
    seed: dice.between(1, 1_000_000),
    times: dice.pick([1, 3, 10]),
    skip: dice.pick([0, 0, 2, 10]),
  };
  const when = dice.pick(['before', 'after']);
  return {
    ...chosen,
    ...dice.pick<Readonly<Record<string, unknown>>>([
      { kind: 'reset-before' },
      { kind: 'reset-after' },
      { kind: 'truncate' },
      { kind: 'garbage' },
      { kind: 'wrong-type' },
      { kind: 'hang', when },
      { kind: 'delay', ms: dice.pick([50, 2_000, 40_000]) },
      { kind: 'http', http: dice.pick([500, 502, 503, 504]), when },
      { kind: 'http', http: 429, headers: { 'retry-after': String(dice.between(1, 20)) } },
      { kind: 'status', status: '-18' },
      { kind: 'status', status: dice.pick(['-16', '-26', '-37', '-13', '-93', '-1']) },
    ]),
  };
}
