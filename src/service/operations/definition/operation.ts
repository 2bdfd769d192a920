import { type Message, type MessageRequest, queryMessage } from './message.ts';
import { type Body, type Field, integer, type RuleTable, range, required } from './rule.ts';
import type { Status } from './status.ts';

/**
 * One of the service's calls: everything that is true of it. `src/sandbox/operations/decide.ts` has what the sandbox does for it, and
 * `schemas/service/` its request and answer for editors.
 */
export interface Operation<Id extends string = string> {
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `status`/`reason`, or `code`/`msg` for redial (section "Errors"). */
  readonly envelope: 'status' | 'code';
  /** What it does, in a sentence. */
  readonly does: string;
  /** What a step does, for people who do not write campaigns. */
  readonly words: string;
  /** A step, as it is written under `steps`. */
  readonly example: string;
  /** Examples of the keys `with` and `expect`, for editors. */
  readonly withExample?: Readonly<Record<string, unknown>>;
  readonly expectExample?: Readonly<Record<string, unknown>>;
  /** The fields of its request, and what they must be. */
  readonly request: RuleTable;
  /** The fields that a step need not write. Their order is that of the request. */
  readonly defaults: Readonly<Record<string, Default>>;
  /** The field with the content of a file: a step writes the path, and the runner reads the file. */
  readonly fileField?: string;
  /** The rows of its table in section "Errors", in their order. */
  readonly statuses: Readonly<Record<string, Status>>;
  /** Outputs that later steps may use, by name, with their path in the answer (dots go down). */
  readonly outputs: Readonly<Record<string, OutputField>>;
  /** A query changes nothing and may always be sent again. */
  readonly effect: 'query' | 'effect';
  /** The field that says whom the request is for, if there is one. */
  readonly recipientField?: 'recipient' | 'to' | 'number';
  /** How it reaches the recipient, where it contacts one: such a job is a contact in the contact ledger. */
  readonly channel?: Channel;
  /** The field that the service keeps unique, if there is one. */
  readonly naturalKey?: 'orderId' | 'taskName' | 'fileName' | 'jobId';
  /** The code for a name that the service has already, where the natural key is a name. */
  readonly takenStatus?: string;
  readonly recovery: Recovery;
  /** The code that, in the answer to a retry, proves that an earlier attempt succeeded. Means nothing on a first attempt. */
  readonly receipt?: string;
  /** What only public documents of this API demand of its fields. */
  readonly publicLimits?: readonly PublicLimit[];
  /** Why it does no harm a second time: it says how things are, sets a state, or leaves a file that nobody uses. */
  readonly again?: 'says' | 'sets' | 'leaves';
  /** Only within 24 hours after the recipient's last message (section "Limits"). */
  readonly needsSession?: true;
  /** The field with the task whose people the service calls, whom it knows, at `sendTime` and within `allowSendTime`. */
  readonly taskField?: string;
  /** How long the recipient can use what it brings: the default of `expires`. */
  readonly expires?: string;
  /** A list in pages (section "Paged result"). */
  readonly isPaged?: true;
  /** What a query asks for, in words. */
  readonly asksFor?: string;
  /** The field of an answer's `data` that repeats the recipient. */
  readonly answersTo?: string;
  /** The answer holds passwords (section "Agent (call-centre seat) record"). */
  readonly hasPasswords?: true;
  /** An answer has no `data` (sections "Balance" and "SMS postback backfill"). */
  readonly withoutData?: true;
  /** The code of an account without money, where a job costs something. */
  readonly noMoneyStatus?: string;
  /** Codes of requests that are not admitted, where they differ from the general ones (section "Authentication"). */
  readonly admission?: Partial<Admission>;
  /** The most bytes of a body that a service can expect, if they are more than 64 KiB. */
  readonly bodyMost?: number;
  /** Another path that a sample of the document shows. */
  readonly alias?: string;
  /** Its path in public documents of this API under other names. */
  readonly pathElsewhere?: string;
  /** The request as the person reads or hears it; of one that reaches nobody, what it is about. */
  readonly message: (request: MessageRequest) => Message;
}

/** A field that public documents of this API restrict, and the service's own document does not: never more than a warning. */
export interface PublicLimit {
  readonly field: string;
  /** Read after "public documents of this API say": `2 to 64 characters`. */
  readonly says: string;
  /** Whether the body keeps to it; asked only if the field is there. */
  readonly holds: (value: unknown, body: Body) => boolean;
}

/** The code for each rule that a request's headers and address can break. */
export const generalAdmission = {
  'auth.sign.present': '-1',
  'auth.timestamp.present': '-1',
  'auth.apiKey.present': '-1',
  'auth.apiKey.known': '-1',
  'auth.workspace.enabled': '-1',
  'auth.apiKey.enabled': '-1',
  'auth.ip.unrestricted': '-2',
  'auth.ip.listed': '-2',
  'auth.timestamp.current': '-16',
  'auth.sign.right': '-1',
};

export type Admission = Readonly<typeof generalAdmission>;

/** A way to reach one person. A redial task calls people whom the service knows, so nobody can count these contacts. */
export type Channel = 'whatsapp' | 'otp';

export interface OutputField {
  readonly type: 'string' | 'number' | 'array';
  readonly from: string;
  /** What it is, where `expect` can ask for it. */
  readonly words?: string;
}

/**
 * What is done about an attempt whose answer was lost (`docs/guarantees.md`): `retry` sends the same bytes again, `rename`
 * uploads under the next file name, `manual` leaves the job in doubt until a person decides.
 */
export type Recovery = 'retry' | 'rename' | 'manual';

/** Bytes of a body with audio: it travels in base64, so 16 MB of it are 22. */
export const audioBodyMost = 24 * 1024 * 1024;

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

/** A list in pages (section "Paged result"): the fields of its request, and what else is true of it. */
export const pageFields: readonly Field[] = [
  integer('current', required(), range(1, Number.POSITIVE_INFINITY)),
  integer('size', required(), range(1, 100)),
];
export const pagedQuery = {
  defaults: {
    current: always(1, '1, and all pages are read'),
    size: always(100),
    params: always({}, 'nothing'),
  },
  outputs: {
    total: { type: 'number', from: 'data.total', words: 'The total number of records.' },
    records: { type: 'array', from: 'data.records', words: 'The records; a condition counts them.' },
  },
  effect: 'query',
  recovery: 'retry',
  isPaged: true,
  message: queryMessage,
} as const satisfies Partial<Operation>;
