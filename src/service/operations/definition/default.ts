/** What a field of a request is where a step does not write it under `with`, and that in words. */
export type Default = { readonly words: string } & (
  | {
      readonly from: 'account';
      readonly keys: readonly AccountKey[];
      readonly when?: Readonly<Record<string, unknown>>;
    }
  | { readonly from: 'job'; readonly name: 'orderId' | 'taskName' }
  | { readonly from: 'constant'; readonly value: unknown }
  | { readonly from: 'recipient' | 'file' | 'window' | 'start' }
);

type AccountKey = 'appId' | 'businessPhone' | 'smsAppId';

/** The first of these keys that `account` has. A campaign may leave out `account`, and its fields are missing then. */
export function fromAccount(key: AccountKey, other?: AccountKey): Default {
  const words = `the \`${key}\` of \`account\``;
  if (other === undefined) return { from: 'account', keys: [key], words };
  return { from: 'account', keys: [key, other], words: `${words}, or else its \`${other}\`` };
}

/** A name that the service knows this job by. */
export function fromJob(name: 'orderId' | 'taskName'): Default {
  return { from: 'job', name, words: 'made from campaign, run, step and recipient' };
}

/** The same for every request, whatever the campaign. */
export function always(value: unknown, words = String(value)): Default {
  return { from: 'constant', value, words };
}

export const fromRecipient: Default = { from: 'recipient', words: 'with `forEach`, the recipient’s key' };

/** Of a list that is read in pages. */
export const firstPage: Readonly<Record<string, Default>> = {
  current: always(1, '1, and all pages are read'),
  size: always(100),
  params: always({}, 'nothing'),
};
