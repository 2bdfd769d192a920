import type { CampaignOptions } from './campaign-options.ts';

export interface RunOptions extends CampaignOptions {
  readonly format: 'text' | 'json';
  readonly yes: boolean;
  /** Use the embedded service. */
  readonly sandbox: boolean;
  /** Do not skip waits in the sandbox. */
  readonly realTime: boolean;
  /** When the sandbox's clock begins. */
  readonly at?: string;
  readonly late: boolean;
  readonly adopt: boolean;
  /** Go on though a step with records is gone and a new one looks like it. */
  readonly acceptEdits: boolean;
  readonly showNumbers: boolean;
  /** A plan that was approved: run exactly that. */
  readonly plan?: string;
}
