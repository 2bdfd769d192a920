import { readSecureAddress } from '../service/contract/base-url.ts';

export const noticeVariable = 'CALLSHEET_NOTICE_URL';

/** It may be a secret, so nothing repeats it. */
export function readNoticeAddress(text: string | undefined): URL | undefined {
  return readSecureAddress(text?.trim() ?? '');
}
