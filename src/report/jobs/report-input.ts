import type { JudgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import type { Approval, DecisionGroup } from '../../ledger/signed.ts';
import type { Instant } from '../../platform/ports.ts';
import type { WaveSoFar } from '../../run/summary.ts';
import type { FormatCommand } from './advice.ts';
import type { ReportedJob, ReportedPeople } from './reported-people.ts';
import type { RunStatistics } from './run-statistics.ts';

export interface ReportInput {
  readonly campaign: Campaign;
  readonly run: string;
  /** `under way`, `finished`, …. */
  readonly state: string;
  /** `formatRecordedEnd`. */
  readonly ended: string | undefined;
  /** What was sandboxed has reached nobody. */
  readonly sandbox: boolean;
  readonly now: Instant;
  readonly statistics: RunStatistics;
  readonly approvals: readonly Approval[];
  readonly decisions: readonly DecisionGroup[];
  readonly waves: readonly WaveSoFar[];
  readonly leftOut: readonly LeftOutRows[];
  readonly hours: readonly JudgedByNumber[];
  readonly people: ReportedPeople;
  /** Shown with whole numbers only. */
  readonly nameOf?: ((job: ReportedJob) => string | undefined) | undefined;
  readonly showNumbers: boolean;
  readonly command: FormatCommand;
}
