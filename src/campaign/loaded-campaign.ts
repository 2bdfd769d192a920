import { createHash } from 'node:crypto';
import type { Roster } from '../audience/roster.ts';
import type { Scalar } from '../audience/scalar.ts';
import type { Checked } from '../diagnostic/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostic/source-file.ts';
import type { Files } from '../platform/ports.ts';
import type { Calendar } from '../time/window.ts';
import type { Campaign, LastInbound } from './campaign.ts';
import type { Environment } from './campaign-env.ts';
import type { StepRenderer } from './request/rendering.ts';
import type { WindowInput } from './schema/campaign-input.gen.ts';
import type { ChooseSnapshots } from './sources/wanted-sources.ts';

export interface LoadRequest {
  /** The campaign file as the user wrote it. */
  readonly path: string;
  /** What relative paths are relative to. */
  readonly cwd: string;
  readonly files: Files;
  /** The whole environment, with the lines of `--env-file` beneath it. */
  readonly env: Environment;
  /** `--input` values by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** How far to look: the campaign's text alone, the files that it names, or every request of every recipient. */
  readonly depth: 'text' | 'audiences' | 'rendered';
  /** What an environment variable that is needed and not set is. Default `warning`: the place of a check is not that of a run. */
  readonly unsetEnv?: 'warning' | 'error';
  /** What does the checking, as far as another one may find something else: the versions of Callsheet and of Node. */
  readonly checkedBy?: string;
  /** Called as soon as the campaign's text is understood and has no errors. */
  readonly onCampaign?: (campaign: Campaign) => void;
  /** Columns of audiences that are kept beside those that the campaign refers to. */
  readonly columns?: readonly string[];
  /** Whom the project of a campaign in this folder has forgotten. Default: nobody. */
  readonly forgotten?: (directory: string) => Promise<Forgotten | undefined>;
  /** Whether a last message is in the future, even at the start of the campaign. Default: not checked. */
  readonly isInFuture?:
    | ((campaign: Campaign) => Promise<(cell: string, lastInbound: LastInbound) => boolean>)
    | undefined;
  /** Chooses the snapshot of each audience that has a source. Default: none, and such an audience has no recipients. */
  readonly snapshots?: ChooseSnapshots | undefined;
}

/** Who asked to be forgotten, or why that cannot be known: nobody is contacted then. */
export type Forgotten =
  | {
      isForgotten(key: number): boolean;
      /** Of the whole list. */
      readonly digest: string;
    }
  | { readonly fault: string };

export interface LoadedCampaign {
  readonly campaign: Campaign;
  readonly source: SourceFile;
  /** Folder of the campaign file, absolute. */
  readonly directory: string;
  /** The folder that must contain all named files; see `campaign-paths.ts`. */
  readonly repository: string;
  /** By audience name; empty with depth `text`. */
  readonly rosters: ReadonlyMap<string, Roster>;
  /** SHA-256 (hex) of the campaign and of every file that it names, by path as written; the campaign's own by its name. */
  readonly fileHashes: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, Scalar>>;
  /** The environment variables that templates can read, by name, if they are set. */
  readonly env: Readonly<Record<string, string>>;
  /** What was written under `window`, before it is narrowed: the audit reads it. */
  readonly windows: {
    readonly campaign: WindowInput | undefined;
    readonly steps: ReadonlyMap<string, WindowInput | 'always' | undefined>;
    /** Of the holidays that they keep, by country. */
    readonly calendars: ReadonlyMap<string, Calendar>;
  };
  /** By step id. */
  readonly renderers: ReadonlyMap<string, StepRenderer>;
  /** See `inputsDigest`. */
  readonly digest: string;
  /** The same with the list of those who were forgotten: with the same digest, each step has the same jobs. */
  readonly jobsDigest: string;
  /** Where a key of the campaign file is; the nearest key above it where the file does not have it. */
  readonly places: (path: readonly string[]) => Span;
}

/** A campaign with the recipients of its audiences. */
export type CampaignLists = Pick<LoadedCampaign, 'campaign' | 'rosters'>;

export type Loaded = Checked<LoadedCampaign> & {
  /** Absolute paths of the campaign and of everything it names, even if missing: the files to watch. */
  readonly referencedFiles: readonly string[];
  /** The campaign file does not exist. */
  readonly absent?: true;
  /** The text of the campaign file, right or wrong. Absent if it is not text, or was not read. */
  readonly text?: string;
};

/**
 * One digest of everything that the check of a campaign and its requests depend on: the bytes of all its files, the
 * inputs, the environment that its templates read, and the version of the checker.
 */
export function inputsDigest(
  { fileHashes, inputs, env }: Pick<LoadedCampaign, 'fileHashes' | 'inputs' | 'env'>,
  checkedBy = '',
): string {
  return createHash('sha256')
    .update(JSON.stringify([fileHashes, inputs, env, checkedBy]))
    .digest('hex')
    .slice(0, 32);
}

/** The same with who was forgotten: they have no jobs, and the check of a campaign does not depend on them. */
export function jobsDigest(digest: string, forgotten: Forgotten | undefined): string {
  return forgotten !== undefined && 'digest' in forgotten ? `${digest} ${forgotten.digest}` : digest;
}
