import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { JobChange } from '../change.ts';
import type { ContactGroup } from './contact-group.ts';
import { type ContactFacts, withTouches } from './facts.ts';
import { mayContact } from './judge-contact.ts';
import type { StepScope } from './ledger.ts';
import { touchOutcome } from './touch-outcome.ts';

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
