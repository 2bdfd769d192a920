import type { Step } from '../../campaign/campaign.ts';
import type { CampaignSettings } from '../../plan/difference/campaign-settings.ts';
import { compareSettings, type SettingChange } from '../../plan/difference/compare-settings.ts';
import { isLooser } from '../../plan/difference/is-looser.ts';
import type { Confirmed } from './confirmed.ts';

/** Something that nobody has confirmed: it has come, or has grown, since the last yes. */
export type Unconfirmed =
  | { readonly kind: 'step'; readonly step: string; readonly people: number }
  /** More people, or others. */
  | { readonly kind: 'people'; readonly step: string; readonly before: number; readonly after: number }
  /** The same people, with other cells in what they are sent. */
  | { readonly kind: 'cells'; readonly step: string }
  | { readonly kind: 'values' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'setting'; readonly change: SettingChange };

/** What is not covered by the last yes, of steps that have jobs left. Whatever only holds back more than then is covered. */
export function unconfirmed(given: {
  readonly confirmed: Confirmed;
  readonly present: Confirmed;
  readonly steps: readonly Step[];
  readonly hasJobsLeft: (step: string) => boolean;
}): readonly Unconfirmed[] {
  const { present, steps, hasJobsLeft } = given;
  const open = steps.filter(({ id }) => hasJobsLeft(id));
  if (open.length === 0) return [];
  const confirmed = underPresentNames(given.confirmed, steps);
  const openIds = new Set(open.map(({ id }) => id));
  const isAboutOpen = (key: string): boolean =>
    openIds.has(/^steps\.([^.]+)\./.exec(key)?.[1] ?? '') || !key.startsWith('steps.');
  const [then, now] = [ownersOf(confirmed.settings), ownersOf(present.settings)];
  /** A step or audience that is new, or gone, is more than its settings. */
  const isAboutBoth = (key: string): boolean => then.has(ownerOf(key)) && now.has(ownerOf(key));
  return [
    ...open.flatMap(({ id }): readonly Unconfirmed[] => {
      const [before, after] = [confirmed.steps[id], present.steps[id]];
      if (after === undefined) return [];
      if (before === undefined) return [{ kind: 'step', step: id, people: after.people }];
      if (before.who !== after.who) return [{ kind: 'people', step: id, before: before.people, after: after.people }];
      return before.cells === after.cells ? [] : [{ kind: 'cells', step: id }];
    }),
    ...(confirmed.values === present.values ? [] : [{ kind: 'values' } as const]),
    ...Object.entries(present.files).flatMap(([file, hash]) =>
      confirmed.files[file] === hash ? [] : [{ kind: 'file', file } as const],
    ),
    ...compareSettings(confirmed.settings, present.settings)
      .filter((change) => isAboutOpen(change.key) && isAboutBoth(change.key) && isLooser(change))
      .map((change) => ({ kind: 'setting', change }) as const),
  ];
}

/** A step that was renamed with `was` was confirmed under its earlier name. */
function underPresentNames(confirmed: Confirmed, steps: readonly Step[]): Confirmed {
  const renamed = new Map(
    steps.flatMap(({ id, was }) =>
      was === undefined || confirmed.steps[id] !== undefined ? [] : [[was, id] as const],
    ),
  );
  if (renamed.size === 0) return confirmed;
  const nameNow = (key: string): string =>
    key.replace(/^steps\.([^.]+)/, (_, id: string) => `steps.${renamed.get(id) ?? id}`);
  return {
    ...confirmed,
    settings: Object.fromEntries(Object.entries(confirmed.settings).map(([key, value]) => [nameNow(key), value])),
    steps: Object.fromEntries(Object.entries(confirmed.steps).map(([id, step]) => [renamed.get(id) ?? id, step])),
  };
}

/** `steps.hello`, `audiences.members`; nothing for what belongs to the campaign. */
function ownerOf(key: string): string {
  return /^(?:steps|audiences)\.[^.]+/.exec(key)?.[0] ?? '';
}

function ownersOf(settings: CampaignSettings): ReadonlySet<string> {
  return new Set(['', ...Object.keys(settings).map(ownerOf)]);
}
