import { resolve } from 'node:path';
import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import { forgottenIn } from '../../ledger/contacts/forgotten/forgotten-in.ts';
import { type StatePaths, statePaths } from '../../ledger/state-paths.ts';
import type { Host } from '../../platform/ports.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { pepperOf, storeOf } from './settings.ts';

/** Whom the project of a campaign has forgotten, for `loadCampaign`. */
export function forgottenBy(
  options: Pick<CampaignOptions, 'state' | 'store' | 'sandbox' | 'envFile'>,
  host: Pick<Host, 'cwd' | 'files' | 'env'>,
  mustRead = false,
): NonNullable<LoadRequest['forgotten']> {
  const [pepper, store] = [pepperOf(options, host), storeOf(options, host)];
  return (directory) =>
    forgottenIn(host.files, {
      folder: resolve(host.cwd, options.state ?? `${directory}/.callsheet`),
      pepper,
      store,
      mustRead,
    });
}

/** Where the state of a campaign in this folder is. `check` asks this, and loads no database for it. */
export function stateOf(
  { campaign, directory }: { readonly campaign: { readonly id: string }; readonly directory: string },
  options: CampaignOptions,
  { cwd }: Pick<Host, 'cwd'>,
): StatePaths {
  const folder = resolve(cwd, options.state ?? `${directory}/.callsheet`);
  return statePaths({ folder, campaign: campaign.id, sandbox: options.sandbox === true });
}
