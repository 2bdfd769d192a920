import { askedKeys } from '../../campaign/audiences/asked-number.ts';
import type { Step } from '../../campaign/campaign.ts';
import { loadCampaign } from '../../campaign/load.ts';
import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import { formatAddress, type JobId, type RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { runName } from '../../plan/run-name.ts';
import { isAllOver, isOver } from '../../plan/why.ts';
import type { Host } from '../../platform/ports.ts';
import { readCounted } from '../../run/counted-jobs.ts';
import { jobsRead } from '../../run/send/render-context.ts';
import type { RunReader } from '../../state/backend.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { checkedBy, stateBackend } from '../open/state-backend.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { readInputs } from '../options/input-option.ts';
import { readEnvironment, serviceOf, storeOf } from '../options/settings.ts';
import { forgottenBy, stateOf } from '../options/state-option.ts';
import { snapshotChooser } from '../snapshots/snapshot-chooser.ts';

/**
 * A campaign with the rows of one person alone, from its lists and from its state, where that says all: the files are those of the
 * run, and all jobs of this person are over, so that no plan has to be made. Undefined in every other case, and where something
 * is wrong.
 */
export async function openSettled(
  options: CampaignOptions & { readonly key: string },
  host: Host,
): Promise<OpenedCampaign | undefined> {
  const [inputs, env] = [readInputs(options.input), readEnvironment(options, host)];
  if (typeof inputs === 'string' || typeof env === 'string' || storeOf(options, host) !== undefined) return undefined;
  const load = { path: options.file, cwd: host.cwd, files: host.files, env, inputs, checkedBy } as const;
  const { value: text } = await loadCampaign({ ...load, depth: 'text' });
  if (text === undefined) return undefined;
  const { campaign } = text;
  const [key, ...others] = await askedKeys(options.key, campaign.audiences);
  if (key === undefined || others.length > 0) return undefined;
  const run = runName(campaign, options.run);
  const backend = stateBackend(stateOf(text, options, host), options, host);
  const about = { campaign: campaign.id, run, service: '' };
  const opened = await backend.openForReading({ about, verify: 'counts' });
  if (opened === undefined || 'refused' in opened) return undefined;
  const { reader } = opened;
  const request: LoadRequest = {
    ...load,
    depth: 'audiences',
    snapshots: snapshotChooser(options, host, env, 'look'),
    forgotten: forgottenBy(options, host),
    only: key,
  };
  const found = await settledIn(reader, key, campaign.steps, request);
  if (found === undefined) {
    await reader.close();
    return undefined;
  }
  const service = serviceOf(env);
  const shown = { reader: found.reader, shared: found.reader, close: () => reader.close() };
  return { ...found.loaded, run, service, backend, ...shown };
}

/** The lists are read only where all that is recorded of this person is over. */
async function settledIn(reader: RunReader, key: RecipientKey, steps: readonly Step[], request: LoadRequest) {
  const jobs = (await reader.soundJobsOf?.(key)) ?? [];
  const theirs = jobs.filter((job) => job.key === key);
  const records = new Map(jobs.map((job) => [formatAddress(job), job]));
  const recordOf = (id: JobId): JobRecord | undefined => records.get(formatAddress(id));
  const stepOf = new Map(steps.map((step) => [step.id, step]));
  // A job that has two rows is found out where all rows are read.
  if (theirs.length === 0 || records.size < jobs.length) return undefined;
  if (theirs.some((job) => !isOver(stepOf.get(job.step), job))) return undefined;
  if ((await reader.steps()).some((name) => !stepOf.has(name))) return undefined;
  const { value, diagnostics } = await loadCampaign(request);
  if (value === undefined || value.campaign.contacts !== undefined) return undefined;
  if (readCounted(await reader.status(), value) === undefined) return undefined;
  const { campaign, rosters } = value;
  const isListed = [...rosters.values()].some((roster) => roster.indexOf(key) !== undefined);
  if (!isListed || !isAllOver({ campaign, rosters, key, recordOf })) return undefined;
  const read = campaign.steps.flatMap((step) => jobsRead(value, step, key));
  if (read.some((id) => recordOf(id) === undefined)) return undefined;
  return { loaded: { ...value, diagnostics }, reader: { ...reader, job: async (id: JobId) => recordOf(id) } };
}
