import type { Campaign } from '../campaign/campaign.ts';
import type { Environment } from '../campaign/campaign-env.ts';
import { readSecureAddress } from '../service/contract/base-url.ts';

export const noticeVariable = 'CALLSHEET_NOTICE_URL';

/** It may be a secret, so nothing repeats it. */
export function readNoticeAddress(text: string | undefined): URL | undefined {
  return readSecureAddress(text?.trim() ?? '');
}

/** Why the notices of a campaign cannot be sent, as a sentence; undefined if they can. */
export function noticeFault(
  { notices }: Campaign,
  { sandbox, allowCommands }: { readonly sandbox: boolean; readonly allowCommands: boolean },
  env: Environment,
): string | undefined {
  if (sandbox) return undefined;
  for (const [event, target] of Object.entries(notices)) {
    if (target.kind === 'command') {
      if (allowCommands) continue;
      return `\`on.${event}\` starts a program, \`${target.argv[0]}\`: look at it, and pass --allow-commands.`;
    }
    if (readNoticeAddress(env[noticeVariable]) !== undefined) continue;
    const isSet = (env[noticeVariable]?.trim() ?? '') !== '';
    return isSet
      ? `${noticeVariable} is not an https address without a password: \`on.${event}\` needs one.`
      : `${noticeVariable} is not set: \`on.${event}\` sends to that https address.`;
  }
  return undefined;
}
