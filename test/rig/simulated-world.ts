import type { Fault, WorldInput } from '../../src/sandbox/world/world-input.gen.ts';
import { type Dice, simulatedJobs } from './simulated-campaign.ts';

/**
 * The service that a simulated campaign meets, and the faults of its answers. `more` has dice of its own, so that seeds from before
 * keep the rest of their world.
 */
export function simulatedWorld(dice: Dice, more: Dice): WorldInput {
  const lost = Array.from({ length: dice.between(0, 4) }, () => faultOf(dice));
  const denied = more.chance(0.4) ? Array.from({ length: more.between(1, 2) }, () => deniedWork(more)) : [];
  const faults = [...denied, ...lost].map((fault) => fault as unknown as Fault);
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

/** The work is done, and the answer says that it is not, or comes from something else than the service. */
function deniedWork(dice: Dice): Readonly<Record<string, unknown>> {
  const chosen = {
    when: 'after',
    rate: dice.pick([0.1, 0.3, 1]),
    seed: dice.between(1, 1_000_000),
    times: dice.pick([1, 2, 3, 10]),
    skip: dice.pick([0, 0, 2]),
  };
  const soon = { headers: { 'retry-after': String(dice.between(1, 20)) } };
  const operation = dice.pick(['otp.send', 'otp.send', 'voice.redial', 'audio.upload', 'aivoice.pause'] as const);
  return {
    ...chosen,
    ...dice.pick<Readonly<Record<string, unknown>>>([
      { kind: 'http', http: 503, ...soon },
      { kind: 'http', http: dice.pick([200, 500, 502, 504]), body: foreignBody },
      { kind: 'http', http: dice.pick([401, 404]) },
      // Where no repeat could tell, the service's word that it did nothing is taken (`docs/assumptions.md`).
      { kind: 'http', http: 429, ...soon, operation },
      { kind: 'status', status: dice.pick(again[operation]), operation },
    ]),
  };
}

/** As frameworks answer their own failures, in either envelope. */
const foreignBody = '{"status":"500","reason":"Internal Server Error","code":"500","msg":"Internal Server Error"}';

/** Codes by which an operation is to be sent again, or later. */
const again = {
  'otp.send': ['-18', '-26', '-27'],
  'voice.redial': ['-18', '-26', '-37'],
  'audio.upload': ['-18'],
  'aivoice.pause': ['-46', '-52'],
} as const;
