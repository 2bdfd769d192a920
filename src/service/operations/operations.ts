import { agentsList } from './agents-list.ts';
import { aivoicePause } from './aivoice-pause.ts';
import { audioUpload } from './audio-upload.ts';
import { axbList } from './axb-list.ts';
import type { Operation } from './definition/operation.ts';
import { otpSend } from './otp-send.ts';
import { smsBackfill } from './sms-backfill.ts';
import { smsBalance } from './sms-balance.ts';
import { voiceRedial } from './voice-redial.ts';
import { whatsappSend } from './whatsapp-send.ts';

/** The service's nine operations, in the order of its document. */
const all = [
  whatsappSend,
  voiceRedial,
  otpSend,
  audioUpload,
  aivoicePause,
  smsBalance,
  agentsList,
  axbList,
  smsBackfill,
] as const;

export type OperationId = (typeof all)[number]['id'];

export const operationIds: readonly OperationId[] = all.map(({ id }) => id);

export const operations = Object.fromEntries(all.map((operation) => [operation.id, operation])) as Readonly<
  Record<OperationId, Operation<OperationId>>
>;

export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(operations, text);
}

/** Throws for what is not an operation: the types cannot refuse it where a program is plain JavaScript. */
export function requireOperation(id: string): void {
  if (!isOperationId(id)) throw new Error(`${id} is not an operation: give one of ${operationIds.join(', ')}`);
}

/** A query changes nothing, and nobody hears an uploaded file. */
export function concernsNobody(id: OperationId): boolean {
  return operations[id].effect === 'query' || operations[id].recovery === 'rename';
}

/** Whether an accepted job of this operation reaches people: by itself, or by a redial task that calls them. */
export function reachesPeople(id: OperationId): boolean {
  return operations[id].channel !== undefined || operations[id].taskField !== undefined;
}
