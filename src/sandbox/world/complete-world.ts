import { parseDuration, type Rate } from '../../time/duration.ts';
import { type Fault, noMoneyFaults } from '../ledger/fault.ts';
import {
  type Agent,
  type Binding,
  type Complete,
  type Micros,
  microsOf,
  type World,
  type WrittenFields,
} from '../ledger/world.ts';
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

/** So that the default funds last for 200,000 messages. */
export const defaultPrice = 0.005;

/** What a world file may leave out of a binding. */
const defaultBinding = { appId: 'sandbox-app', expireTime: '2030-12-31 23:59:59' };

/** What a world file would say of the default world. `docs/sandbox.md` shows it. */
export const defaultInput = {
  timezone: 'Africa/Lagos',
  clock: { speed: 1 },
  timestampValid: '300s',
  replays: 'accepted',
  keys: [{ key: 'sandbox-key', secret: 'sandbox-secret', state: 'enabled' }],
  account: { user: 'active', workspace: 'enabled', authentication: 'done' },
  ip: { allow: [], deny: [] },
  apps: [{ appId: 'sandbox-app' }],
  businessNumbers: [{ number: '2348000000001', state: 'normal' }],
  prices: pricesFor(
    '1 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 54 55 56 57 60 61 62 63 65 66 81 82 84 86 90 91 92 94 ' +
      '212 213 216 221 225 233 234 237 250 251 254 255 256 258 260 263 351 352 358 380 420 421 880',
  ),
  money: { balance: 1000, gift: 50, credit: 0 },
  templates: [
    { templateId: 31, content: 'ordinary' },
    { templateId: 32, content: 'sensitive' },
  ],
  flows: [7],
  tasks: [
    { taskId: 1001, taskName: 'sandbox-completed', state: 'completed', callable: 120 },
    { taskId: 1002, taskName: 'sandbox-canceled', state: 'canceled', callable: 80 },
    { taskId: 1003, taskName: 'sandbox-running', state: 'running', callable: 200 },
    { taskId: 1004, taskName: 'sandbox-exhausted', state: 'completed', callable: 0 },
  ],
  aiVoiceJobs: [
    { jobId: 2001, state: 'running' },
    { jobId: 2002, state: 'paused' },
  ],
  agents: [
    defaultAgent({ keyId: 501, name: 'Ada Obi', voiceGroupId: 9, status: '1' }),
    defaultAgent({ keyId: 502, name: 'Ben Eze', voiceGroupId: 9, status: '2' }),
    defaultAgent({ keyId: 503, name: 'Chi Ade', voiceGroupId: 9, status: '3' }),
    defaultAgent({ keyId: 504, name: 'Dan Uba', voiceGroupId: 10, status: '4' }),
    defaultAgent({ keyId: 505, name: 'Efe Ojo', voiceGroupId: 10, status: '5' }),
  ],
  bindings: [bindingOf(1), bindingOf(2), bindingOf(3)],
  sessions: { default: 'open', exceptEndings: ['0000'], lastInbound: [] },
  languages: [],
  voiceFiles: { accept: 'any', ids: [] },
  limits: {
    otpTotal: { count: 10_000, per: '1m' },
    otpPerPhone: { count: 5, per: '10m' },
    concurrentTasks: 20,
    tasks: 10_000,
  },
  calls: { lines: 10, each: '30s' },
  answers: { codes: 'text', names: 'own' },
  faults: [],
  magicNumbers: 'off',
} satisfies WrittenFields & WorldInput;

function pricesFor(prefixes: string): Required<WorldInput>['prices'] {
  return prefixes.split(' ').map((prefix) => ({ prefix, whatsapp: defaultPrice, otp: defaultPrice }));
}

/** What a world file may leave out of an agent. */
export function defaultAgent(own: Pick<Agent, 'keyId' | 'name' | 'voiceGroupId' | 'status'>): Agent {
  const petName = own.name.split(' ')[0]!;
  return {
    keyId: own.keyId,
    empNo: `E${own.keyId}`,
    petName,
    name: own.name,
    appId: 'sandbox-app',
    deleteFlag: 0,
    enable: 0,
    priority: 1,
    voiceGroupId: own.voiceGroupId,
    groupName: own.voiceGroupId === 9 ? 'Renewals' : 'Support',
    account: petName.toLowerCase(),
    password: `sandbox-password-${own.keyId}`,
    createTime: '2026-01-05 09:00:00',
    updateTime: '2026-01-05 09:00:00',
    displayNum: '2348000000001',
    ccode: own.keyId === 505 ? null : '234',
    appName: null,
    status: own.status,
    voiceGroupCcode: '234',
  };
}

function bindingOf(ordinal: number): Binding {
  return {
    ...defaultBinding,
    bindId: 7000 + ordinal,
    phoneA: `234803000010${ordinal}`,
    phoneB: `234803000020${ordinal}`,
    pnsNumberA: `234700000030${ordinal}`,
    pnsNumberB: `234700000040${ordinal}`,
  };
}

/** The world of a sandbox without a world file. */
export const defaultWorld: World = completeWorld({});
