import type { CampaignOptions } from './campaign-options.ts';
import { choice, flag, type OptionValues, text } from './option-definition.ts';

/** Of the commands that send. */
export const sendingOptions = {
  format: choice('<format>', 'text, or events as NDJSON', ['text', 'json']),
  yes: flag('do not ask before the first real send', { short: 'y' }),
  sandbox: flag('use the embedded service; its clock skips every wait'),
  realTime: flag('in the sandbox: wait as in life'),
  at: text('<date-time>', 'in the sandbox: when its clock begins'),
  late: flag('go out though `starts` has long passed'),
  adopt: flag(
    'take over a state file of another host, a copy, or none; runs on two machines do not see each other, and WhatsApp messages go out from both',
  ),
  acceptEdits: flag('go on though a step that was sent is gone and a new one looks like it'),
  showNumbers: flag('whole numbers instead of masked ones'),
};

export const approvedPlan = text('<file>', 'an approved plan (`plan --out`): refuse to run anything else');

export type RunOptions = CampaignOptions & OptionValues<typeof sendingOptions & { readonly plan: typeof approvedPlan }>;
