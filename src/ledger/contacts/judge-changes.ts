import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { IntendedContact, JobChange } from '../change.ts';
import { type ContactFacts, isSameSource, type Touch, withTouches } from './facts.ts';
import { mayContact } from './judge-contact.ts';
import type { MadeTouch, StepScope } from './ledger.ts';

/** What the contact rules say of changes of one run, one after another, and what becomes of the contacts of their jobs. */
export interface JudgedChanges {
  /** Whether the contact rules allow this change: its intent may contact somebody now. */
  allows(change: JobChange): boolean;
  recorded(change: JobChange): void;
}

interface JudgeInput {
  readonly rules: ContactRules;
  readonly campaign: string;
  readonly run: string;
  /** The name of a person in the ledger, by their digits. */
  readonly nameOf: (key: string) => string;
  /** What is known of a person, but for their contacts in the group. */
  readonly factsOf: (name: string) => ContactFacts | undefined;
  readonly group: ContactGroup;
}

export function judgeChanges(input: JudgeInput): JudgedChanges {
  const { rules, campaign, run, nameOf, factsOf, group } = input;
  return {
    allows(change) {
      const { step, key } = change.to;
      if (!isContact(change) || key === undefined) return true;
      const name = nameOf(key);
      const request = { campaign, run, step, key, at: change.to.at, ...change.contact };
      return mayContact(rules, request, withTouches(factsOf(name), group.touchesOf(name)));
    },
    recorded(change) {
      const { step, key } = change.to;
      if (key === undefined) return;
      const [name, source] = [nameOf(key), { campaign, run, step }];
      if (isContact(change)) return group.intend(name, source, change.to.at, change.contact);
      if (change.kind !== 'settle') return;
      if (!mayRelease(change)) return group.close(name, source);
      group.release(name, source, change.to.state === 'rejected');
    },
  };
}

/** The people whom these changes are about, by their digits; each once. */
export function keysOf(changes: readonly JobChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ to: { key } }) => key ?? []))];
}

type ContactIntent = Extract<JobChange, { readonly kind: 'intend' }> & { readonly contact: IntendedContact };

export function isContact(change: JobChange): change is ContactIntent {
  return change.kind === 'intend' && change.contact !== undefined;
}

/**
 * Whether the contact of an intent ends with this outcome, unless an attempt before may have left: nothing was sent for certain, or the
 * service has refused it. With every other outcome it stays.
 */
export function mayRelease(change: JobChange): boolean {
  if (change.kind !== 'settle') return false;
  const { state, doubtful, maybeSent } = change.to;
  return state === 'rejected' || (state === 'pending' && doubtful !== true && maybeSent !== true);
}

/** The contacts of some people, as one transaction changes them. People are called by their names in the ledger (`nameOf`). */
export interface ContactGroup {
  /** In the order of their instants. */
  touchesOf(name: string): readonly Touch[];
  /** The same job again is the same contact, at its latest start: it stays, whatever becomes of that. */
  intend(name: string, source: StepScope, at: Instant, how: Pick<Touch, 'channel' | 'purpose'>): void;
  /** Removes the contact of this job if it is open. `isOver`: the job makes none any more, and nobody is to leave room for it. */
  release(name: string, source: StepScope, isOver: boolean): void;
  /** It stays. */
  close(name: string, source: StepScope): void;
  /** One of another ledger, or that was made without one; where the job has a contact, that stays as it is. */
  add(name: string, touch: Omit<MadeTouch, 'key'> & Partial<Pick<RecordedContact, 'open'>>): void;
  changes(): ContactChanges;
}

/** What is to be written. */
interface ContactChanges {
  readonly removed: readonly RecordedContact[];
  /** Those of them whose claims are over. */
  readonly over: readonly RecordedContact[];
  readonly written: ReadonlySet<RecordedContact>;
  /** Those that stay, of people whose contacts were not read. Who reads everybody has none to write. */
  readonly closed: readonly (StepScope & Pick<RecordedContact, 'name'>)[];
}

export interface RecordedContact extends StepScope, Pick<Touch, 'at' | 'channel' | 'purpose'> {
  /** 1: its request is under way, and nothing has left before: it may still be released. */
  readonly open: 0 | 1;
  /** The person. */
  readonly name: string;
  /** The number of its row, where a driver needs it. */
  readonly row?: number | undefined;
}

/** `recorded`: by the names of the people. */
export function createContactGroup(recorded: ReadonlyMap<string, readonly RecordedContact[]>): ContactGroup {
  const known = new Map(recorded);
  const removed: RecordedContact[] = [];
  const over: RecordedContact[] = [];
  const closed: ContactChanges['closed'][number][] = [];
  const changed = new Set<RecordedContact>();

  const contactsOf = (name: string): readonly RecordedContact[] => known.get(name) ?? [];
  const find = (name: string, source: StepScope): RecordedContact | undefined =>
    known.get(name)?.find((one) => isSameSource(one, source));
  const replace = (name: string, before: RecordedContact | undefined, after: RecordedContact | undefined): void => {
    const others = contactsOf(name).filter((one) => one !== before);
    known.set(name, after === undefined ? others : [...others, after]);
    if (before !== undefined) changed.delete(before);
    if (after !== undefined) changed.add(after);
  };
  return {
    touchesOf: (name) =>
      contactsOf(name)
        .map(({ campaign, run, step, channel, purpose, at, open }): Touch => {
          const isReserved = open === 1 ? true : undefined;
          return { campaign, run, step, channel, purpose, at, isReserved };
        })
        .sort((a, b) => a.at - b.at),
    intend(name, { campaign, run, step }, startsAt, { channel, purpose }) {
      const before = find(name, { campaign, run, step });
      // A try before may have a later date: its clock was ahead, and was set back since.
      const at = Math.floor(startsAt);
      const open = before === undefined ? 1 : 0;
      replace(name, before, { name, campaign, run, step, channel, purpose, at, open, row: before?.row });
    },
    release(name, source, isOver) {
      const contact = find(name, source);
      if (contact?.open !== 1) return;
      replace(name, contact, undefined);
      removed.push(contact);
      if (isOver) over.push(contact);
    },
    close(name, source) {
      const contact = find(name, source);
      if (contact?.open === 1) replace(name, contact, { ...contact, open: 0 });
      else if (!known.has(name)) closed.push({ name, ...source });
    },
    add(name, { campaign, run, step, channel, purpose, at, open = 0 }) {
      if (find(name, { campaign, run, step }) !== undefined) return;
      replace(name, undefined, { name, campaign, run, step, channel, purpose, at: Math.floor(at), open });
    },
    changes: () => ({ removed, over, written: changed, closed }),
  };
}
