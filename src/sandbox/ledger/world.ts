import type { Instant } from '../../platform/ports.ts';
import type { EnvelopeForm } from '../../service/contract/envelope.ts';
import type { Credentials } from '../../service/http/signature.ts';
import type { Fault } from './fault.ts';
import type { Micros, Money } from './money.ts';

/**
 * The complete starting facts of a sandbox: every default applied, every duration in milliseconds, every amount in
 * micro-units. The written form is `schemas/world.schema.json`; `world/read-world.ts` converts it.
 */
export interface World {
  /** IANA zone of `allowSendTime`, `sendTime` and the agents' times: the document names none. */
  readonly timezone: string;
  readonly clock: WorldClock;
  /** Section "Authentication", rule 5: how far a Timestamp may be off, in either direction. */
  readonly timestampValidMs: number;
  readonly replays: 'accepted' | 'refused';
  readonly keys: readonly ApiKey[];
  readonly account: AccountFlags;
  readonly ip: { readonly allow: readonly string[]; readonly deny: readonly string[] };
  readonly apps: readonly { readonly appId: string }[];
  readonly businessNumbers: readonly BusinessNumber[];
  /** The longest prefix counts. A number without one has no rate (WhatsApp -69, OTP -26). */
  readonly prices: readonly Price[];
  readonly money: Money;
  readonly templates: readonly { readonly templateId: number; readonly content: 'ordinary' | 'sensitive' }[];
  readonly flows: readonly number[];
  readonly tasks: readonly WorldTask[];
  readonly aiVoiceJobs: readonly AiVoiceJob[];
  readonly agents: readonly Agent[];
  readonly bindings: readonly Binding[];
  readonly sessions: Sessions;
  /** Values of `lan` that text-to-speech knows (redial -39); empty: all. */
  readonly languages: readonly string[];
  readonly voiceFiles: VoiceFiles;
  readonly limits: Limits;
  readonly calls: Calls;
  readonly answers: EnvelopeForm;
  readonly faults: readonly Fault[];
}

export interface WorldClock {
  /** Absent: the real time. */
  readonly start?: Instant;
  /** Sandbox milliseconds per real millisecond: 0 stops the clock, 60 makes a minute of a second. */
  readonly speed: number;
}

export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  readonly state: 'enabled' | 'disabled';
}

/** Those with which a client is let in, where any are. */
export function credentialsOf({ keys }: World): Credentials {
  const { key: apiKey, secret: apiSecret } = keys.find(({ state }) => state === 'enabled') ?? keys[0]!;
  return { apiKey, apiSecret };
}

export interface AccountFlags {
  readonly user: 'active' | 'locked';
  readonly workspace: 'enabled' | 'disabled';
  readonly authentication: 'done' | 'missing';
}

export interface BusinessNumber {
  readonly number: string;
  readonly state: 'normal' | 'abnormal';
}

export interface Price {
  readonly prefix: string;
  readonly whatsapp: Micros;
  readonly otp: Micros;
}

export interface WorldTask {
  readonly taskId: number;
  readonly taskName: string;
  readonly state: 'waiting' | 'running' | 'completed' | 'canceled';
  /** Numbers that a redial would call; 0 gets -34. */
  readonly callable: number;
}

export interface AiVoiceJob {
  /** Its digits as text, beyond 2^53. */
  readonly jobId: number | string;
  readonly state: 'running' | 'paused' | 'completed';
  /** A running one completes this long after the sandbox's start; absent: never by itself. */
  readonly completesAfterMs?: number;
}

/** Section "Agent (call-centre seat) record", whole. */
export interface Agent {
  readonly keyId: number;
  readonly empNo: string;
  readonly petName: string;
  readonly name: string;
  readonly appId: string;
  readonly deleteFlag: 0 | 1;
  readonly enable: 0 | 1;
  readonly priority: number;
  readonly voiceGroupId: number;
  readonly groupName: string;
  readonly account: string;
  readonly password: string;
  readonly createTime: string;
  readonly updateTime: string;
  readonly displayNum: string;
  readonly ccode: string | null;
  readonly appName: string | null;
  /** The sample shows a string. */
  readonly status: '1' | '2' | '3' | '4' | '5';
  readonly voiceGroupCcode: string;
}

/** Section "AXB binding record", with the app that the filter asks for. */
export interface Binding {
  readonly appId: string;
  readonly bindId: number;
  readonly phoneA: string;
  readonly phoneB: string;
  readonly pnsNumberA: string;
  readonly pnsNumberB: string;
  readonly expireTime: string;
}

export interface Sessions {
  readonly default: 'open' | 'closed';
  /** Recipients whose number ends with these digits have the other state. */
  readonly exceptEndings: readonly string[];
  readonly lastInbound: readonly LastInbound[];
}

export interface LastInbound {
  readonly recipient: string;
  readonly businessPhone?: string;
  readonly at: { readonly instant: Instant } | { readonly agoMs: number };
}

export interface VoiceFiles {
  /** `any`: redial takes every voiceFileId. `known`: only uploaded ones and these (-24). */
  readonly accept: 'any' | 'known';
  readonly ids: readonly string[];
}

export interface Limits {
  readonly otpTotal: RateLimit;
  readonly otpPerPhone: RateLimit;
  readonly concurrentTasks: number;
  readonly tasks: number;
}

export interface RateLimit {
  readonly count: number;
  readonly perMs: number;
}

/** How a redialled task dials: with `lines` calls at a time of `callMs` each. */
export interface Calls {
  readonly lines: number;
  readonly callMs: number;
}
