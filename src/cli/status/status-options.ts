import type { CampaignOptions } from '../options/campaign-options.ts';

export interface StatusOptions extends CampaignOptions {
  readonly format: 'text' | 'json';
  readonly follow: boolean;
  readonly showNumbers: boolean;
}
