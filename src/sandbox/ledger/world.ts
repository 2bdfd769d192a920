import type { Instant } from '../../platform/ports.ts';
import type { Credentials } from '../../service/http/signature.ts';
import type { Rate } from '../../time/duration.ts';
import type { WorldInput } from '../world/world-input.gen.ts';
import type { Fault } from './fault.ts';

/** With everything that a world file may leave out. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Complete<T[Name]> }
    : T;

/** Fields that are the same in a world file, where they may be left out; `schemas/world.schema.json` says what each means. */
export type WrittenFields = Complete<
  Omit<
    WorldInput,
    | 'clock'
    | 'timestampValid'
    | 'prices'
    | 'money'
    | 'aiVoiceJobs'
    | 'sessions'
    | 'limits'
    | 'calls'
    | 'magicNumbers'
    | 'faults'
  >
>;

/**
 * The complete starting facts of a sandbox: every default applied, every duration in milliseconds, every amount in
 * micro-units. `world/read-world.ts` makes it of a world file.
 */
export interface World extends WrittenFields {
  readonly clock: WorldClock;
  /** Section "Authentication", rule 5: how far a Timestamp may be off, in either direction. */
  readonly timestampValidMs: number;
  /** The longest prefix counts. A number without one has no rate (WhatsApp -69, OTP -26). */
  readonly prices: readonly Price[];
  readonly money: Money;
  readonly aiVoiceJobs: readonly AiVoiceJob[];
  readonly sessions: Sessions;
  readonly limits: {
    readonly otpTotal: Rate;
    readonly otpPerPhone: Rate;
    readonly concurrentTasks: number;
    readonly tasks: number;
  };
  readonly calls: Calls;
  readonly faults: readonly Fault[];
}

export type Agent = World['agents'][number];
export type Binding = World['bindings'][number];

export interface WorldClock {
  /** Absent: the real time. */
  readonly start?: Instant;
  /** Sandbox milliseconds per real millisecond: 0 stops the clock, 60 makes a minute of a second. */
  readonly speed: number;
}

/** Those with which a client is let in, where any are. */
export function credentialsOf({ keys }: World): Credentials {
  const { key: apiKey, secret: apiSecret } = keys.find(({ state }) => state === 'enabled') ?? keys[0]!;
  return { apiKey, apiSecret };
}

export interface Price {
  readonly prefix: string;
  readonly whatsapp: Micros;
  readonly otp: Micros;
}

export interface AiVoiceJob {
  /** Its digits as text, beyond 2^53. */
  readonly jobId: number | string;
  readonly state: 'running' | 'paused' | 'completed';
  /** A running one completes this long after the sandbox's start; absent: never by itself. */
  readonly completesAfterMs?: number;
}

interface Sessions {
  readonly default: 'open' | 'closed';
  /** Recipients whose number ends with these digits have the other state. */
  readonly exceptEndings: readonly string[];
  readonly lastInbound: readonly {
    readonly recipient: string;
    readonly businessPhone?: string;
    readonly at: { readonly instant: Instant } | { readonly agoMs: number };
  }[];
}

/** How a redialled task dials: with `lines` calls at a time of `callMs` each. */
export interface Calls {
  readonly lines: number;
  readonly callMs: number;
}

/** A millionth of the account's unit. Whole numbers below 2^53, so that sums are exact. */
export type Micros = number & { readonly __unit?: 'micros' };

/** A decimal of at most six places, such as `1000` or `0.005`; undefined for any other text and for more than a billion. */
export function microsOf(text: string): Micros | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
}

/** The shortest decimal text: `1000`, `949.9925`. */
export function decimalOf(micros: Micros): string {
  const whole = Math.floor(micros / 1_000_000);
  const rest = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return rest === '' ? String(whole) : `${whole}.${rest}`;
}

export function availableOf(money: Money): Micros {
  return money.balance + money.gift + money.credit;
}

/** Gift first, then the balance, then credit; undefined if all of it is not enough. */
export function spend(money: Money, cost: Micros): Money | undefined {
  if (availableOf(money) < cost) return undefined;
  const gift = Math.min(money.gift, cost);
  const balance = Math.min(money.balance, cost - gift);
  return {
    gift: money.gift - gift,
    balance: money.balance - balance,
    credit: money.credit - (cost - gift - balance),
  };
}

export interface Money {
  readonly balance: Micros;
  readonly gift: Micros;
  readonly credit: Micros;
}
