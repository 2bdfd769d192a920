import { jobId } from '../../job/address.ts';
import { type JobIdentity, orderIdFor, taskNameFor } from '../../job/natural-key.ts';
import type { Default } from '../../service/operations/definition/operation.ts';
import { isChoice } from '../../service/operations/definition/rule.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Window } from '../../time/window.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { Read, RenderContext } from './rendering.ts';

/** The fields of a body that are not written under `with`. */
export function defaultFields(step: Step, campaign: Campaign): [string, unknown][] {
  return Object.entries(operations[step.uses].defaults)
    .map(([field, given]): [string, unknown] => [field, defaultValue(given, step, campaign)])
    .filter(([field, value]) => value !== undefined && step.with[field] === undefined);
}

function defaultValue(given: Default, step: Step, campaign: Campaign): unknown {
  switch (given.from) {
    case 'account': {
      const isWanted = Object.entries(given.when ?? {}).every(([field, value]) => step.with[field] === value);
      const key = given.keys.find((one) => campaign.account[one] !== undefined);
      return isWanted && key !== undefined ? campaign.account[key] : undefined;
    }
    case 'recipient':
      return step.forEach === undefined ? undefined : numberOf(step, campaign);
    case 'job':
      return (context: RenderContext) => jobNames[given.name](identityOf(step, campaign, context));
    case 'window':
      return step.window === 'always' ? undefined : periodsOf(step.window);
    case 'start':
      return (context: RenderContext) => String(context.now);
    case 'constant':
      return given.value;
    // The runner reads the file.
    case 'file':
      return undefined;
    default:
      return given satisfies never;
  }
}

/** As the list has it, which may be an older notation of the key. */
function numberOf(step: Step, campaign: Campaign): Read {
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  return ({ recipient, key }) => (audience && recipient?.(audience.key)) ?? key;
}

const jobNames = { orderId: orderIdFor, taskName: taskNameFor };

/** Those that are the same for every request, whatever the campaign. */
export function fixedFields(operation: OperationId): [string, unknown][] {
  return Object.entries(operations[operation].defaults).flatMap(([field, given]): [string, unknown][] =>
    given.from === 'constant' ? [[field, given.value]] : [],
  );
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
export function isDefaulted(operation: OperationId, field: string, value: unknown): boolean {
  const given = defaultOf(operation, field);
  return (
    given !== undefined && (value === null || (given.from === 'window' && Array.isArray(value) && value.length === 0))
  );
}

/** The fields that a request cannot do without, and that nobody fills in. */
export function fieldsToWrite(operation: OperationId): readonly string[] {
  return operations[operation].request.fields.flatMap((entry) => {
    if (isChoice(entry) || defaultOf(operation, entry.name) !== undefined) return [];
    const isRequired = entry.checks.some(
      (check) => check.kind === 'required' && !('when' in check) && !('unless' in check),
    );
    return isRequired ? [entry.name] : [];
  });
}

/** The key of `account` that gives a field, where it has one. */
export function accountKeyFor(operation: OperationId, field: string): string | undefined {
  const given = defaultOf(operation, field);
  return given?.from === 'account' ? given.keys[0] : undefined;
}

function defaultOf(operation: OperationId, field: string): Default | undefined {
  const { defaults } = operations[operation];
  return Object.hasOwn(defaults, field) ? defaults[field] : undefined;
}

export function identityOf(step: Step, campaign: Pick<Campaign, 'id'>, { run, key }: RenderContext): JobIdentity {
  return { campaign: campaign.id, run: run.id, ...jobId(step.id, key) };
}
