import type { Campaign } from '../campaign/campaign.ts';

/**
 * The run's name, part of every natural key: the same campaign makes the same keys, even when the state file is lost.
 * The label, if there is one; else the date of `starts`, or `1`.
 */
export function runName(campaign: Pick<Campaign, 'starts'>, label?: string): string {
  return label ?? campaign.starts?.slice(0, 10) ?? '1';
}

/**
 * What is wrong with a label. Two that look alike would be two runs, to the same people: no blanks, and no letters that can be written in
 * two ways.
 */
export function runLabelFault(label: string): string | undefined {
  return /^[\w.-]{1,64}$/.test(label)
    ? undefined
    : 'Use up to 64 letters (a to z), digits, `.`, `_` and `-`, such as 2026-12.';
}
