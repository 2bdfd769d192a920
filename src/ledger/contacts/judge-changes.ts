import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { JobRecord, JobTimes } from '../../job/job.ts';
import { afterChange, type JobChange } from '../change.ts';
import { type ContactFacts, isSameSource, type Touch, withTouches } from './facts.ts';
import { mayContact } from './judge-contact.ts';
import type { MadeTouch, StepScope, TouchRequest } from './ledger.ts';

/** What the contact rules say of changes of one run, one after another, and which contacts are not made after all. */
export interface JudgedChanges {
  /** Whether the contact rules allow this change: its intent may contact somebody now. */
  allows(change: JobChange): boolean;
  /** `before`: the job's record until this change. */
  recorded(change: JobChange, before: JobRecord | undefined): void;
}

export interface JudgeInput {
  readonly rules: ContactRules;
  readonly campaign: string;
  readonly run: string;
  /** The name of a person in the ledger, by their digits. */
  readonly nameOf: (key: string) => string;
  /** What is known of a person, but for their contacts in the group. */
  readonly factsOf: (name: string) => ContactFacts | undefined;
  /** Of all whose contacts the changes may touch. */
  readonly group: ContactGroup;
  /** Its job makes no contact any more: nobody is to leave room for it. */
  readonly onOver: (name: string, source: StepScope) => void;
}

export function judgeChanges(input: JudgeInput): JudgedChanges {
  const { rules, campaign, run, nameOf, factsOf, group, onOver } = input;
  return {
    allows(change) {
      const { step, key } = change.to;
      if (change.kind !== 'intend' || change.contact === undefined || key === undefined) return true;
      const name = nameOf(key);
      const request = { campaign, run, step, key, at: change.to.at, ...change.contact };
      return mayContact(rules, request, withTouches(factsOf(name), group.touchesOf(name)));
    },
    recorded(change, before) {
      const { step, key } = change.to;
      if (key === undefined || !touchesContacts(change)) return;
      const [name, source] = [nameOf(key), { campaign, run, step }];
      if (change.kind === 'intend') group.put(name, { ...source, at: change.to.at, ...change.contact! });
      else if (isNotMade(change, before) && group.release(name, source) && change.to.state !== 'pending')
        onOver(name, source);
    },
  };
}

/** The people whom these changes are about, by their digits. */
export function keysOf(changes: readonly JobChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ to: { key } }) => key ?? []))];
}

/** Whether it is an intent that contacts its recipient. */
export function isContact(change: JobChange): boolean {
  return change.kind === 'intend' && change.contact !== undefined;
}

/** Whether it makes a contact, or may say that it was not made: what else becomes of a job leaves its contact as it is. */
export function touchesContacts(change: JobChange): boolean {
  return isContact(change) || (change.kind === 'settle' && mayBeUnsent.has(change.to.state));
}

const mayBeUnsent: ReadonlySet<JobTimes['state']> = new Set(['pending', 'rejected', 'skipped', 'expired']);

/** Whether nothing of a job was sent for certain. `job`: its record; of one that was rejected, from before its last attempt. */
export function isUnsent({ state, doubtful, maybeSent }: Pick<JobTimes, 'state' | 'doubtful' | 'maybeSent'>): boolean {
  return mayBeUnsent.has(state) && doubtful !== true && maybeSent !== true;
}

/** The answer of an attempt that was rejected says that this one made no contact, and nothing of those before. */
function isNotMade(change: Exclude<JobChange, { kind: 'intend' }>, before: JobRecord | undefined): boolean {
  const { state } = change.to;
  const job = state === 'rejected' ? before : afterChange(before, change);
  return job !== undefined && isUnsent({ ...job, state });
}

/** The contacts of some people, as one transaction changes them. People are called by their names in the ledger (`nameOf`). */
export interface ContactGroup {
  /** In the order of their instants. */
  touchesOf(name: string): readonly Touch[];
  /** A contact that is about to be made. The same job again is the same contact, at its latest start. */
  put(name: string, request: Omit<TouchRequest, 'key' | 'zone'>): void;
  /** It is not made after all. False where there is none, or an attempt before the latest may have made it: that stays. */
  release(name: string, source: StepScope): boolean;
  /** One of another ledger, or that was made without one; where the job has a contact, that stays as it is. */
  add(name: string, touch: Omit<MadeTouch, 'key'> & { readonly maybeSent?: boolean }): void;
  /** What is to be written. */
  changes(): { readonly removed: readonly NamedContact[]; readonly written: readonly NamedContact[] };
}

/** A contact counts from its intent on, and is removed where nothing was sent for certain. */
export interface RecordedContact extends StepScope, Pick<Touch, 'at' | 'channel' | 'purpose'> {
  /** An attempt before the latest may have made it. */
  readonly maybeSent: boolean;
  /** The number of its row, where a driver needs it. */
  readonly row?: number | undefined;
}

export interface NamedContact extends RecordedContact {
  readonly name: string;
}

/** `recorded`: by the names of the people. */
export function createContactGroup(recorded: ReadonlyMap<string, readonly RecordedContact[]>): ContactGroup {
  const known = new Map(recorded);
  const removed: NamedContact[] = [];
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
        .map(({ campaign, run, step, channel, purpose, at }): Touch => ({ campaign, run, step, channel, purpose, at }))
        .sort((a, b) => a.at - b.at),
    put(name, { campaign, run, step, channel, purpose, at }) {
      const before = find(name, { campaign, run, step });
      const maybeSent = before !== undefined;
      // A try before may have a later date: its clock was ahead, and was set back since.
      replace(name, before, { campaign, run, step, channel, purpose, at: Math.floor(at), maybeSent, row: before?.row });
    },
    release(name, source) {
      const contact = find(name, source);
      if (contact === undefined || contact.maybeSent) return false;
      replace(name, contact, undefined);
      removed.push({ name, ...contact });
      return true;
    },
    add(name, { campaign, run, step, channel, purpose, at, maybeSent = false }) {
      if (find(name, { campaign, run, step }) !== undefined) return;
      replace(name, undefined, { campaign, run, step, channel, purpose, at: Math.floor(at), maybeSent });
    },
    changes: () => ({
      removed,
      written: [...known].flatMap(([name, own]) =>
        own.filter((contact) => changed.has(contact)).map((contact) => ({ name, ...contact })),
      ),
    }),
  };
}
