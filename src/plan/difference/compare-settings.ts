import type { CampaignSettings, Setting } from './campaign-settings.ts';

/** A key whose value is another, is there now, or is gone. */
export interface SettingChange {
  readonly key: string;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** In the order of the later campaign; what is gone comes last. */
export function compareSettings(before: CampaignSettings, after: CampaignSettings): readonly SettingChange[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys]
    .map((key) => ({ key, before: before[key], after: after[key] }))
    .filter((change) => change.before !== change.after);
}
