/** The service's nine operations, in the order of its document. */
export const operationIds = [
  'whatsapp.send',
  'voice.redial',
  'otp.send',
  'audio.upload',
  'aivoice.pause',
  'sms.balance',
  'agents.list',
  'axb.list',
  'sms.backfill',
] as const;

export type OperationId = (typeof operationIds)[number];

export function isOperationId(text: string): text is OperationId {
  return (operationIds as readonly string[]).includes(text);
}
