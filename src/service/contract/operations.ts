import type { OperationId } from './operation-id.ts';

/** One of the service's nine calls: the row of its table "Endpoints", and what may be done after a lost answer. */
export interface Operation {
  readonly id: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `status`/`reason`, or `code`/`msg` for redial (section "Errors"). */
  readonly envelope: 'status' | 'code';
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
  readonly recovery: Recovery;
  /** The code that, in the answer to a retry, proves that an earlier attempt succeeded. Means nothing on a first attempt. */
  readonly receipt?: string;
}

/** Whether an accepted job of this operation reaches people: by itself, or by a redial task that calls them. */
export function reachesPeople(id: OperationId): boolean {
  return operations[id].channel !== undefined || id === 'voice.redial';
}

/** A way to reach one person. A redial task calls people whom the service knows, so nobody can count these contacts. */
export type Channel = 'whatsapp' | 'otp';

export interface OutputField {
  readonly type: 'string' | 'number' | 'array';
  readonly from: string;
}

/**
 * What is done about an attempt whose answer was lost (`docs/guarantees.md`): `retry` sends the same bytes again, `rename`
 * uploads under the next file name, `manual` leaves the job in doubt until a person decides.
 */
export type Recovery = 'retry' | 'rename' | 'manual';

export const operations: Readonly<Record<OperationId, Operation>> = {
  'whatsapp.send': {
    id: 'whatsapp.send',
    method: 'POST',
    path: '/wa/custom/sendMsg',
    envelope: 'status',
    outputs: {
      messageId: { type: 'string', from: 'data.messageId' },
      timestamp: { type: 'number', from: 'data.timestamp' },
    },
    effect: 'effect',
    recipientField: 'recipient',
    channel: 'whatsapp',
    recovery: 'manual',
  },
  'voice.redial': {
    id: 'voice.redial',
    method: 'POST',
    path: '/voice/group/call/resend',
    envelope: 'code',
    outputs: { taskId: { type: 'number', from: 'data' } },
    effect: 'effect',
    naturalKey: 'taskName',
    recovery: 'retry',
    receipt: '-41',
  },
  'otp.send': {
    id: 'otp.send',
    method: 'POST',
    path: '/otp/verification/send',
    envelope: 'status',
    outputs: {
      verificationId: { type: 'string', from: 'data.verificationId' },
      snaUrl: { type: 'string', from: 'data.snaUrl' },
    },
    effect: 'effect',
    recipientField: 'to',
    channel: 'otp',
    naturalKey: 'orderId',
    recovery: 'retry',
    // The document lists no code for a repeated orderId; -20, "data existing" elsewhere, is assumed (`docs/assumptions.md`).
    receipt: '-20',
  },
  'audio.upload': {
    id: 'audio.upload',
    method: 'POST',
    path: '/voice/fileUpload',
    envelope: 'status',
    outputs: { fileId: { type: 'string', from: 'data' } },
    effect: 'effect',
    naturalKey: 'fileName',
    recovery: 'rename',
  },
  'aivoice.pause': {
    id: 'aivoice.pause',
    method: 'POST',
    path: '/aivoice/taskStop',
    envelope: 'status',
    outputs: {},
    effect: 'effect',
    naturalKey: 'jobId',
    recovery: 'retry',
    receipt: '-38',
  },
  'sms.balance': {
    id: 'sms.balance',
    method: 'GET',
    path: '/sms/getBalance',
    envelope: 'status',
    outputs: {
      balance: { type: 'number', from: 'balance' },
      gift: { type: 'number', from: 'gift' },
      credit: { type: 'number', from: 'credit' },
      available: { type: 'number', from: 'balance+gift+credit' },
    },
    effect: 'query',
    recovery: 'retry',
  },
  'agents.list': {
    id: 'agents.list',
    method: 'POST',
    path: '/v3/cc/seat/query',
    envelope: 'status',
    outputs: { total: { type: 'number', from: 'data.total' }, records: { type: 'array', from: 'data.records' } },
    effect: 'query',
    recovery: 'retry',
  },
  'axb.list': {
    id: 'axb.list',
    method: 'POST',
    path: '/number/pns/queryBindPage',
    envelope: 'status',
    outputs: { total: { type: 'number', from: 'data.total' }, records: { type: 'array', from: 'data.records' } },
    effect: 'query',
    recovery: 'retry',
  },
  'sms.backfill': {
    id: 'sms.backfill',
    method: 'POST',
    path: '/sms/postback/backfill',
    envelope: 'status',
    outputs: {},
    effect: 'effect',
    recipientField: 'number',
    recovery: 'retry',
  },
};
