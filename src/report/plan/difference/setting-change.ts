import type { Setting } from '../../../plan/difference/campaign-settings.ts';
import type { SettingChange } from '../../../plan/difference/compare-settings.ts';
import { shownReason } from '../../mask.ts';

/** `limits.rate: 10/s → 50/s`. */
export function formatSettingChange({ key, before, after }: SettingChange, showNumbers: boolean): string {
  return `${key}: ${shown(before, showNumbers)} → ${shown(after, showNumbers)}`;
}

function shown(value: Setting | undefined, showNumbers: boolean): string {
  return value === undefined ? 'none' : shownReason(String(value), showNumbers);
}
