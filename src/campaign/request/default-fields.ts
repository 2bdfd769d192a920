import { jobId } from '../../job/address.ts';
import { type JobIdentity, orderIdFor, taskNameFor } from '../../job/natural-key.ts';
import { isChoice } from '../../service/operations/definition/rule.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Window } from '../../time/window.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { Read, RenderContext } from './rendering.ts';

/** The fields of a body that are not written under `with`. */
export function defaultFields(step: Step, campaign: Campaign): [string, unknown][] {
  const { appId, businessPhone, smsAppId } = campaign.account;
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  /** As the list has it, which may be an older notation of the key. */
  const number: Read = ({ recipient, key }) => (audience && recipient?.(audience.key)) ?? key;
  const forEach = step.forEach !== undefined;
  const entries = ((): [string, unknown][] => {
    switch (step.uses) {
      case 'whatsapp.send':
        return [
          ['appId', appId],
          ['businessPhone', businessPhone],
          ...fixedFields(step.uses),
          ['recipient', forEach ? number : undefined],
        ];
      case 'voice.redial':
        return [
          ['appId', appId],
          ['taskName', (context: RenderContext) => taskNameFor(identityOf(step, campaign, context))],
          ['smsAppId', step.with['hangUpSms'] === 1 ? smsAppId : undefined],
          ['allowSendTime', step.window === 'always' ? undefined : periodsOf(step.window)],
        ];
      case 'otp.send':
        return [
          ['appId', appId],
          ['to', forEach ? number : undefined],
          ['orderId', (context: RenderContext) => orderIdOf(step, campaign, context)],
        ];
      case 'aivoice.pause':
        return [['appId', appId]];
      case 'agents.list':
      case 'axb.list':
        return fixedFields(step.uses);
      case 'sms.backfill':
        return [
          ['appId', smsAppId ?? appId],
          ['number', forEach ? number : undefined],
          ['time', (context: RenderContext) => String(context.now)],
        ];
      case 'audio.upload':
      case 'sms.balance':
        return [];
      default:
        return step.uses satisfies never;
    }
  })();
  return entries.filter(([name, value]) => value !== undefined && step.with[name] === undefined);
}

/** Those that are the same for every request, whatever the campaign. */
export function fixedFields(operation: OperationId): [string, unknown][] {
  if (operation === 'whatsapp.send') return [['channelType', 0]];
  if (operation !== 'agents.list' && operation !== 'axb.list') return [];
  return [
    ['current', 1],
    ['size', 100],
    ['params', {}],
  ];
}

/** The window as the service's `allowSendTime`, whose times go from 00:00 to 23:59. */
export function periodsOf(window: Window): readonly { readonly strTime: string; readonly endTime: string }[] {
  const period = (strTime: string, endTime: string) => ({ strTime, endTime: endTime === '24:00' ? '23:59' : endTime });
  if (window.close > window.open) return [period(window.open, window.close)];
  return [period(window.open, '24:00'), period('00:00', window.close)].filter(
    ({ strTime, endTime }) => strTime < endTime,
  );
}

/** Whether a field with this value still gets its default: null, or a list without periods, counts as absent. */
export function isDefaulted(field: string, value: unknown): boolean {
  const isEmpty = value === null || (field === 'allowSendTime' && Array.isArray(value) && value.length === 0);
  return isEmpty && fields.has(field);
}

/** The fields that a request cannot do without, and that nobody fills in. */
export function fieldsToWrite(operation: OperationId): readonly string[] {
  return operations[operation].request.fields.flatMap((entry) => {
    if (isChoice(entry) || fields.has(entry.name)) return [];
    const isRequired = entry.checks.some(
      (check) => check.kind === 'required' && !('when' in check) && !('unless' in check),
    );
    return isRequired ? [entry.name] : [];
  });
}

/** What a field is that is not written, in words. A campaign may leave out `account`, and its fields are missing then. */
export function defaultInWords(operation: OperationId, field: string): string | undefined {
  if (operation === 'sms.backfill' && field === 'appId') return 'the `smsAppId` of `account`, or else its `appId`';
  return fields.get(field);
}

/** The key of `account` that gives a field, where it has one. */
export function accountKeyFor(operation: OperationId, field: string): string | undefined {
  if (!accountFields.has(field)) return undefined;
  return operation === 'sms.backfill' ? 'smsAppId' : field;
}

const accountFields: ReadonlySet<string> = new Set(['appId', 'businessPhone', 'smsAppId']);

/** All that `defaultFields` has for some operation, and the name that an upload is given when its file has been read. */
const fields: ReadonlyMap<string, string> = new Map([
  ['appId', 'the `appId` of `account`'],
  ['businessPhone', 'the `businessPhone` of `account`'],
  ['smsAppId', 'with `hangUpSms: 1`, the `smsAppId` of `account`'],
  ['channelType', '0'],
  ['recipient', 'with `forEach`, the recipient’s key'],
  ['to', 'with `forEach`, the recipient’s key'],
  ['number', 'with `forEach`, the recipient’s key'],
  ['time', 'the start of the job'],
  ['taskName', 'made from campaign, run, step and recipient'],
  ['orderId', 'made from campaign, run, step and recipient'],
  ['fileName', 'made from the file’s name and content, campaign, run and step'],
  ['allowSendTime', 'the window'],
  ['current', '1, and all pages are read'],
  ['size', '100'],
  ['params', 'nothing'],
]);

export function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

export function orderIdOf(step: Step, campaign: Campaign, context: RenderContext): string {
  return orderIdFor(identityOf(step, campaign, context));
}

export function identityOf(step: Step, campaign: Pick<Campaign, 'id'>, { run, key }: RenderContext): JobIdentity {
  return { campaign: campaign.id, run: run.id, ...jobId(step.id, key) };
}
