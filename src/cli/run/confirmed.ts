import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Step } from '../../campaign/campaign.ts';
import { isCalendarFile } from '../../campaign/load-holidays.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { isSameService } from '../../job/service-address.ts';
import {
  type CampaignSettings,
  campaignSettings,
  compareSettings,
  type SettingChange,
} from '../../plan/difference/campaign-settings.ts';
import { isLooser } from '../../plan/difference/is-looser.ts';
import { variableDigests } from '../../plan/saved/variable-digests.ts';
import type { Instant } from '../../platform/ports.ts';
import { type ConfirmedPeople, comparePeople, countPeople } from './confirmed-people.ts';

/** What a person confirmed, but for the people (`ConfirmedPeople`). It does not change as jobs are done. */
export interface Confirmed {
  readonly version: 3;
  readonly at: Instant;
  /** Base URL of the service that it was confirmed for. */
  readonly service: string;
  /** Digest of all inputs that it covers (`LoadedCampaign.digest`): with these, nothing needs to be compared. */
  readonly inputs: string;
  readonly settings: CampaignSettings;
  /** Digest of the `--input` values and of the variables that templates read. */
  readonly values: string;
  /** Files that steps send, such as audio, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  /** Which people belong to it: the digest that their parts begin with, as a crash may come between those and this. */
  readonly people: string;
}

/** What is confirmed by a yes to this campaign at this service. */
export function confirmedBy(loaded: LoadedCampaign, service: string, at: Instant): Confirmed {
  const { campaign, digest: inputs, source } = loaded;
  const lists = campaign.audiences.flatMap(({ file, exclude }) => [file, ...exclude]);
  const notSent = new Set([basename(source.path), ...lists]);
  return {
    version: 3,
    at,
    service,
    inputs,
    people: inputs,
    settings: campaignSettings(campaign),
    values: createHash('sha256')
      .update(JSON.stringify([loaded.inputs, variableDigests(campaign.id, loaded.env)]))
      .digest('hex')
      .slice(0, 32),
    files: Object.fromEntries(
      // The settings have the days of the calendars.
      Object.entries(loaded.fileHashes).filter(([name]) => !notSent.has(name) && !isCalendarFile(name)),
    ),
  };
}

/**
 * What was confirmed for this service; undefined where nobody has confirmed anything, or it was written by another version. A state
 * file may change its service until the first request leaves, and a yes does not follow it.
 */
export function readConfirmed(text: string | undefined, service: string): Confirmed | undefined {
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as Confirmed;
  return value.version === 3 && isSameService(value.service, service) ? value : undefined;
}

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
