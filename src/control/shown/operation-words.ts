import type { OperationId } from '../../service/contract/operation-id.ts';

/** What a step does, for people who do not write campaigns. */
export const operationWords: Readonly<Record<OperationId, string>> = {
  'whatsapp.send': 'WhatsApp message',
  'voice.redial': 'Group call, once more',
  'otp.send': 'Verification code',
  'audio.upload': 'Audio upload',
  'aivoice.pause': 'AI voice task, paused',
  'sms.balance': 'Balance',
  'agents.list': 'List of agents',
  'axb.list': 'List of number bindings',
  'sms.backfill': 'SMS status, reported back',
};
