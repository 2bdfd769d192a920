import { isLoopback } from '../service/contract/base-url.ts';

export const noticeVariable = 'CALLSHEET_NOTICE_URL';

/** An https address, or a plain one of this machine. It may be a secret, so nothing repeats it. */
export function readNoticeAddress(text: string | undefined): URL | undefined {
  const trimmed = text?.trim() ?? '';
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isAllowed ? url : undefined;
}
