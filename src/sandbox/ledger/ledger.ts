import type { Instant } from '../../platform/ports.ts';
import type { Fault } from './fault.ts';
import { type Task, taskStateAt } from './task.ts';
import { type AiVoiceJob, availableOf, type Micros, spend, type World } from './world.ts';

export type Ledger = ReturnType<typeof openLedger>;

/** `seq`: the journal entry that carries the content. */
type StoredFile = Omit<Extract<Fact, { fact: 'file' }>, 'fact'> & FactPlace;

const pointsMax = 512;
const hourMs = 3_600_000;

/** The state of the account: the world's starting facts, and every fact since. Only `applyFact` changes it. */
export function openLedger(world: World, startedAt: Instant) {
  const { limits, sessions } = world;
  return {
    startedAt,
    money: world.money,
    /** Counts everything that has an id, so that ids never repeat. */
    ids: 0,
    messages: 0,
    codes: 0,
    backfills: 0,
    inbounds: 0,
    orderIds: new Set<string>(),
    codesTotal: createSlidingCount(limits.otpTotal.perMs),
    codesPerPhone: createSlidingCount(limits.otpPerPhone.perMs),
    files: new Map<string, StoredFile>(),
    fileNames: new Set<string>(),
    tasks: new Map(world.tasks.map((task) => [task.taskId, fromWorld(task)])),
    taskNames: new Set(world.tasks.map((task) => task.taskName)),
    aiVoicePaused: new Set<number | string>(),
    /** By `sessionKey`. */
    lastInbound: new Map<string, Instant>(
      sessions.lastInbound.map(({ recipient, businessPhone, at }) => [
        sessionKey(recipient, businessPhone ?? firstNumberOf(world)),
        'instant' in at ? at.instant : startedAt - at.agoMs,
      ]),
    ),
    /** The available money over time: at most `pointsMax` points, thinned out evenly. */
    funds: [{ at: startedAt, available: availableOf(world.money) }],
    fundsEvery: 1,
    charges: 0,
  };
}

/** The time of a fact and its place in the journal. */
interface FactPlace {
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

/** Something that happened in the sandbox. The ledger is the sum of the facts, in the journal's order. */
export type Fact =
  | { readonly fact: 'message'; readonly messageId: string; readonly cost: Micros }
  | CodeFact
  | { readonly fact: 'file'; readonly fileId: string; readonly fileName: string; readonly bytes: number }
  | { readonly fact: 'task'; readonly task: Task }
  | { readonly fact: 'aiVoicePaused'; readonly jobId: number | string }
  | { readonly fact: 'backfill' }
  | InboundFact
  | ClockFact
  | { readonly fact: 'faultAdded'; readonly fault: Fault }
  | { readonly fact: 'faultsCleared' };

interface CodeFact {
  readonly fact: 'code';
  readonly verificationId: string;
  readonly code: string;
  readonly to: string;
  readonly orderId?: string;
  readonly cost: Micros;
}

/** A recipient writes to a business number, which opens the 24 hours. */
interface InboundFact {
  readonly fact: 'inbound';
  readonly recipient: string;
  readonly businessPhone: string;
  readonly text?: string;
}

/** Sandbox time is `at` plus `speed` times the time of the underlying clock since `since`: a speed of 0 stops it. */
export interface ClockFact {
  readonly fact: 'clock';
  readonly at: Instant;
  readonly since: Instant;
  readonly speed: number;
}

/** How often something happened in the last `perMs`, by key. Only this period is kept in memory. */
export function createSlidingCount(perMs: number) {
  let times: Instant[] = [];
  let keys: string[] = [];
  let first = 0;
  const counts = new Map<string, number>();
  const lessOf = (key: string): void => {
    const left = counts.get(key)! - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
  const forget = (now: Instant): void => {
    // The clock may have been set back.
    while (times.length > first && times.at(-1)! > now) {
      times.pop();
      lessOf(keys.pop()!);
    }
    for (; first < times.length && times[first]! <= now - perMs; first++) lessOf(keys[first]!);
    if (first > 1024 && first * 2 > times.length) {
      times = times.slice(first);
      keys = keys.slice(first);
      first = 0;
    }
  };
  return {
    add(at: Instant, key: string): void {
      forget(at);
      times.push(at);
      keys.push(key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    of(key: string, now: Instant): number {
      forget(now);
      return counts.get(key) ?? 0;
    },
  };
}
