import type { Clock, Instant, Random } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import { parameterCode } from '../../service/validate/bind.ts';
import { firstBreach, formatBreach } from '../../service/validate/check-request.ts';
import { admit, createReplayGuard, type ReplayGuard, type ServiceRequest } from '../http/admit.ts';
import { acceptedText, type ReadBody, readBody, refusedText } from '../http/bodies.ts';
import { adminLine, type Exchange, isRequest, type Journal, parseEntry, requestLine } from '../journal/journal.ts';
import { type Fault, type FaultSubject, faultComes, faultConcerns } from '../ledger/fault.ts';
import { applyFact, type ClockFact, type Fact, type Ledger, openLedger } from '../ledger/ledger.ts';
import type { World, WorldClock } from '../ledger/world.ts';
import { decide } from '../operations/decide.ts';
import { type Body, isRefusal, type Refusal, recipientOf } from '../operations/decision.ts';

/** One live world: its ledger, its journal, its clock and its faults. A sandbox has one for each group of API keys. */
export interface Account {
  readonly name: string;
  readonly world: World;
  readonly clock: SandboxClock;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly faults: FaultQueue;
  /** How often it went back in this process: a journal that is as long as before may be another one. */
  readonly rewinds: number;
  answer(request: ServiceRequest): ServiceAnswer;
  /** Records a request that does not belong to an operation and was already answered. */
  note(exchange: Exchange): void;
  /** Adds facts that do not come from a request of the service. */
  change(...facts: Fact[]): void;
  /** Goes back to where the journal had `seq` entries: 0 is the world's beginning. */
  rewind(seq: number): void;
  /** Calls back after every entry and every rewind; returns what ends that. */
  watch(listener: () => void): () => void;
}

export interface ServiceAnswer {
  readonly http: number;
  readonly text: string;
  /** The rule that refused it. */
  readonly rule?: string;
  /** The fault that changes how this answer is sent. */
  readonly fault?: Fault;
  /** When it was made: the answer's Date. */
  readonly at: Instant;
}

interface AccountOptions {
  readonly name: string;
  readonly world: World;
  readonly journal: Journal;
  /** The journal outlives the process: it says when the world began, from where `ago` and `completesAfter` count. */
  readonly isKept: boolean;
  readonly clock: SandboxClock;
}

export function createAccount({ name, world, journal, isKept, clock }: AccountOptions): Account {
  let ledger: Ledger;
  let faults: FaultQueue;
  let replays: ReplayGuard;
  let rewinds = 0;
  const listeners = new Set<() => void>();
  const { answers: form } = world;

  const take = (fact: Fact, at: Instant, seq: number): void => {
    applyFact(ledger, fact, { at, seq });
    if (fact.fact === 'clock') clock.set(fact);
    else if (fact.fact === 'faultAdded') faults.add(fact.fault);
    else if (fact.fact === 'faultsCleared') faults.clear();
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  /** Written before it counts: a kill must never undo something that was answered. */
  const record = (line: string, facts: readonly Fact[], at: Instant): void => {
    journal.append(line);
    for (const fact of facts) take(fact, at, journal.count);
    tell();
  };
  const replay = (): void => {
    let latest = clock.now();
    for (const line of journal.lines()) {
      const entry = parseEntry(line);
      latest = Date.parse(entry.at);
      // What HTTP refused met no fault.
      if (isRequest(entry) && entry.rule?.startsWith('request.') !== true) {
        const subject = subjectOf(entry.operation, entry.body);
        if (subject !== undefined) faults.hit(subject);
      }
      for (const fact of entry.facts ?? []) take(fact, latest, entry.seq);
    }
    // Time that the world began goes on from what happened last; other time has gone on by itself.
    const isOwnTime = world.clock.start !== undefined || world.clock.speed !== 1;
    if (isOwnTime && clock.now() < latest) clock.set({ at: latest, speed: clock.setting.speed });
  };
  const begin = (startedAt = clock.now()): void => {
    ledger = openLedger(world, startedAt);
    faults = createFaultQueue(world.faults);
    replays = createReplayGuard(world);
    replay();
    if (isKept && journal.count === 0) journal.append(adminLine(1, clock.now(), []));
  };

  const refused = (operation: OperationId, refusal: Refusal, at: Instant, http = 200): ServiceAnswer => {
    return { http, text: refusedText(operation, refusal, form), rule: refusal.rule, at };
  };
  /** Undefined for a fault that says nothing of its own. */
  const scriptedAnswer = (operation: OperationId, fault: Fault, at: Instant): ServiceAnswer | undefined => {
    const { kind, status = '-18', reason, http, body } = fault;
    if (kind === 'http') return { http: http ?? 503, text: body ?? htmlOf(http ?? 503), fault, at };
    if (kind !== 'status') return undefined;
    const detail = reason === undefined ? {} : { detail: reason };
    return { ...refused(operation, { status, rule: 'fault.status', ...detail }, at, http), fault };
  };
  const respond = (request: ServiceRequest, body: ReadBody, now: Instant): Response => {
    const { operation } = request;
    if (body.kind === 'malformed') {
      const refusalMessage = { status: parameterCode(operation), rule: 'request.json', detail: body.why };
      return { answer: refused(operation, refusalMessage, now, 400), facts: [] };
    }
    const subject = subjectOf(operation, body.kind === 'json' ? body.value : null);
    const fault = subject && faults.hit(subject);
    if (fault === undefined) return work(request, body, now);
    const scripted = scriptedAnswer(operation, fault, now);
    if (faultComes(fault) === 'before') return { answer: scripted ?? { http: 0, text: '', fault, at: now }, facts: [] };
    const { answer, facts } = work(request, body, now);
    return { answer: { ...(scripted ?? answer), fault }, facts };
  };
  const work = (request: ServiceRequest, body: ReadBody, now: Instant): Response => {
    const { operation } = request;
    const value = body.kind === 'json' ? body.value : undefined;
    const refusalMessage = admit(world, request, now) ?? replays(request, now) ?? refuseFields(operation, value);
    if (refusalMessage !== undefined) return { answer: refused(operation, refusalMessage, now), facts: [] };
    const decision = decide[operation]({ world, ledger, body: (value ?? {}) as Body, now });
    if (isRefusal(decision)) return { answer: refused(operation, decision, now), facts: [] };
    return { answer: { http: 200, text: acceptedText(operation, decision, form), at: now }, facts: decision.facts };
  };
  const account: Account = {
    name,
    world,
    clock,
    journal,
    get ledger() {
      return ledger;
    },
    get faults() {
      return faults;
    },
    get rewinds() {
      return rewinds;
    },
    answer(request) {
      const now = clock.now();
      const body = readBody(request.body);
      const { answer, facts } = respond(request, body, now);
      const { operation, method, path, headers } = request;
      const seq = journal.count + 1;
      record(requestLine({ operation, method, path, headers, seq, at: now, body, answer, facts }), facts, now);
      return answer;
    },
    note(exchange) {
      record(requestLine({ ...exchange, seq: journal.count + 1, at: clock.now() }), [], clock.now());
    },
    change(...facts) {
      const now = clock.now();
      record(adminLine(journal.count + 1, now, facts), facts, now);
    },
    rewind(seq) {
      journal.truncate(seq);
      rewinds++;
      clock.reset();
      begin(seq === 0 ? undefined : ledger.startedAt);
      tell();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const first = journal.line(1);
  begin(first === undefined ? undefined : Date.parse(parseEntry(first).at));
  return account;
}

interface Response {
  readonly answer: ServiceAnswer;
  readonly facts: readonly Fact[];
}

function refuseFields(operation: OperationId, body: unknown): Refusal | undefined {
  const breach = firstBreach(operation, body);
  return breach && { status: breach.status, rule: breach.rule, detail: formatBreach(breach) };
}

/** The page of a gateway. */
function htmlOf(http: number): string {
  return `<!doctype html><title>${http}</title><h1>${http}</h1><p>The sandbox was asked to fail.</p>\n`;
}

/** The request as conditions of faults see it; undefined if no fault can apply. */
function subjectOf(operation: OperationId | null, body: unknown): FaultSubject | undefined {
  if (operation === null || typeof body === 'string') return undefined;
  return { operation, recipient: recipientOf(operation, body) };
}

type FaultQueue = ReturnType<typeof createFaultQueue>;

/** The faults that are set, with their counts so far. */
function createFaultQueue(initial: readonly Fault[]) {
  let set: { readonly fault: Fault; readonly random: Random; seen: number; struck: number }[] = [];
  const add = (fault: Fault): void => {
    set.push({ fault, random: createSeededRandom(fault.seed ?? 1), seen: 0, struck: 0 });
  };
  for (const fault of initial) add(fault);
  return {
    /** The first fault that hits this request; counts it. */
    hit(subject: FaultSubject): Fault | undefined {
      let hit: Fault | undefined;
      for (const entry of set) {
        const { fault } = entry;
        if (!faultConcerns(fault, subject)) continue;
        entry.seen++;
        if (entry.seen <= (fault.skip ?? 0)) continue;
        // Drawn even if an earlier fault has hit, so that faults do not change each other's random choices.
        const lucky = fault.rate === undefined || entry.random.next() < fault.rate;
        if (!lucky || hit !== undefined || entry.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
        entry.struck++;
        hit = fault;
      }
      return hit;
    },
    add,
    clear(): void {
      set = [];
    },
    /** `seen`: requests that matched the conditions; `struck`: how many of them it hit. */
    list: () => set.map(({ fault, seen, struck }) => ({ ...fault, seen, struck })),
  };
}

type SandboxClock = ReturnType<typeof createSandboxClock>;

type ClockSetting = Omit<ClockFact, 'fact'>;

/** Sandbox time: another clock's time, moved and made faster or slower. */
export function createSandboxClock(underlying: Clock, world: WorldClock) {
  const initial = (): ClockSetting => {
    const since = underlying.now();
    return { at: world.start ?? since, since, speed: world.speed };
  };
  let setting = initial();
  const now = (): Instant => {
    const passed = underlying.now() - setting.since;
    // At normal speed the clock is a plain offset, so that everything on the same underlying clock sees the same milliseconds.
    return setting.speed === 1 ? setting.at + passed : Math.floor(setting.at + passed * setting.speed);
  };
  return {
    now,
    get setting(): ClockSetting {
      return setting;
    },
    set({ at, speed, since = underlying.now() }: Omit<ClockSetting, 'since'> & Partial<ClockSetting>): void {
      setting = { at, speed, since };
    },
    /** Back to the setting of the world file. */
    reset(): void {
      setting = initial();
    },
  };
}
