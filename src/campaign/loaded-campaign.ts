import type { Roster, Scalar } from '../audience/roster.ts';
import type { Checked } from '../diagnostic/diagnostic.ts';
import type { SourceFile } from '../diagnostic/source-file.ts';
import type { Files } from '../platform/ports.ts';
import type { Campaign } from './campaign.ts';
import type { Environment } from './campaign-env.ts';
import type { StepRenderer } from './request/rendering.ts';

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
  /** Called as soon as the campaign's text is understood and has no errors, before its audiences are read. */
  readonly onCampaign?: (campaign: Campaign, directory: string) => void;
  /** Tells at which instants nobody can have written yet when the campaign starts. Default: that is not looked at. */
  readonly isInFuture?: (campaign: Campaign) => Promise<(lastInbound: string) => boolean>;
  /** Whether inputs of this digest have passed with depth `rendered` before: then no recipient is looked at again. Default: no. */
  readonly hasPassed?: (digest: string) => Promise<boolean>;
}

export interface LoadedCampaign {
  readonly campaign: Campaign;
  readonly source: SourceFile;
  /** Folder of the campaign file, absolute. */
  readonly directory: string;
  /** The folder that no named file leads out of; see `campaign-paths.ts`. */
  readonly repository: string;
  /** By audience name; empty with depth `text`. */
  readonly rosters: ReadonlyMap<string, Roster>;
  /** SHA-256 (hex) of the campaign and of every file that it names, by path as written; the campaign's own by its name. */
  readonly fileHashes: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, Scalar>>;
  /** The environment that templates read, and all of it that they can read: by name, what is set. */
  readonly env: Readonly<Record<string, string>>;
  /** By step id. */
  readonly renderers: ReadonlyMap<string, StepRenderer>;
  /** See `inputs-digest.ts`. */
  readonly digest: string;
}

export type Loaded = Checked<LoadedCampaign> & {
  /** Absolute paths of the campaign and of everything it names, also of what is not there: to be watched. */
  readonly referencedFiles: readonly string[];
  /** There is no campaign file at all. */
  readonly absent?: true;
  /** What stands in the campaign file, right or wrong. Absent where it is no text, or was not read. */
  readonly text?: string;
};
