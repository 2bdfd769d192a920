import { createHmac } from 'node:crypto';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { SentWith } from '../../ledger/hand-out.ts';
import type { Settings } from '../../project/settings.ts';
import { checkedBy } from '../open/open-campaign.ts';

/** What a leader and its workers must have in common. */
export function sentWithOf(loaded: LoadedCampaign, { baseUrl, apiKey, apiSecret }: Settings): SentWith {
  // So short that many secrets have the same one: it shows a mistake, and nobody can find the secret with it.
  const credentials = createHmac('sha256', apiSecret).update(apiKey).digest('hex').slice(0, 8);
  return { version: checkedBy, digest: loaded.digest, service: baseUrl, credentials };
}

/** Why a worker may not send for a leader; undefined where it may. */
export function whyOther(mine: SentWith, leaders: SentWith): string | undefined {
  if (mine.version !== leaders.version)
    return `this is callsheet ${mine.version}, and the leader is callsheet ${leaders.version}. Use the same version of both`;
  if (mine.service !== leaders.service)
    return `CALLSHEET_BASE_URL is ${mine.service}, and the leader sends to ${leaders.service}`;
  if (mine.credentials !== leaders.credentials)
    return 'CALLSHEET_API_KEY or CALLSHEET_API_SECRET differs from the leader’s';
  if (mine.digest !== leaders.digest)
    return 'the campaign, one of its files, an --input or a variable that it reads differs from the leader’s. Use the same commit, inputs and variables';
  return undefined;
}
