import type { Step } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Why } from '../../plan/why.ts';
import type { Host } from '../../platform/ports.ts';
import { type Preview, previewRequest } from '../../run/preview/preview-request.ts';
import { sentRequest } from '../../run/preview/sent-request.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { previewInput } from './preview-input.ts';

/** By step, what one person gets or got. Steps that send them nothing have none. */
export async function whyMessages(why: Why, opened: OpenedCampaign, host: Host): Promise<ReadonlyMap<string, Preview>> {
  const input = previewInput(opened, host, 'values');
  const messages = new Map<string, Preview>();
  for (const { step: id, at, happened } of why.steps) {
    const step = opened.campaign.steps.find((one) => one.id === id);
    const message =
      at !== undefined && step !== undefined
        ? await previewRequest(input, { step, ...recipientOf(why.key, step, opened) }, at)
        : happened && (await sentRequest(input, happened));
    if (message !== undefined) messages.set(id, message);
  }
  return messages;
}

function recipientOf(key: RecipientKey, { forEach }: Step, { rosters }: OpenedCampaign) {
  const recipient = rosters.get(forEach?.audience ?? '')?.indexOf(key);
  return { key, recipient };
}
