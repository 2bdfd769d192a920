import type { AxisPart, Stretch } from './time-axis.ts';

/** What the server sends to the page. Instants are epoch milliseconds; numbers in texts are masked unless they were asked for. */
export type ShownState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished' | 'unreadable';

/** Jobs of a step or of a run, by what has become of them. */
export interface ShownCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly inDoubt: number;
  /** Under way. */
  readonly sending: number;
  /** Still to come; undefined until the plan is known. */
  readonly pending: number | undefined;
}

/** Jobs in one stretch of time, done or planned. */
export interface Burst extends Stretch {
  readonly jobs: number;
}

export interface CampaignRow {
  readonly file: string;
  readonly campaign: string;
  readonly title: string;
  readonly run: string;
  readonly state: ShownState;
  /** The same in words. */
  readonly stateText: string;
  /** Why it stopped. */
  readonly ended: string | undefined;
  readonly counts: ShownCounts;
  readonly next: string | undefined;
  readonly findings: { readonly errors: number; readonly warnings: number } | undefined;
  readonly trouble: string | undefined;
  readonly done: readonly Burst[];
  readonly planned: readonly Burst[];
}

/** What the page knows from the beginning. */
export interface RoomView {
  readonly campaigns: readonly { readonly file: string; readonly title: string }[];
  readonly sandbox: boolean;
  /** This visitor may act. */
  readonly allowActions: boolean;
  /** Name of their account; undefined where there are no accounts. */
  readonly account: string | undefined;
}

export interface CampaignsView {
  readonly now: number;
  readonly timezone: string;
  readonly sandbox: boolean;
  readonly allowActions: boolean;
  readonly rows: readonly CampaignRow[];
  readonly axis: readonly AxisPart[];
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
  /** When its window is open, in the campaign's zone. */
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
}

export interface ShownFinding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  /** What to do, where that is known. */
  readonly hint: string | undefined;
  readonly place: string;
}

/** What is known of a campaign at once, however large it is. */
export type BriefView = Pick<NowView, 'title' | 'run' | 'sentence'>;

export interface NowView {
  readonly file: string;
  readonly campaign: string;
  readonly title: string;
  readonly run: string;
  readonly sandbox: boolean;
  readonly allowActions: boolean;
  readonly timezone: string;
  /** Of the run: a sandbox run has a clock of its own. */
  readonly now: number;
  readonly state: ShownState;
  /** A process carries it out. */
  readonly isUnderWay: boolean;
  /** It was asked to pause or end, and has not done so yet. */
  readonly obeying: boolean;
  readonly sentence: string;
  /** How the latest run that was started here ended, where it was said to have started and then failed. */
  readonly failedStart: string | undefined;
  /** What everybody received in the sandbox can be opened. */
  readonly inbox: boolean;
  readonly waits: readonly string[];
  /** Who leads it and who sends for it, with a store. */
  readonly processes: readonly string[];
  readonly trouble: string | undefined;
  readonly findings: readonly ShownFinding[];
  readonly counts: ShownCounts;
  readonly cost: string | undefined;
  readonly steps: readonly StepLane[];
  readonly axis: readonly AxisPart[];
  readonly actions: readonly ShownAction[];
  /** The plan is being made. */
  readonly planning: boolean;
}
