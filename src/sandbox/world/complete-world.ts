import { parseDuration, type Rate } from '../../time/duration.ts';
import { type Fault, noMoneyFaults } from '../ledger/fault.ts';
import { type Micros, microsOf } from '../ledger/money.ts';
import type { Complete, World } from '../ledger/world.ts';
import { defaultAgent, defaultBinding, defaultInput } from './default-world.ts';
import type { Amount, WorldInput } from './world-input.gen.ts';

/** The written world laid over the default one, with durations in milliseconds and amounts in micro-units. Its shape is right. */
export function completeWorld(input: WorldInput): World {
  // What has no default, such as an hour at which the clock starts, is read from the input.
  const written = laidOver(defaultInput, input) as Complete<WorldInput>;
  const { prices, money, limits, calls, sessions, clock, magicNumbers, timestampValid, ...same } = written;
  const { start } = input.clock ?? {};
  return {
    ...same,
    keys: eachOver({ state: 'enabled' }, written.keys),
    businessNumbers: eachOver({ state: 'normal' }, written.businessNumbers),
    templates: eachOver({ content: 'ordinary' }, written.templates),
    tasks: eachOver({ callable: 100 }, written.tasks),
    bindings: eachOver(defaultBinding, written.bindings),
    agents: written.agents.flatMap((agent) => eachOver(defaultAgent(agent), [agent])),
    clock: { ...(start === undefined ? {} : { start: Date.parse(start) }), speed: clock.speed },
    timestampValidMs: parseDuration(timestampValid),
    prices: prices.map(({ prefix, whatsapp, otp }) => ({ prefix, whatsapp: amountOf(whatsapp), otp: amountOf(otp) })),
    money: { balance: amountOf(money.balance), gift: amountOf(money.gift), credit: amountOf(money.credit) },
    aiVoiceJobs: (input.aiVoiceJobs ?? written.aiVoiceJobs).map(({ jobId, state, ...job }) => ({
      jobId,
      state,
      ...('completesAfter' in job && { completesAfterMs: parseDuration(job.completesAfter) }),
    })),
    sessions: { ...sessions, lastInbound: lastInboundOf(input) },
    limits: { ...limits, otpTotal: rateOf(limits.otpTotal), otpPerPhone: rateOf(limits.otpPerPhone) },
    calls: { lines: calls.lines, callMs: Math.max(1, parseDuration(calls.each)) },
    // Those of the file come first, so that they are easy to find.
    faults: [...(input.faults ?? []), ...(magicNumbers === 'on' ? magicFaults : [])],
  };
}

/** Maps are merged field by field, lists are replaced. */
function laidOver(base: object, over: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    if (value === undefined) continue;
    merged[name] = isMap(below) && isMap(value) ? laidOver(below, value) : value;
  }
  return merged;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function eachOver<Item extends object>(base: Partial<Item>, items: readonly Item[]): readonly Item[] {
  return items.map((item) => laidOver(base, item) as Item);
}

function lastInboundOf({ sessions }: WorldInput): World['sessions']['lastInbound'] {
  return (sessions?.lastInbound ?? []).map(({ recipient, businessPhone, at, ago }) => ({
    recipient,
    ...(businessPhone === undefined ? {} : { businessPhone }),
    at: at === undefined ? { agoMs: parseDuration(ago ?? '0s') } : { instant: Date.parse(at) },
  }));
}

function rateOf({ count, per }: { readonly count: number; readonly per: string }): Rate {
  return { count, perMs: parseDuration(per) };
}

function amountOf(written: Amount): Micros {
  const micros = microsOf(String(written));
  if (micros === undefined) throw new Error(`the schema let the amount ${written} through`);
  return micros;
}

/** Recipients that have a fault by themselves if the world turns them on, without any call of the admin API. */
const magicFaults: readonly Fault[] = [
  ...noMoneyFaults.map((fault): Fault => ({ recipient: '*9001', ...fault })),
  { recipient: '*9002', kind: 'reset-after' },
  { recipient: '*9003', kind: 'reset-before' },
  { recipient: '*9004', kind: 'http', http: 503 },
  { recipient: '*9005', kind: 'http', http: 429, headers: { 'retry-after': '1' }, times: 2 },
  { recipient: '*9006', kind: 'garbage' },
  { recipient: '*9007', kind: 'delay', ms: 3_000 },
  { recipient: '*9008', kind: 'hang' },
];

/** The world of a sandbox without a world file. */
export const defaultWorld: World = completeWorld({});
