import type { Host } from '../../platform/ports.ts';
import type { JobCondition } from '../../run/operator/job-conditions.ts';
import type { RunReader } from '../../state/backend.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';

export interface ReconcileOptions extends CampaignOptions {
  readonly accept: readonly string[];
  readonly resend: readonly string[];
  readonly drop: readonly string[];
  /** Resend although the earlier request may still arrive. */
  readonly now: boolean;
  /** `name=value`: outputs that an accepted job is known to have given. */
  readonly output: readonly string[];
  /** Only those of the steps named that meet these conditions. */
  readonly where: readonly string[];
  /** A list of decisions, one row a job. */
  readonly from?: string;
  readonly by?: string;
  readonly comment?: string;
  readonly showNumbers: boolean;
  readonly format: 'text' | 'json';
}

/** Where decisions come from, and what they are about. */
export interface Deciding {
  readonly opened: OpenedCampaign;
  readonly reader: RunReader;
  readonly conditions: readonly JobCondition[];
  readonly options: ReconcileOptions;
  readonly host: Host;
}
