import packageJson from '../../../package.json' with { type: 'json' };
import type { StateBackend } from '../../ledger/backend.ts';
import { createFileBackend } from '../../ledger/file-backend.ts';
import { rollbackGuardFolder, type StatePaths } from '../../ledger/state-paths.ts';
import { createStoreBackend } from '../../ledger/store-backend.ts';
import type { Host } from '../../platform/ports.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { storeOf } from '../options/settings.ts';

/** What the check of a campaign depends on, apart from its files. */
export const checkedBy = `${packageJson.version} on Node ${process.versions.node}`;

export function stateBackend(
  paths: StatePaths,
  options: CampaignOptions,
  host: Pick<Host, 'cwd' | 'env' | 'console'>,
): StateBackend {
  // Sandbox runs may be thrown away.
  const rollbackGuard = options.sandbox === true ? undefined : rollbackGuardFolder(host.env);
  const url = storeOf(options, host);
  if (url !== undefined) return createStoreBackend({ url, rollbackGuard });
  return createFileBackend({ paths, rollbackGuard });
}
