import type { Step } from '../../campaign/campaign.ts';
import type { CampaignSettings } from '../../plan/difference/campaign-settings.ts';
import { compareSettings, type SettingChange } from '../../plan/difference/compare-settings.ts';
import { isLooser } from '../../plan/difference/is-looser.ts';
import type { Confirmed } from './confirmed.ts';
import { type ConfirmedPeople, comparePeople, countPeople } from './confirmed-people.ts';

/** Something that nobody has confirmed: it has come, or has grown, since the last yes. */
export type Unconfirmed =
  | { readonly kind: 'step'; readonly step: string; readonly people: number }
  /** People whom the yes did not cover. */
  | { readonly kind: 'people'; readonly step: string; readonly added: number }
  /** People whom it covered, with changed cells in what they are sent or in their time zone. */
  | { readonly kind: 'cells'; readonly step: string; readonly people: number }
  | { readonly kind: 'values' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'setting'; readonly change: SettingChange };

/** What one yes covers. */
export interface Covered extends Pick<Confirmed, 'settings' | 'values' | 'files'> {
  readonly people: ConfirmedPeople;
}

/**
 * What is not covered by the last yes, under the present names of its steps, of steps that have jobs left. Whatever only holds back more
 * than then is covered.
 */
export function unconfirmed(given: {
  readonly confirmed: Covered;
  readonly present: Covered;
  readonly steps: readonly Step[];
  readonly hasJobsLeft: (step: string) => boolean;
}): readonly Unconfirmed[] {
  const { confirmed, present, steps, hasJobsLeft } = given;
  const open = steps.filter(({ id }) => hasJobsLeft(id));
  if (open.length === 0) return [];
  const openIds = new Set(open.map(({ id }) => id));
  const isAboutOpen = (key: string): boolean =>
    openIds.has(/^steps\.([^.]+)\./.exec(key)?.[1] ?? '') || !key.startsWith('steps.');
  const [then, now] = [ownersOf(confirmed.settings), ownersOf(present.settings)];
  /** A step or audience that is new, or gone, is more than its settings. */
  const isAboutBoth = (key: string): boolean => then.has(ownerOf(key)) && now.has(ownerOf(key));
  return [
    ...open.flatMap(({ id }): readonly Unconfirmed[] => {
      if (!confirmed.people.steps.has(id)) return [{ kind: 'step', step: id, people: countPeople(present.people, id) }];
      const { added, changed } = comparePeople(confirmed.people, present.people, id);
      return [
        ...(added === 0 ? [] : [{ kind: 'people', step: id, added } as const]),
        ...(changed === 0 ? [] : [{ kind: 'cells', step: id, people: changed } as const]),
      ];
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
export function underPresentNames(confirmed: Covered, steps: readonly Step[]): Covered {
  const { people } = confirmed;
  const renamed = new Map(
    steps.flatMap(({ id, was }) => (was === undefined || people.steps.has(id) ? [] : [[was, id] as const])),
  );
  if (renamed.size === 0) return confirmed;
  const nameNow = (key: string): string =>
    key.replace(/^steps\.([^.]+)/, (_, id: string) => `steps.${renamed.get(id) ?? id}`);
  return {
    ...confirmed,
    settings: Object.fromEntries(Object.entries(confirmed.settings).map(([key, value]) => [nameNow(key), value])),
    people: { ...people, steps: new Map([...people.steps].map(([id, step]) => [renamed.get(id) ?? id, step])) },
  };
}

/** `steps.hello`, `audiences.members`; nothing for what belongs to the campaign. */
function ownerOf(key: string): string {
  return /^(?:steps|audiences)\.[^.]+/.exec(key)?.[0] ?? '';
}

function ownersOf(settings: CampaignSettings): ReadonlySet<string> {
  return new Set(['', ...Object.keys(settings).map(ownerOf)]);
}
