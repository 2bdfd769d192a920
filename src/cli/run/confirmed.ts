import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Roster } from '../../audience/roster.ts';
import { isSelectedBy } from '../../campaign/audiences/selection.ts';
import type { Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { type CampaignSettings, campaignSettings } from '../../plan/difference/campaign-settings.ts';
import { variableDigests } from '../../plan/saved/variable-digests.ts';
import type { Instant } from '../../platform/ports.ts';

/**
 * What a person confirmed: enough to tell, without the recipient list of that time, whether more would leave now. It does not change as
 * jobs are done.
 */
export interface Confirmed {
  readonly version: 1;
  readonly at: Instant;
  /** Digest of all inputs that it covers (`LoadedCampaign.digest`): with these, nothing needs to be compared. */
  readonly inputs: string;
  readonly settings: CampaignSettings;
  /** Digest of the `--input` values and of the variables that templates read. */
  readonly values: string;
  /** Files that steps send, such as audio, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, ConfirmedStep>>;
}

export interface ConfirmedStep {
  /** How many recipients the step has, whatever has become of them; 0 for a step that runs once. */
  readonly people: number;
  /** Digest of who they are. */
  readonly who: string;
  /** Digest of the cells that their requests are made of. */
  readonly cells: string;
}

/** What is confirmed by a yes to this campaign. */
export function confirmedBy(loaded: LoadedCampaign, at: Instant): Confirmed {
  const { campaign, digest: inputs, rosters, source } = loaded;
  const lists = campaign.audiences.flatMap(({ file, exclude }) => [file, ...exclude]);
  const notSent = new Set([basename(source.path), ...lists]);
  return {
    version: 1,
    at,
    inputs,
    settings: campaignSettings(campaign),
    values: digest([JSON.stringify([loaded.inputs, variableDigests(campaign.id, loaded.env)])]),
    files: Object.fromEntries(Object.entries(loaded.fileHashes).filter(([name]) => !notSent.has(name))),
    steps: Object.fromEntries(
      campaign.steps.map((step) => [step.id, confirmedStep(step, rosters.get(step.forEach?.audience ?? ''))]),
    ),
  };
}

/** Undefined where nobody has confirmed anything, or it was written by another version. */
export function readConfirmed(text: string | undefined): Confirmed | undefined {
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as Confirmed;
  return value.version === 1 ? value : undefined;
}

function confirmedStep(step: Step, roster: Roster | undefined): ConfirmedStep {
  if (roster === undefined) return { people: 0, who: 'once', cells: 'none' };
  const isSelected = isSelectedBy(step, roster);
  const people: number[] = [];
  for (let index = 0; index < roster.size; index++) if (isSelected(index)) people.push(index);
  // A list that is sorted in another way is the same list.
  const keys = Float64Array.from({ length: roster.size }, (_, index) => Number(roster.key(index)));
  people.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const cellsOf = (index: number): string =>
    JSON.stringify(step.reads.cells.map((column) => roster.value(index, column) ?? null));
  return {
    people: people.length,
    who: digest(people.map((index) => `${roster.key(index)}\n`)),
    cells: digest(people.map(cellsOf)),
  };
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
