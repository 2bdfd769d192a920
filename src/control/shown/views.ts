import type { JobState } from '../../job/job.ts';
import type { TickLines } from '../../report/render/axis.ts';

/** What the server sends to the page. Instants are epoch milliseconds; numbers in texts are masked unless they were asked for. */
export type ShownState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished' | 'unreadable';

/** Jobs of a step or of a run, by what has become of them. */
export interface ShownCounts extends Readonly<Record<Exclude<JobState, 'pending'>, number>> {
  /** Still to come; undefined until the plan is known. */
  readonly pending: number | undefined;
}

/** Epoch milliseconds from `from` until `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Jobs in one stretch of time, done or planned. */
export interface Burst extends Stretch {
  readonly jobs: number;
  /** What has become of those that were started, so far; absent of planned ones. */
  readonly by?: JobsBy | undefined;
}

export type JobsBy = Readonly<Partial<Record<JobState, number>>>;

/** In the order in which campaigns need a person. */
export const pillNames = [
  'unreadable',
  'stopped',
  'errors',
  'inDoubt',
  'late',
  'tooLate',
  'nobody',
  'toApprove',
  'awaits',
  'paused',
  'sending',
  'waiting',
  'new',
  'cancelled',
  'finished',
] as const;
export type PillName = (typeof pillNames)[number];

/** How a campaign is, in two words: `ask` and `bad` are for a person to look at. */
export interface StatePill {
  readonly name: PillName;
  readonly text: string;
  readonly tone: 'go' | 'ask' | 'bad' | 'plain';
}

/** Sums as people read them; each is undefined where it is not known, or nothing. */
export interface ShownCost {
  readonly spent: string | undefined;
  /** Of what was spent: some of it may not have been. */
  readonly isAtMost: boolean;
  readonly toCome: string | undefined;
  readonly budget: string | undefined;
}

/** The time that all lanes have in common, and the labels above it. */
export interface ShownAxis extends Stretch {
  readonly ticks: TickLines;
}

/** What every view has of a campaign. */
export interface ShownCampaign {
  readonly file: string;
  readonly title: string;
  readonly state: ShownState;
  readonly pill: StatePill;
  /** Of its run: a sandbox run has a clock of its own. */
  readonly now: number;
  readonly counts: ShownCounts;
  readonly cost: ShownCost | undefined;
  readonly trouble: string | undefined;
}

/** What the page knows from the beginning. */
export interface RoomView {
  readonly campaigns: readonly { readonly file: string; readonly title: string }[];
  readonly sandbox: boolean;
  /** This visitor may act. */
  readonly allowActions: boolean;
  /** They may see whole numbers, and find people by a part of them. */
  readonly seesNumbers: boolean;
  /** Name of their account; undefined where there are no accounts. */
  readonly account: string | undefined;
}

export interface StepLane {
  readonly id: string;
  readonly title: string;
  /** Its operation, in words. */
  readonly does: string;
  /** Titles of the steps before it. */
  readonly needs: readonly string[];
  readonly counts: ShownCounts;
  readonly done: readonly Burst[];
  readonly planned: readonly Burst[];
  /** When its window is open; empty where recipients have clocks of their own, or may have. */
  readonly open: readonly Stretch[];
  /** Why it waits or does not start; undefined where it does neither. */
  readonly note: string | undefined;
}

export const actionNames = ['start', 'promote', 'pause', 'resume', 'cancel'] as const;
export type ActionName = (typeof actionNames)[number];

export interface ShownAction {
  readonly name: ActionName;
  readonly label: string;
  /** What it does, or why it cannot be done now. */
  readonly words: string;
  readonly possible: boolean;
  /** The wave that is named, which goes back with it: by then another one may wait. */
  readonly promotes?: { readonly step: string; readonly wave?: number; readonly halted?: number } | undefined;
}

export interface ShownFinding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  /** What to do, where that is known. */
  readonly advice?: string | undefined;
  /** The same for who is at a command line. */
  readonly command?: string | undefined;
  readonly place: string;
}

/** People of a step who wait for the same minute. */
export interface NextStart {
  readonly step: string;
  readonly jobs: number;
  /** Of the first of them; undefined where they wait for no time. */
  readonly at: number | undefined;
  /** A person must promote their wave, too. */
  readonly awaitsPerson: boolean;
  /** Where they have other clocks than the campaign: `Mon 23 Nov 09:00 in Africa/Lagos`; several, without a time. */
  readonly local: string | undefined;
  /** Empty where there is nothing to name. */
  readonly why: string;
}

/** The one thing to do next: something on this page, or a page to go to. */
export type PrimaryAction =
  | { readonly act: ActionName }
  | { readonly go: '/plan' | '/doubts' | '/report'; readonly label: string };
