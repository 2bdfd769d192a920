import type { ContactVerdict, JudgeContact } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import type { Window } from '../time/window.ts';
import { nextOpening } from '../time/window.ts';
import type { AudienceTimes } from './audience-times.ts';
import { createHeap, type Heap } from './heaps.ts';

interface ZoneQueuesInput {
  readonly times: AudienceTimes;
  readonly window: Window | 'always';
  readonly guardMs: number;
  readonly openedAt: Instant;
  readonly deadlineOf: (recipient: number) => Instant;
  /** Earliest next contact with a recipient, where `perRecipient` limits them. */
  readonly freeAt: ((recipient: number) => Instant) | undefined;
  /** What the contact rules say of each recipient, where there are any. */
  readonly judge: JudgeContact | undefined;
  /** Of each zone, by deadline and file order. */
  readonly order: readonly Uint32Array[];
}

type Held = Extract<ContactVerdict, { kind: 'held' }>;

export interface Capped {
  readonly until: Instant;
  /** The first instant within their hours since then. */
  readonly back: Instant;
  /** The place of the cap among the rules. */
  readonly cap: number;
  /** It could have started since: if it does not in time, another rule has held it. */
  isOver: boolean;
}

/**
 * One step's jobs by zone: in each, those whose deadline is earliest come first, then the order of the file. Jobs that
 * are delayed (a retry, a recipient whom another step has just contacted) wait in a heap and return to their zone.
 */
export function createZoneQueues(input: ZoneQueuesInput) {
  const { times, window, guardMs, openedAt, deadlineOf, freeAt, judge, order } = input;
  const openingFrom = (zone: number, from: Instant) =>
    nextOpening({ window, clock: times.zones[zone] ?? 'UTC', country: times.countries?.[zone], from, guardMs });
  const never = Number.POSITIVE_INFINITY;

  const zones = times.zones.map((_, index) => {
    const opening = openingFrom(index, openedAt);
    const opens = Math.max(opening?.opens ?? never, openedAt);
    return {
      index,
      next: 0,
      queued: order[index]!,
      returned: undefined as Heap | undefined,
      opens,
      closes: opening?.closes ?? never,
      /** Opening after this one; computed when a deadline asks for it. */
      reopens: undefined as Instant | undefined,
      /** The first instant at which jobs of this zone could start. */
      firstOpens: opens,
      /** Computed when a recipient is dropped. */
      neverOpens: undefined as boolean | undefined,
    };
  });
  type Zone = (typeof zones)[number];
  const active = zones.filter(({ queued }) => queued.length > 0);
  // Most steps delay and cap nobody, and there may be thousands of steps.
  let delayed: Heap | undefined;
  let capped: Map<number, Capped> | undefined;
  /** No cap delays this recipient any more. */
  const allow = (recipient: number): void => {
    const held = capped?.get(recipient);
    if (held !== undefined) held.isOver = true;
  };
  /** Until then, and until its hours open after that; where that is too late, it returns at once to be dropped. */
  const delay = (recipient: number, until: Instant): Instant => {
    const zone = zones[times.zoneOf[recipient]!]!;
    const isOpen = zone.opens <= until && until < zone.closes;
    const opens = isOpen ? until : Math.max(until, openingFrom(zone.index, until)?.opens ?? never);
    const back = opens < deadlineOf(recipient) ? opens : until;
    delayed ??= createHeap();
    delayed.push(back, recipient);
    return back;
  };
  const opensAt = (recipient: number, at: Instant): boolean => openingFrom(times.zoneOf[recipient]!, at)?.opens === at;
  const firstBack = (): Instant => (delayed === undefined || delayed.size() === 0 ? never : delayed.firstOrder());
  const found = {
    kind: 'none' as 'ready' | 'unreachable' | 'refused' | 'wait' | 'none',
    recipient: -1,
    zone: -1,
    /** The last instant at which this job could start: its deadline, or its zone's last closing before it. */
    deadline: never,
    /** Of a job that is ready: its deadline, or the end of the opening that its zone is in. */
    mayStartUntil: never,
    /** Of a job that is ready: since when its zone is open, and when it opened for the first time. */
    opens: never,
    firstOpens: never,
    until: never,
    waitsFor: 'window' as 'window' | 'requeued',
    /** Of a job that is refused: the contact rule. */
    verdict: undefined as Exclude<ContactVerdict, { kind: 'free' }> | undefined,
  };

  let sameUntil = Number.NEGATIVE_INFINITY;

  const headOf = (zone: Zone): number => {
    const queued = zone.queued[zone.next] ?? -1;
    const back = zone.returned?.first() ?? -1;
    if (back === -1) return queued;
    if (queued === -1) return back;
    const queuedBy = deadlineOf(queued);
    const backBy = zone.returned!.firstOrder();
    return backBy < queuedBy || (backBy === queuedBy && back < queued) ? back : queued;
  };
  const takeHead = (zone: Zone, head: number): void => {
    if (zone.returned?.first() === head) zone.returned.pop();
    else zone.next++;
  };
  const refresh = (zone: Zone, now: Instant): void => {
    const opening = openingFrom(zone.index, now);
    zone.opens = opening?.opens ?? never;
    zone.closes = opening?.closes ?? never;
    zone.reopens = undefined;
  };
  const lastStart = (zone: Zone, deadline: Instant): Instant => {
    if (deadline === never || deadline <= zone.closes) return deadline;
    zone.reopens ??= openingFrom(zone.index, zone.closes)?.opens ?? never;
    return deadline > zone.reopens ? deadline : zone.closes;
  };
  const returnDue = (now: Instant): void => {
    while (delayed !== undefined && delayed.size() > 0 && delayed.firstOrder() <= now) {
      const recipient = delayed.pop();
      const zone = zones[times.zoneOf[recipient]!]!;
      zone.returned ??= createHeap();
      zone.returned.push(deadlineOf(recipient), recipient);
      if (zone.opens <= now && now < zone.closes) allow(recipient);
      if (!active.includes(zone)) active.push(zone);
    }
  };

  return {
    /** The job that should start at `now`, or what delays it. Every call returns the same object. */
    peek(now: Instant): typeof found {
      // When a recipient is free depends on what the other steps start, and other campaigns.
      if (now < sameUntil && freeAt === undefined && judge === undefined) return found;
      returnDue(now);
      let changes = never;
      let best: Zone | undefined;
      let until = never;
      for (let at = 0; at < active.length; ) {
        const zone = active[at]!;
        const head = headOf(zone);
        if (head === -1) {
          active.splice(at, 1);
          continue;
        }
        if (now >= zone.closes) refresh(zone, now);
        const deadline = deadlineOf(head);
        changes = Math.min(changes, zone.closes, deadline);
        if (zone.opens === never || deadline <= Math.max(now, zone.opens)) {
          return Object.assign(found, { kind: 'unreachable', recipient: head, zone: zone.index, deadline });
        }
        if (now < zone.opens) {
          until = Math.min(until, zone.opens);
          at++;
          continue;
        }
        const free = freeAt === undefined ? now : freeAt(head);
        if (free > now) {
          takeHead(zone, head);
          // Who is free only after their deadline is dropped at the deadline: what needs the step does not wait for more.
          delay(head, Math.min(free, deadline));
          continue;
        }
        const verdict = judge?.(head, now);
        const heldUntil = verdict?.kind === 'held' ? nextLook(verdict, deadline, now + (delayed?.size() ?? 0)) : never;
        if (verdict?.kind === 'held' && heldUntil < deadline) {
          takeHead(zone, head);
          capped ??= new Map();
          capped.set(head, { until: heldUntil, back: delay(head, heldUntil), cap: verdict.cap, isOver: false });
          continue;
        }
        if (verdict !== undefined && verdict.kind !== 'free') {
          return Object.assign(found, { kind: 'refused', recipient: head, zone: zone.index, deadline, verdict });
        }
        if (verdict !== undefined) allow(head);
        const last = lastStart(zone, deadline);
        if (best === undefined || last < found.deadline || (last === found.deadline && head < found.recipient)) {
          best = zone;
          found.recipient = head;
          found.deadline = last;
          found.mayStartUntil = Math.min(deadline, zone.closes);
        }
        at++;
      }
      const back = firstBack();
      sameUntil = Math.min(changes, back, until);
      if (best !== undefined) {
        found.kind = 'ready';
        found.zone = best.index;
        found.opens = best.opens;
        found.firstOpens = best.firstOpens;
        return found;
      }
      found.waitsFor = back < until && !opensAt(delayed!.first(), back) ? 'requeued' : 'window';
      found.recipient = back < until ? delayed!.first() : -1;
      found.until = Math.min(back, until);
      found.kind = found.until === never ? 'none' : 'wait';
      return found;
    },
    /** `peek` returns the same until then, unless a job is taken or requeued, or another step or process contacts its recipient. */
    sameUntil: (): Instant => sameUntil,
    /** Removes the job that `peek` has just found. */
    take(): void {
      sameUntil = Number.NEGATIVE_INFINITY;
      takeHead(zones[found.zone]!, found.recipient);
    },
    /** Returns a job to the queue; it starts at `at` or later, and within its hours. */
    requeue(recipient: number, at: Instant): void {
      sameUntil = Number.NEGATIVE_INFINITY;
      capped?.delete(recipient);
      // A job that would return after its deadline is dropped at the deadline.
      delay(recipient, Math.min(at, deadlineOf(recipient)));
    },
    /** What a cap has delayed this job until; undefined where none has. */
    cappedUntil: (recipient: number): Capped | undefined => capped?.get(recipient),
    /** Whether the hours of this recipient never open, whatever days are holidays. */
    neverOpens(recipient: number): boolean {
      const zone = zones[times.zoneOf[recipient]!];
      if (zone?.firstOpens !== never || window === 'always') return false;
      const withoutHolidays = { ...window, holidays: undefined };
      const clock = times.zones[zone.index]!;
      zone.neverOpens ??= nextOpening({ window: withoutHolidays, clock, from: openedAt, guardMs }) === undefined;
      return zone.neverOpens;
    },
  };
}

export type Peek = ReturnType<ReturnType<typeof createZoneQueues>['peek']>;

/**
 * A job that claims hold is looked at again only if the last of them ends in time: else another run of its campaign sends it. These may
 * be everybody: a millisecond more for each job that waits keeps the looks at a few hundredths of the processor.
 */
function nextLook({ until, askAgain, claimedUntil }: Held, deadline: Instant, manyAt: Instant): Instant {
  if (askAgain === undefined || (claimedUntil ?? askAgain) >= deadline) return until;
  return claimedUntil === undefined ? askAgain : Math.min(until, claimedUntil, Math.max(askAgain, manyAt));
}
