import type { OperationId } from '../../service/operations/operations.ts';
import { listAgents } from './agents-list.ts';
import { pauseAiVoice } from './aivoice-pause.ts';
import { uploadAudio } from './audio-upload.ts';
import { listBindings } from './axb-list.ts';
import type { Decide } from './decision.ts';
import { sendCode } from './otp-send.ts';
import { backfillSms } from './sms-backfill.ts';
import { queryBalance } from './sms-balance.ts';
import { redialTask } from './voice-redial.ts';
import { sendWhatsapp } from './whatsapp-send.ts';

export const decide: Readonly<Record<OperationId, Decide>> = {
  'whatsapp.send': sendWhatsapp,
  'voice.redial': redialTask,
  'otp.send': sendCode,
  'audio.upload': uploadAudio,
  'aivoice.pause': pauseAiVoice,
  'sms.balance': queryBalance,
  'agents.list': listAgents,
  'axb.list': listBindings,
  'sms.backfill': backfillSms,
};
