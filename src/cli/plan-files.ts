import type { Host } from '../platform/ports.ts';
import { couldNot } from './open/refuse.ts';
import type { ExitCode } from './options/exit-code.ts';
import { campaignFiles } from './options/expand-files.ts';
import { partName } from './options/run-options.ts';
import { namesFault } from './options/shows-names.ts';
import type { Given } from './program.ts';

/** `plan` of one campaign, or of several together. */
export async function planFiles({ files: written, ...options }: Given<'plan'>, host: Host): Promise<ExitCode> {
  const { jobs, format } = options;
  if (jobs && format !== 'text' && format !== 'json') return couldNot(host, `--jobs prints NDJSON, not ${format}`);
  const fault = namesFault(options);
  if (fault !== undefined) return couldNot(host, fault);
  const files = await campaignFiles(written, host);
  if (typeof files === 'string') return couldNot(host, files);
  const [file = '', ...others] = files;
  if (others.length === 0) return (await import('./commands/plan.ts')).plan({ ...options, file }, host);
  const alone = ofOneCampaign(options);
  if (alone !== undefined)
    return couldNot(host, `${alone} is for the plan of one campaign, and these are ${files.length}`);
  return (await import('./commands/plan-together.ts')).planCampaigns({ ...options, files }, host);
}

function ofOneCampaign(options: Omit<Given<'plan'>, 'files'>): string | undefined {
  const { out, against, exitCode, show, showNames, run } = options;
  if (out !== undefined) return '--out';
  if (against !== undefined) return '--against';
  if (exitCode) return '--exit-code';
  if (show !== undefined) return '--show';
  if (showNames) return '--show-names';
  return run === undefined ? partName(options) : '--run';
}
