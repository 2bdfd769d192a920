import type { ContactCap } from '../../campaign/contact-rules.ts';
import { formatAddress, jobId } from '../../job/address.ts';
import type { HeldContact } from '../../ledger/contacts/judge-contact.ts';
import type { Instant } from '../../platform/ports.ts';
import type { PlannedJob } from '../plan.ts';

/** The jobs of one step that a cap holds because of other campaigns' contacts. Each is for another person. */
export interface RoomMade {
  readonly campaign: string;
  readonly step: string;
  /** The campaigns whose contacts leave no room. */
  readonly to: readonly string[];
  readonly cap: ContactCap;
  /** They start later. */
  readonly later: number;
  /** They do not start: the cap allows nothing more before the end. */
  readonly skipped: number;
  /** The last of those that start later. */
  readonly until: Instant | undefined;
  /** The first of them. */
  readonly people: readonly PersonHeld[];
}

export interface PersonHeld {
  readonly key: string;
  /** When it would have started without the cap. */
  readonly wanted: Instant;
  /** Undefined if it does not start. */
  readonly at: Instant | undefined;
}

/** People in each entry; all are counted. */
const peopleAtMost = 100;

type Growing = { -readonly [Key in keyof RoomMade]: RoomMade[Key] } & { readonly people: PersonHeld[] };

interface Waiting {
  readonly wanted: Instant;
  readonly cap: ContactCap;
  readonly to: readonly string[];
}

/**
 * `mayHold`: whether the cap of the first campaign counts contacts of the second one that left no room for it. Those of a lower priority
 * leave room under the caps that they have, too.
 */
export function createRoomMade(mayHold: (campaign: string, other: string, cap: ContactCap) => boolean) {
  const waiting = new Map<string, Map<string, Waiting>>();
  const made = new Map<string, Growing>();
  const entryOf = (campaign: string, step: string, { to, cap }: Waiting): Growing => {
    const name = JSON.stringify([campaign, step, to, cap.name]);
    const none = { campaign, step, to, cap, later: 0, skipped: 0, until: undefined, people: [] };
    const entry = made.get(name) ?? none;
    made.set(name, entry);
    return entry;
  };
  return {
    /** A job may be held several times: it waits from the first time on, and the last cap is the one that it waits for. */
    held(campaign: string, { step, key, at, verdict }: HeldContact, cap: ContactCap): void {
      const theirs = waiting.get(campaign) ?? new Map<string, Waiting>();
      waiting.set(campaign, theirs);
      const job = formatAddress(jobId(step, key));
      const others = [...new Set(verdict.by.map((touch) => touch.campaign))]
        .filter((one) => one !== campaign && mayHold(campaign, one, cap))
        .sort();
      const before = theirs.get(job);
      // A later hold by the campaign's own contacts does not change that it made room for others.
      if (others.length === 0 && before !== undefined) return;
      theirs.set(job, { wanted: before?.wanted ?? at, cap, to: others });
    },
    decided(campaign: string, { id, at, drop }: PlannedJob): void {
      const held = waiting.get(campaign)?.get(formatAddress(id));
      if (held === undefined || held.to.length === 0 || id.key === undefined) return;
      if (at === undefined && drop?.reason.word !== 'capped') return;
      const entry = entryOf(campaign, id.step, held);
      if (at === undefined) entry.skipped++;
      else {
        entry.later++;
        entry.until = Math.max(entry.until ?? at, at);
      }
      if (entry.people.length < peopleAtMost) entry.people.push({ key: id.key, wanted: held.wanted, at });
    },
    /** Those who make room for most first. */
    list: (): readonly RoomMade[] => [...made.values()].sort((a, b) => b.later + b.skipped - (a.later + a.skipped)),
  };
}
