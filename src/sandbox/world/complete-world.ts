import { parseDuration } from '../../time/duration.ts';
import { type Fault, noMoneyFaults } from '../ledger/fault.ts';
import { type Micros, microsOf } from '../ledger/money.ts';
import type { Agent, RateLimit, World } from '../ledger/world.ts';
import { defaultAgent, defaultBinding, defaultWorld } from './default-world.ts';
import type { Amount, WorldInput } from './world-input.gen.ts';

/** The written world laid over the default one, with durations in milliseconds and amounts in micro-units. Its shape is right. */
export function completeWorld(input: WorldInput): World {
  const base = defaultWorld;
  const { clock, money, ip, voiceFiles } = input;
  return {
    timezone: input.timezone ?? base.timezone,
    clock: {
      ...(clock?.start === undefined ? {} : { start: Date.parse(clock.start) }),
      speed: clock?.speed ?? base.clock.speed,
    },
    timestampValidMs: msOf(input.timestampValid) ?? base.timestampValidMs,
    replays: input.replays ?? base.replays,
    keys: input.keys?.map((key) => ({ ...key, state: key.state ?? 'enabled' })) ?? base.keys,
    account: { ...base.account, ...input.account },
    ip: { allow: ip?.allow ?? base.ip.allow, deny: ip?.deny ?? base.ip.deny },
    apps: input.apps ?? base.apps,
    businessNumbers:
      input.businessNumbers?.map(({ number, state }) => ({ number, state: state ?? 'normal' })) ?? base.businessNumbers,
    prices:
      input.prices?.map(({ prefix, whatsapp, otp }) => ({
        prefix,
        whatsapp: amountOf(whatsapp),
        otp: amountOf(otp),
      })) ?? base.prices,
    money: {
      balance: money?.balance === undefined ? base.money.balance : amountOf(money.balance),
      gift: money?.gift === undefined ? base.money.gift : amountOf(money.gift),
      credit: money?.credit === undefined ? base.money.credit : amountOf(money.credit),
    },
    templates:
      input.templates?.map(({ templateId, content }) => ({ templateId, content: content ?? 'ordinary' })) ??
      base.templates,
    flows: input.flows ?? base.flows,
    tasks: input.tasks?.map((task) => ({ ...task, callable: task.callable ?? 100 })) ?? base.tasks,
    aiVoiceJobs: aiVoiceJobsOf(input) ?? base.aiVoiceJobs,
    agents: input.agents?.map((agent) => ({ ...defaultAgent(agent), ...agent }) satisfies Agent) ?? base.agents,
    bindings: input.bindings?.map((binding) => ({ ...defaultBinding(), ...binding })) ?? base.bindings,
    sessions: sessionsOf(input),
    languages: input.languages ?? base.languages,
    voiceFiles: { accept: voiceFiles?.accept ?? base.voiceFiles.accept, ids: voiceFiles?.ids ?? base.voiceFiles.ids },
    limits: limitsOf(input),
    calls: {
      lines: input.calls?.lines ?? base.calls.lines,
      callMs: Math.max(1, msOf(input.calls?.each) ?? base.calls.callMs),
    },
    answers: { ...base.answers, ...input.answers },
    // Those of the file come first, so that they are easy to find.
    faults: [...(input.faults ?? base.faults), ...(input.magicNumbers === 'on' ? magicFaults : [])],
  };
}

function aiVoiceJobsOf({ aiVoiceJobs }: WorldInput): World['aiVoiceJobs'] | undefined {
  return aiVoiceJobs?.map(({ jobId, state, completesAfter }) => ({
    jobId,
    state,
    ...(completesAfter === undefined ? {} : { completesAfterMs: parseDuration(completesAfter) }),
  }));
}

function sessionsOf({ sessions }: WorldInput): World['sessions'] {
  const base = defaultWorld.sessions;
  const lastInbound = sessions?.lastInbound?.map(({ recipient, businessPhone, at, ago }) => ({
    recipient,
    ...(businessPhone === undefined ? {} : { businessPhone }),
    at: at === undefined ? { agoMs: parseDuration(ago ?? '0s') } : { instant: Date.parse(at) },
  }));
  return {
    default: sessions?.default ?? base.default,
    exceptEndings: sessions?.exceptEndings ?? base.exceptEndings,
    lastInbound: lastInbound ?? base.lastInbound,
  };
}

function limitsOf({ limits }: WorldInput): World['limits'] {
  const base = defaultWorld.limits;
  return {
    otpTotal: rateOf(limits?.otpTotal) ?? base.otpTotal,
    otpPerPhone: rateOf(limits?.otpPerPhone) ?? base.otpPerPhone,
    concurrentTasks: limits?.concurrentTasks ?? base.concurrentTasks,
    tasks: limits?.tasks ?? base.tasks,
  };
}

function rateOf(written: { readonly count: number; readonly per: string } | undefined): RateLimit | undefined {
  return written && { count: written.count, perMs: parseDuration(written.per) };
}

function msOf(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(duration);
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
