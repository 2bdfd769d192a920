import { createHash } from 'node:crypto';
import type { LoadedCampaign } from '../loaded-campaign.ts';
import { templateCompiler } from '../template/template-compiler.ts';
import { bindVariables } from './request.ts';

/** Tells the accounts of one service apart, by `appId`. A digest: the id may come from a variable that holds a secret. */
export async function accountKey({
  campaign,
  inputs,
  env,
}: Pick<LoadedCampaign, 'campaign' | 'inputs' | 'env'>): Promise<string> {
  const { appId = '' } = campaign.account;
  const template = (await templateCompiler([appId])).compile(appId, bindVariables(campaign));
  const run = { id: '' };
  const value = 'render' in template ? template.render({ run, inputs, env, outputs: () => undefined, now: 0 }) : appId;
  return createHash('sha256').update(String(value)).digest('hex').slice(0, 32);
}
