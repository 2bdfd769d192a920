import type { NumberPlaces } from '../../report/number-places.ts';
import type { MessagePart } from '../../service/operations/definition/message.ts';
import type { Moment, Words } from './words.ts';

export type { MessagePart, NumberPlaces };

/** One person whose number was searched for. */
export interface FoundPerson {
  /** What the page sends back to see more of them; their number is in no address. */
  readonly handle: string;
  /** Empty where it is not known, or not to be shown. */
  readonly name: string;
  readonly number: string;
  /** Campaign files with the audiences that they are in. */
  readonly campaigns: readonly { readonly title: string; readonly audiences: readonly string[] }[];
}

export interface FoundPeople {
  readonly people: readonly FoundPerson[];
  /** At least so many were found and are not listed. */
  readonly more: number;
  /** Campaigns that could not be searched, each with why. */
  readonly problems: readonly string[];
}

/** What one step of a campaign did or will do for one person. */
export interface PersonStep {
  readonly title: string;
  /** Its operation, in words. */
  readonly does: string;
  readonly place: string | undefined;
  /** What became of it, or what will: `Accepted`, `Planned`, `Not sent`. */
  readonly state: string;
  readonly tone: 'good' | 'ask' | 'bad' | 'plain';
  /** When it started, or will start, in their zone. */
  readonly at: Moment | undefined;
  readonly lines: readonly Words[];
  readonly message: readonly MessagePart[];
  /** As in `ShownDoubt`, where it is in doubt. */
  readonly doubt: { readonly handle: string } | undefined;
}

export interface PersonCampaign {
  readonly file: string;
  readonly title: string;
  /** Of its run: a sandbox run has a clock of its own. */
  readonly now: number;
  /** Of their times. */
  readonly zone: string;
  readonly audiences: readonly Words[];
  readonly leftOut: readonly string[];
  readonly steps: readonly PersonStep[];
  /** What they received in the sandbox can be opened. */
  readonly inbox: boolean;
  readonly problem: string | undefined;
}

export interface PersonView {
  readonly handle: string;
  /** As in `FoundPerson`. */
  readonly name: string;
  readonly number: string;
  /** The runs are those of the sandbox. */
  readonly sandbox: boolean;
  readonly campaigns: readonly PersonCampaign[];
  /** Of each project that has contact rules: who may not contact them, and why. */
  readonly suppressions: readonly { readonly project: string; readonly lines: readonly string[] }[];
  /** Folders of our campaigns, from each of which they can be taken. */
  readonly folders: readonly string[];
}

/** What `forget` would do, before it is confirmed. */
export interface ForgetView extends NumberPlaces {
  /** Goes back with the confirmation: only what was shown is done. */
  readonly confirms: string;
}

/** Rejected jobs of one step and code, which may be sent again together. */
export interface RejectedGroup {
  /** Of the step. */
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly reason: string;
  readonly jobs: number;
  /** Goes back with the decision, which is about these attempts and no others. */
  readonly listDigest: string;
  readonly advice: { readonly cause: string; readonly remedy: string } | undefined;
}

export interface ListedRejected {
  readonly groups: readonly RejectedGroup[];
}

export const decisionWords = {
  accept: { label: 'It arrived', does: 'Counts as delivered, and is not sent again.' },
  resend: {
    label: 'Send again',
    does: 'Sent again in the next run. Refused while the first one may still arrive.',
  },
  drop: { label: 'Give up', does: 'Not counted as delivered, and not sent again.' },
} as const;
export type DecisionName = keyof typeof decisionWords;

/** Beside a plan that is shown. */
export interface PlanFactsView {
  /** Its hash, which goes back with an approval; undefined for those who may not approve it. */
  readonly approves: { readonly plan: string; readonly toSend: number; readonly sums: readonly string[] } | undefined;
  /** Who approved a plan of this run last; undefined where nobody has. */
  readonly approved: Words | undefined;
  /** The plan that was approved last is of the same run, files, values and service as the one that is shown. */
  readonly isApproved: boolean;
  /** This machine has the plan that was approved last. */
  readonly comparesWithApproved: boolean;
}

/** What a start would do, before it is confirmed. */
export interface StartView {
  /** Hash of the plan, which goes back with the confirmation. */
  readonly plan: string;
  readonly words: string;
  /** The date of the campaign has passed; goes back with the confirmation, too. */
  readonly late: boolean;
}

export type RehearsalProgress =
  /** Lines of what happened so far, and the last of them. */
  | { readonly kind: 'running'; readonly lines: number; readonly latest: string }
  | { readonly kind: 'failed'; readonly words: string };

export type RehearsalEvent =
  | RehearsalProgress
  /** Where the report is; `code` is 0 where everything went well. */
  | { readonly kind: 'ended'; readonly code: number | null; readonly view: string };
