import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { JobTimes } from '../../job/job.ts';
import type { JobChange } from '../change.ts';
import { type ContactFacts, isSameSource, type Touch, withTouches } from './facts.ts';
import { mayContact } from './judge-contact.ts';
import type { MadeTouch, StepScope, TouchRequest } from './ledger.ts';

/** What the contact rules say of changes of one run, one after another, and what becomes of the contacts of their jobs. */
export interface JudgedChanges {
  /** Whether the contact rules allow this change: its intent may contact somebody now. */
  allows(change: JobChange): boolean;
  recorded(change: JobChange): void;
}

export interface JudgeInput {
  readonly rules: ContactRules;
  readonly campaign: string;
  readonly run: string;
  /** The name of a person in the ledger, by their digits. */
  readonly nameOf: (key: string) => string;
  /** What is known of a person, but for their contacts in the group. */
  readonly factsOf: (name: string) => ContactFacts | undefined;
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
    recorded(change) {
      const { step, key } = change.to;
      if (key === undefined || change.kind === 'import') return;
      const [name, source] = [nameOf(key), { campaign, run, step }];
      if (change.kind === 'intend') {
        const { contact } = change;
        if (contact !== undefined) group.reserve(name, { ...source, at: change.to.at, ...contact });
        return;
      }
      const state = group.stateOf(name, source);
      if (state === undefined) return;
      const { to } = change;
      const maybeSent = state === 'kept' || ('maybeSent' in to && to.maybeSent);
      const outcome = touchOutcome({ ...to, maybeSent }, state === 'open');
      group.settle(name, source, outcome);
      if (outcome === 'released' && to.state !== 'pending') onOver(name, source);
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

/** The contacts of some people, as one transaction changes them. People are called by their names in the ledger (`nameOf`). */
export interface ContactGroup {
  /** In the order of their instants. */
  touchesOf(name: string): readonly Touch[];
  /** The same job again is the same contact, at its latest start. */
  reserve(name: string, request: Omit<TouchRequest, 'key' | 'zone'>): void;
  /** Of a contact that is not made. One that is `kept` cannot be released any more. */
  settle(name: string, source: StepScope, outcome: TouchOutcome): void;
  /** Undefined where the job has none. */
  stateOf(name: string, source: StepScope): ContactState | undefined;
  /** One of another ledger, or that was made without one; where the job has a contact, that stays as it is. */
  add(name: string, touch: Omit<MadeTouch, 'key'> & { readonly state?: ContactState }): void;
  /** What is to be written. */
  changes(): { readonly removed: readonly NamedContact[]; readonly written: readonly NamedContact[] };
}

/**
 * `made`: it counts. `open`: its job is under way, and nothing has left before; it may be released. `kept`: its job is under way, or to be
 * tried again, and an attempt before may have left.
 */
export type ContactState = (typeof contactStates)[number];

export const contactStates = ['made', 'open', 'kept'] as const;

export interface RecordedContact extends StepScope, Pick<Touch, 'at' | 'channel' | 'purpose'> {
  readonly state: ContactState;
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
        .map(
          ({ campaign, run, step, channel, purpose, at, state }): Touch => ({
            campaign,
            run,
            step,
            channel,
            purpose,
            at,
            isReserved: state === 'made' ? undefined : true,
          }),
        )
        .sort((a, b) => a.at - b.at),
    stateOf: (name, source) => find(name, source)?.state,
    reserve(name, { campaign, run, step, channel, purpose, at: startsAt }) {
      const before = find(name, { campaign, run, step });
      // A try before may have a later date: its clock was ahead, and was set back since.
      const at = Math.floor(startsAt);
      const state = before === undefined || before.state === 'open' ? 'open' : 'kept';
      replace(name, before, { campaign, run, step, channel, purpose, at, state, row: before?.row });
    },
    settle(name, source, outcome) {
      const contact = find(name, source);
      if (contact === undefined || contact.state === 'made') return;
      if (outcome === 'released' && contact.state === 'open') {
        replace(name, contact, undefined);
        removed.push({ name, ...contact });
        return;
      }
      replace(name, contact, { ...contact, state: outcome === 'reserved' ? 'kept' : 'made' });
    },
    add(name, { campaign, run, step, channel, purpose, at, state = 'made' }) {
      if (find(name, { campaign, run, step }) !== undefined) return;
      replace(name, undefined, { campaign, run, step, channel, purpose, at: Math.floor(at), state });
    },
    changes: () => ({
      removed,
      written: [...known].flatMap(([name, own]) =>
        own.filter((contact) => changed.has(contact)).map((contact) => ({ name, ...contact })),
      ),
    }),
  };
}

/**
 * What becomes of a job's touch: the contact was `made`, or may have been; it is `released`, because nothing was sent for certain; or
 * it stays `reserved`, because the job is still to be sent.
 */
export type TouchOutcome = 'made' | 'released' | 'reserved';

/** `job`: its record. `refusedAtOnce`: no attempt before the rejected one may have left. */
export function touchOutcome(
  job: Pick<JobTimes, 'state' | 'doubtful' | 'maybeSent'>,
  refusedAtOnce: boolean,
): TouchOutcome {
  const mayHaveLeft = job.doubtful === true || job.maybeSent === true;
  switch (job.state) {
    case 'accepted':
    case 'inDoubt':
    // A person gave it up after a doubt.
    case 'cancelled':
      return 'made';
    case 'sending':
      return 'reserved';
    case 'pending':
      return mayHaveLeft ? 'reserved' : 'released';
    case 'rejected':
      return refusedAtOnce ? 'released' : 'made';
    case 'skipped':
    case 'expired':
      return mayHaveLeft ? 'made' : 'released';
    default:
      return job.state satisfies never;
  }
}
