import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Roster } from '../../audience/roster.ts';
import { isSelectedBy } from '../../campaign/audiences/selection.ts';
import type { Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { isSameService } from '../../job/service-address.ts';
import { type CampaignSettings, campaignSettings } from '../../plan/difference/campaign-settings.ts';
import { variableDigests } from '../../plan/saved/variable-digests.ts';
import type { Instant } from '../../platform/ports.ts';

/**
 * What a person confirmed: enough to tell, without the recipient list of that time, whether more would leave now. It does not change as
 * jobs are done.
 */
export interface Confirmed {
  readonly version: 2;
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

/** What is confirmed by a yes to this campaign at this service. */
export function confirmedBy(loaded: LoadedCampaign, service: string, at: Instant): Confirmed {
  const { campaign, digest: inputs, rosters, source } = loaded;
  const lists = campaign.audiences.flatMap(({ file, exclude }) => [file, ...exclude]);
  const values = createDigest();
  values.add(JSON.stringify([loaded.inputs, variableDigests(campaign.id, loaded.env)]));
  const orders = new Map([...rosters].map(([audience, roster]) => [audience, byNumber(roster)]));
  const notSent = new Set([basename(source.path), ...lists]);
  return {
    version: 2,
    at,
    service,
    inputs,
    settings: campaignSettings(campaign),
    values: values.hex(),
    files: Object.fromEntries(Object.entries(loaded.fileHashes).filter(([name]) => !notSent.has(name))),
    steps: Object.fromEntries(
      campaign.steps.map((step) => {
        const audience = step.forEach?.audience ?? '';
        return [step.id, confirmedStep(step, rosters.get(audience), orders.get(audience))];
      }),
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
  return value.version === 2 && isSameService(value.service, service) ? value : undefined;
}

/** Recipients by number: a list that is sorted in another way is the same list. */
function byNumber(roster: Roster): Uint32Array {
  const keys = Float64Array.from({ length: roster.size }, (_, index) => Number(roster.key(index)));
  const isSorted = keys.every((key, index) => index === 0 || key > keys[index - 1]!);
  if (isSorted) return Uint32Array.from(keys, (_, index) => index);
  return Uint32Array.from(keys.sort(), (key) => roster.indexOf(String(key)) ?? 0);
}

function confirmedStep(step: Step, roster: Roster | undefined, order: Uint32Array | undefined): ConfirmedStep {
  if (roster === undefined || order === undefined) return { people: 0, who: 'once', cells: 'none' };
  const isSelected = isSelectedBy(step, roster);
  const columns = step.reads.cells;
  const who = createDigest();
  const cells = createDigest();
  let people = 0;
  for (const index of order) {
    if (!isSelected(index)) continue;
    people++;
    who.add(`${roster.key(index)}\n`);
    if (columns.length > 0) cells.add(JSON.stringify(columns.map((column) => roster.value(index, column) ?? null)));
  }
  return { people, who: who.hex(), cells: cells.hex() };
}

/** Characters that are hashed at once: a million calls for a million short texts would take longer than the hashing. */
const chunkLength = 65_536;

function createDigest(): { add(text: string): void; hex(): string } {
  const hash = createHash('sha256');
  let chunk = '';
  return {
    add(text) {
      chunk += text;
      if (chunk.length < chunkLength) return;
      hash.update(chunk);
      chunk = '';
    },
    hex: () => hash.update(chunk).digest('hex').slice(0, 32),
  };
}
