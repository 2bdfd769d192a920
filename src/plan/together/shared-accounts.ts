import { latestStarts } from '../../job/history.ts';
import { mostRemembered, resumedPace } from '../../schedule/pace.ts';
import type { AccountPace } from '../../schedule/scheduler.ts';
import type { Rate } from '../../time/duration.ts';
import type { PlanCampaignInput } from '../plan.ts';

/** Campaigns that use one account and its rate. */
export interface SharedAccount {
  readonly appId: string;
  readonly campaigns: readonly string[];
  readonly rate: Rate;
  /** Whether they keep the rate together, as they do through a store. Otherwise each keeps it for itself. */
  readonly isShared: boolean;
}

/** The rates of accounts that several campaigns use, as their runs keep them. */
export function sharedAccounts(
  inputs: readonly PlanCampaignInput[],
  isShared: boolean,
): { readonly accounts: readonly SharedAccount[]; paceOf(campaign: string): AccountPace | undefined } {
  const groups = new Map<
    string,
    { readonly appId: string; readonly rate: Rate; readonly inputs: PlanCampaignInput[] }
  >();
  for (const input of inputs) {
    const { account, limits } = input.campaign;
    const { appId } = account;
    const rate = limits.account?.rate;
    if (appId === undefined || rate === undefined) continue;
    // Other limits for the same account contradict these: with a store, only one of the campaigns would run.
    const name = JSON.stringify([appId, limits.account]);
    const group = groups.get(name) ?? { appId, rate, inputs: [] };
    groups.set(name, group);
    group.inputs.push(input);
  }
  const shared = [...groups.values()].filter((group) => group.inputs.length > 1);
  const paces = new Map<string, AccountPace>();
  for (const { rate, inputs: sharing } of isShared ? shared : []) {
    const starts = sharing.flatMap(({ history }) => latestStarts(history.starts, mostRemembered)).sort((a, b) => a - b);
    const pace = resumedPace(rate, starts, Math.max(...sharing.map(({ now }) => now)));
    for (const { campaign } of sharing) paces.set(campaign.id, pace);
  }
  return {
    accounts: shared.map(({ appId, rate, inputs: sharing }) => ({
      appId,
      campaigns: sharing.map(({ campaign }) => campaign.id),
      rate,
      isShared,
    })),
    paceOf: (campaign) => paces.get(campaign),
  };
}
