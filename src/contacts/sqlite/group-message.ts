import type { Instant } from '../../platform/ports.ts';
import { isSameSource } from '../facts.ts';
import type { Settled, StepScope, TouchRequest } from '../ledger.ts';
import type { LedgerGroup } from '../run-contacts.ts';

/**
 * A group as JSON, which is made and read in half the time of Node's own copy. What many of its jobs have in common is in it once: most
 * groups are of one step.
 */
export function groupText({ requests, settled }: LedgerGroup): string {
  const [kinds, scopes] = [sharedParts(kindOf, isSameKind), sharedParts(scopeOf, isSameSource)];
  const message: Message = {
    requests: requests.map((one) => [kinds.placeOf(one), one.key, Math.floor(one.at), whole(one.until)]),
    kinds: kinds.parts,
    settled: settled.map((one) => [scopes.placeOf(one), one.key, one.outcome, whole(one.at), one.isOver]),
    scopes: scopes.parts,
  };
  return JSON.stringify(message);
}

export function readGroup(text: string): LedgerGroup {
  const { requests, kinds, settled, scopes } = JSON.parse(text) as Message;
  return {
    requests: requests.map(([place, key, at, until]) => {
      const { campaign, run, step, channel, purpose, zone } = kinds[place]!;
      return { campaign, run, step, key, at, channel, purpose, zone, until: until ?? undefined };
    }),
    settled: settled.map(([place, key, outcome, at, isOver]) => {
      const { campaign, run, step } = scopes[place]!;
      return { campaign, run, step, key, outcome, at: at ?? undefined, isOver: isOver ?? undefined };
    }),
  };
}

/** The ledger has whole milliseconds; a fraction takes several times as long to write and to read. */
function whole(at: Instant | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at);
}

/** Undefined becomes null in JSON. */
interface Message {
  readonly requests: readonly (readonly [place: number, key: string, at: number, until: number | null | undefined])[];
  readonly kinds: readonly Kind[];
  readonly settled: readonly (readonly [
    place: number,
    key: string,
    outcome: Settled['outcome'],
    at: number | null | undefined,
    isOver: boolean | null | undefined,
  ])[];
  readonly scopes: readonly StepScope[];
}

type Kind = Omit<TouchRequest, 'key' | 'at' | 'until'>;

function kindOf({ campaign, run, step, channel, purpose, zone }: Kind): Kind {
  return { campaign, run, step, channel, purpose, zone };
}

function scopeOf({ campaign, run, step }: StepScope): StepScope {
  return { campaign, run, step };
}

function isSameKind(a: Kind, b: Kind): boolean {
  return isSameSource(a, b) && a.zone === b.zone && a.purpose === b.purpose && a.channel === b.channel;
}

function sharedParts<T>(partOf: (one: T) => T, isSame: (a: T, b: T) => boolean) {
  const parts: T[] = [];
  let latest = 0;
  return {
    parts,
    placeOf(one: T): number {
      if (parts.length > 0 && isSame(parts[latest]!, one)) return latest;
      const found = parts.findIndex((part) => isSame(part, one));
      latest = found === -1 ? parts.push(partOf(one)) - 1 : found;
      return latest;
    },
  };
}
