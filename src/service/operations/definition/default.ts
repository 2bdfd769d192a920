/** What a field of a request is where a step does not write it under `with`. */
export type Default =
  /** What `account` has: the first of these keys that is set. */
  | {
      readonly from: 'account';
      readonly keys: readonly AccountKey[];
      readonly when?: Readonly<Record<string, unknown>>;
    }
  /** With `forEach`, the number of the recipient. */
  | { readonly from: 'recipient' }
  /** A name that the service knows this job by, made from campaign, run, step and recipient. */
  | { readonly from: 'job'; readonly name: 'orderId' | 'taskName' }
  /** A name that is made once the file has been read. */
  | { readonly from: 'file' }
  | { readonly from: 'window' | 'start' }
  /** The same for every request, whatever the campaign; in words, where they say more than the value. */
  | { readonly from: 'constant'; readonly value: unknown; readonly words?: string };

export type AccountKey = 'appId' | 'businessPhone' | 'smsAppId';

export const fromAccount = (...keys: readonly AccountKey[]): Default => ({ from: 'account', keys });
export const fromRecipient: Default = { from: 'recipient' };
export const always = (value: unknown, words?: string): Default =>
  words === undefined ? { from: 'constant', value } : { from: 'constant', value, words };

/** Of a list that is read in pages. */
export const firstPage: Readonly<Record<string, Default>> = {
  current: always(1, '1, and all pages are read'),
  size: always(100),
  params: always({}, 'nothing'),
};
