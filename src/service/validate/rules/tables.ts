import { type OperationId, operationIds } from '../../contract/operation-id.ts';
import { agentsList } from './agents-list.ts';
import { aivoicePause } from './aivoice-pause.ts';
import { audioUpload } from './audio-upload.ts';
import { axbList } from './axb-list.ts';
import { type BoundTable, bind } from './bind.ts';
import { otpSend } from './otp-send.ts';
import type { Rule, RuleTable } from './rule.ts';
import { smsBackfill } from './sms-backfill.ts';
import { smsBalance } from './sms-balance.ts';
import { voiceRedial } from './voice-redial.ts';
import { whatsappSend } from './whatsapp-send.ts';

export const ruleTables: Readonly<Record<OperationId, RuleTable>> = {
  'whatsapp.send': whatsappSend,
  'voice.redial': voiceRedial,
  'otp.send': otpSend,
  'audio.upload': audioUpload,
  'aivoice.pause': aivoicePause,
  'sms.balance': smsBalance,
  'agents.list': agentsList,
  'axb.list': axbList,
  'sms.backfill': smsBackfill,
};

export const boundTables = Object.fromEntries(operationIds.map((id) => [id, bind(ruleTables[id])])) as Readonly<
  Record<OperationId, BoundTable>
>;

/** Every field rule of the service, by operation and in the document's order. */
export const rules: readonly Rule[] = operationIds.flatMap((id) => boundTables[id].rules);

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function ruleById(id: string): Rule | undefined {
  return byId.get(id);
}

/** The field rules whose breach the service answers with this code. */
export function rulesEarning(operation: OperationId, status: string): readonly Rule[] {
  return boundTables[operation].rules.filter((rule) => rule.status === status);
}

/** The operation's answer to a request that is wrong as a whole. */
export function parameterCode(operation: OperationId): string {
  return ruleTables[operation].wrong;
}
