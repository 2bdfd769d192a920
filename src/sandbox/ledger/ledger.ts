import type { Instant } from '../../platform/ports.ts';
import type { Fact } from './fact.ts';
import type { Money } from './money.ts';
import { availableOf, type Micros, spend } from './money.ts';
import { createSlidingCount, type SlidingCount } from './sliding-count.ts';
import { type Task, taskStateAt } from './task.ts';
import type { AiVoiceJob, World } from './world.ts';

/** The state of the account: the world's starting facts, and every fact since. Only `applyFact` changes it. */
export interface Ledger {
  readonly startedAt: Instant;
  money: Money;
  /** Counts everything that has an id, so that ids never repeat. */
  ids: number;
  messages: number;
  codes: number;
  backfills: number;
  inbounds: number;
  readonly orderIds: Set<string>;
  readonly codesTotal: SlidingCount;
  readonly codesPerPhone: SlidingCount;
  readonly files: Map<string, StoredFile>;
  readonly fileNames: Set<string>;
  readonly tasks: Map<number, Task>;
  readonly taskNames: Set<string>;
  readonly aiVoicePaused: Set<number | string>;
  /** By `sessionKey`. */
  readonly lastInbound: Map<string, Instant>;
  /** The available money over time: at most `pointsMax` points, thinned out evenly. */
  funds: FundsPoint[];
  fundsEvery: number;
  charges: number;
}

export interface StoredFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly at: Instant;
  /** Journal entry that carries the content. */
  readonly seq: number;
}

export interface FundsPoint {
  readonly at: Instant;
  readonly available: Micros;
}

const pointsMax = 512;
const hourMs = 3_600_000;

export function openLedger(world: World, startedAt: Instant): Ledger {
  const { limits, sessions } = world;
  return {
    startedAt,
    money: world.money,
    ids: 0,
    messages: 0,
    codes: 0,
    backfills: 0,
    inbounds: 0,
    orderIds: new Set(),
    codesTotal: createSlidingCount(limits.otpTotal.perMs),
    codesPerPhone: createSlidingCount(limits.otpPerPhone.perMs),
    files: new Map(),
    fileNames: new Set(),
    tasks: new Map(world.tasks.map((task) => [task.taskId, fromWorld(task)])),
    taskNames: new Set(world.tasks.map((task) => task.taskName)),
    aiVoicePaused: new Set(),
    lastInbound: new Map(
      sessions.lastInbound.map(({ recipient, businessPhone, at }) => [
        sessionKey(recipient, businessPhone ?? firstNumberOf(world)),
        'instant' in at ? at.instant : startedAt - at.agoMs,
      ]),
    ),
    funds: [{ at: startedAt, available: availableOf(world.money) }],
    fundsEvery: 1,
    charges: 0,
  };
}

/** The time of a fact and its place in the journal. */
export interface FactPlace {
  readonly at: Instant;
  readonly seq: number;
}

export function applyFact(ledger: Ledger, fact: Fact, place: FactPlace): void {
  switch (fact.fact) {
    case 'message':
      ledger.ids++;
      ledger.messages++;
      return charge(ledger, fact.cost, place.at);
    case 'code':
      ledger.ids++;
      ledger.codes++;
      if (fact.orderId !== undefined) ledger.orderIds.add(fact.orderId);
      ledger.codesTotal.add(place.at, '');
      ledger.codesPerPhone.add(place.at, fact.to);
      return charge(ledger, fact.cost, place.at);
    case 'file': {
      const { fileId, fileName, bytes } = fact;
      ledger.ids++;
      ledger.files.set(fileId, { fileId, fileName, bytes, ...place });
      ledger.fileNames.add(fileName);
      return;
    }
    case 'task':
      ledger.ids++;
      ledger.tasks.set(fact.task.taskId, fact.task);
      ledger.taskNames.add(fact.task.taskName);
      return;
    case 'aiVoicePaused':
      ledger.aiVoicePaused.add(fact.jobId);
      return;
    case 'backfill':
      ledger.backfills++;
      return;
    case 'inbound':
      ledger.inbounds++;
      ledger.lastInbound.set(sessionKey(fact.recipient, fact.businessPhone), place.at);
      return;
    case 'clock':
    case 'faultAdded':
    case 'faultsCleared':
      return;
    default:
      fact satisfies never;
  }
}

export function sessionIsOpen(
  { world, ledger, now }: { readonly world: World; readonly ledger: Ledger; readonly now: Instant },
  { recipient, businessPhone }: { readonly recipient: string; readonly businessPhone: string },
): boolean {
  const last = ledger.lastInbound.get(sessionKey(recipient, businessPhone));
  if (last !== undefined) return now - last < 24 * hourMs;
  const excepted = world.sessions.exceptEndings.some((ending) => recipient.endsWith(ending));
  return (world.sessions.default === 'open') !== excepted;
}

export function tasksUnderWay(ledger: Ledger, now: Instant): number {
  let count = 0;
  for (const task of ledger.tasks.values()) {
    const state = taskStateAt(task, now);
    if (state === 'running' || state === 'waiting') count++;
  }
  return count;
}

export function aiVoiceStateAt(ledger: Ledger, job: AiVoiceJob, now: Instant): AiVoiceJob['state'] {
  if (ledger.aiVoicePaused.has(job.jobId)) return 'paused';
  const over = job.completesAfterMs !== undefined && now >= ledger.startedAt + job.completesAfterMs;
  return job.state === 'running' && over ? 'completed' : job.state;
}

export function firstNumberOf(world: World): string {
  return world.businessNumbers[0]?.number ?? '';
}

function sessionKey(recipient: string, businessPhone: string): string {
  return `${businessPhone} ${recipient}`;
}

function fromWorld({ taskId, taskName, callable, state }: World['tasks'][number]): Task {
  return { taskId, taskName, callable, origin: { kind: 'world', state } };
}

function charge(ledger: Ledger, cost: Micros, at: Instant): void {
  const money = spend(ledger.money, cost);
  // A fact was decided with this ledger: it can only be unaffordable if the world file has changed since.
  ledger.money = money ?? { balance: 0, gift: 0, credit: 0 };
  ledger.charges++;
  if (ledger.charges % ledger.fundsEvery !== 0) return;
  ledger.funds.push({ at, available: availableOf(ledger.money) });
  if (ledger.funds.length <= pointsMax) return;
  ledger.funds = ledger.funds.filter((_, index) => index % 2 === 0);
  ledger.fundsEvery *= 2;
}
