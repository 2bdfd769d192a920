import type { Campaign } from '../campaign/campaign.ts';

/**
 * The run's name, part of every natural key: the same campaign makes the same keys, even when the state file is lost.
 * The label, if there is one; else the date of `starts`, or `1`.
 */
export function runName(campaign: Pick<Campaign, 'starts'>, label?: string): string {
  return label ?? campaign.starts?.slice(0, 10) ?? '1';
}
