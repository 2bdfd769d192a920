import type { Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { RenderContext } from '../../campaign/request/rendering.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Outputs } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Store } from '../../state/store.ts';

/** What one job's templates may read. A repeat renders as of its first attempt: it must carry the same bytes. */
export function renderContext(
  input: {
    readonly loaded: LoadedCampaign;
    readonly store: Pick<Store, 'job'>;
    readonly run: string;
  },
  job: {
    readonly step: Step;
    readonly key?: RecipientKey | undefined;
    readonly recipient?: number | undefined;
  },
  startedAt: Instant,
): RenderContext {
  const { store, loaded } = input;
  const { key, recipient } = job;
  const audience = job.step.forEach?.audience;
  const roster = audience === undefined ? undefined : loaded.rosters.get(audience);
  return {
    run: { id: input.run },
    inputs: loaded.inputs,
    env: loaded.env,
    now: startedAt,
    ...(key === undefined ? {} : { key }),
    ...(roster === undefined || recipient === undefined
      ? {}
      : { recipient: (column: string) => roster.value(recipient, column) }),
    outputs(stepId: string): Outputs | undefined {
      const each = loaded.campaign.steps.find(({ id }) => id === stepId)?.forEach !== undefined;
      const record = store.job(each && key !== undefined ? { step: stepId, key } : { step: stepId });
      return record?.state === 'accepted' ? (record.outputs ?? {}) : undefined;
    },
  };
}
