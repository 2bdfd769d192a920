import packageJson from '../../../package.json' with { type: 'json' };
import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../plan/run-name.ts';
import { type StatePaths, statePaths } from '../../state/state-paths.ts';
import type { VerifiedFile } from '../../state/verify-file.ts';
import { type FileVerification, startFileVerification } from '../../state/verify-file.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';

/** What a load is asked for, so that a large state file is looked at by another thread while this one reads audiences. */
export interface BackgroundVerification extends Required<Pick<LoadRequest, 'checkedBy' | 'onCampaign' | 'hasPassed'>> {
  /** To be awaited when the campaign is loaded. Undefined where the file is small, not there, or not sound. */
  answer(): Promise<VerifiedFile | undefined>;
}

/** `forRunning`: what has become of each job will be wanted. */
export function verifyInBackground(options: CampaignOptions, forRunning = false): BackgroundVerification {
  let check: FileVerification | undefined;
  let run = '';
  const answer = async (): Promise<VerifiedFile | undefined> => check?.answer();
  return {
    checkedBy: `${packageJson.version} on Node ${process.versions.node}`,
    onCampaign(campaign, directory) {
      run = runName(campaign, options.run);
      const path = stateOf({ campaign, directory }, options).database;
      check = startFileVerification({ path, ...(forRunning ? { run } : {}) });
    },
    // The file tells for which inputs the run was begun last: these had no errors then.
    hasPassed: async (digest) => (await answer())?.inputs[run] === digest,
    answer,
  };
}

/** Where the state of a campaign is that lies in this folder. */
export function stateOf(
  { campaign, directory }: { readonly campaign: { readonly id: string }; readonly directory: string },
  options: CampaignOptions,
): StatePaths {
  const folder = options.state ?? `${directory}/.callsheet`;
  return statePaths({ folder, campaign: campaign.id, sandbox: options.sandbox === true });
}
