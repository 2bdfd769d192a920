import type { Roster } from '../audience/roster.ts';
import type { AudienceTimezone, Campaign } from '../campaign/campaign.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { WrittenWindows } from './hours.ts';

/** One start: from a line of a plan, a record of the state file, or a request that reached the sandbox. */
export interface AuditedStart {
  /** Steps that it can belong to: several if they use the same operation and only the request is known. */
  readonly steps: readonly string[];
  readonly key?: string | undefined;
  /** Its slot. */
  readonly at: Instant;
  /** When its first byte was written, if that is known: hours, dates and sessions are judged by it. */
  readonly leftAt?: Instant;
  /** A further attempt of the same job: the gap between two messages and the rule "once" do not apply to it. */
  readonly repeat?: boolean;
  /** From a step that has since been removed from the file, so that its settings are not known. */
  readonly isTakenOut?: boolean;
}

/** By what the hours of the starts of one audience were judged. */
export interface JudgedHours {
  readonly audience: string;
  readonly rule: AudienceTimezone;
  /** Some were judged by their number, and by the campaign's zone. */
  readonly campaignZone: boolean;
  /** Countries of those who were judged by their number, and by other zones. */
  readonly countries: readonly string[];
}

export type AuditRule =
  | 'audience'
  | 'hours'
  | 'dates'
  | 'rate'
  | 'perRecipient'
  | 'order'
  | 'session'
  | 'once'
  | 'waves'
  | 'contacts'
  | 'caps'
  | 'sums';

export interface AuditFinding {
  readonly rule: AuditRule;
  readonly step?: string;
  readonly key?: string | undefined;
  readonly at?: Instant;
  readonly message: string;
}

export interface AuditInput {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  /** The windows as they are written; without them, those of the steps are taken. */
  readonly windows?: WrittenWindows;
  /** The country of a number; without it, everybody who is judged by their number is judged by the campaign's zone. */
  readonly countryOf?: ((key: string) => string | undefined) | undefined;
  /** In any order. */
  readonly starts: readonly AuditedStart[];
  /** Starts of all campaigns of the account, where they are known. */
  readonly ofAccount?: readonly Pick<AuditedStart, 'at'>[];
  /** One run from beginning to end; if people were added half-way, a step may continue after the steps that need it. */
  readonly uninterrupted: boolean;
  /** Waves that have begun, in the order of time; absent where the starts are of a plan. */
  readonly waves?: readonly BegunWave[];
  /** How much later than its slot a start may be seen, because a request takes some time to arrive. */
  readonly jitterMs: number;
  /**
   * For starts that have happened: whether the state file has such a job. The files may have been edited since. A person who was
   * reached and is not in the audience now has left it, which is not a breach; and the last message may be a later one than it was
   * then.
   */
  readonly remembers?: (step: string, key: string | undefined) => boolean;
}
