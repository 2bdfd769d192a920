import type { AssumptionId } from '../contract/assumptions.ts';
import {
  type Check,
  type Choice,
  type Entry,
  type Field,
  type FieldType,
  isChoice,
  type RuleTable,
} from '../operations/definition/rule.ts';
import { type OperationId, operationIds, operations } from '../operations/operations.ts';

/** A rule table prepared for checking: every check with its rule. */
interface BoundTable {
  /** The body as a whole must be an object. */
  readonly body: Rule;
  readonly fields: readonly BoundEntry[];
  /** In the document's order. */
  readonly rules: readonly Rule[];
}

export interface BoundField {
  readonly name: string;
  readonly type: FieldType;
  readonly typeRule: Rule;
  /** Required and forbidden: they come before the type, and hold for an absent value too. */
  readonly presence: readonly BoundCheck[];
  /** The other checks, for a value of the right type. */
  readonly checks: readonly BoundCheck[];
  readonly fields: readonly BoundEntry[] | undefined;
  readonly item: BoundField | undefined;
  /** For an array: further items are not checked. */
  readonly most: number;
}

export type BoundCheck = Check & { readonly rule: Rule };

interface BoundChoice {
  readonly by: string;
  readonly of: ReadonlyMap<unknown, readonly BoundEntry[]>;
}

export type BoundEntry = BoundField | BoundChoice;

interface Place {
  readonly id: string;
  readonly field: string;
  readonly section: string;
  readonly when?: string;
}

/** One requirement of the service for one field, and the status of a breach. */
export interface Rule {
  /** `otp.orderId.length`: the operation's first word, the field without brackets, the kind. */
  readonly id: string;
  readonly operation: OperationId;
  /** `interactive.action.cards[].card_index`; empty for the body as a whole. */
  readonly field: string;
  /** What the service answers. */
  readonly status: string;
  /** The requirement, read after the field's name: `must be 4 to 32 characters long`. */
  readonly text: string;
  /** `interactive.type is button`, for a field that exists only then. */
  readonly when: string | undefined;
  /** The heading of its section in the service's document. */
  readonly section: string;
  /** Set if the document leaves the requirement or its status open. */
  readonly assumption?: AssumptionId;
}

function bind(operation: OperationId, table: RuleTable): BoundTable {
  const rules: Rule[] = [];
  const place: Place = { id: operation.split('.')[0] ?? '', field: '', section: table.section };

  function rule(kind: string, at: Place, text: string, status: string, assumption: AssumptionId | undefined): Rule {
    const { field, section, when } = at;
    const made = { id: `${at.id}.${kind}`, operation, field, status, text, when, section };
    const rule = assumption === undefined ? made : { ...made, assumption };
    rules.push(rule);
    return rule;
  }

  function ruleOf(check: Check, at: Place): Rule {
    const status = check.status ?? (check.kind === 'required' ? table.missing : table.wrong);
    const open = check.assumption ?? (check.status === undefined ? table.assumption : undefined);
    return rule(nameOf(check), at, textOf(check), status, open);
  }

  function bindEntry(entry: Entry, at: Place): BoundEntry {
    return isChoice(entry) ? bindChoice(entry, at) : bindField(entry, inside(at, entry.name));
  }

  function bindChoice(choice: Choice, at: Place): BoundChoice {
    const of = new Map<unknown, readonly BoundEntry[]>();
    for (const [value, { section, label, fields }] of Object.entries(choice.of)) {
      const when = `${inside(at, choice.by).field} is ${value}`;
      const within = { ...at, section, when, id: label === undefined ? at.id : `${at.id}.${label}` };
      of.set(
        value,
        fields.map((entry) => bindEntry(entry, within)),
      );
    }
    return { by: choice.by, of };
  }

  function bindField(field: Field, at: Place): BoundField {
    const bound = (check: Check): BoundCheck => ({ ...check, rule: ruleOf(check, at) });
    const presence = field.checks.filter(isOfPresence).map(bound);
    const type = field.checks.find((check) => check.kind === 'type');
    const status = type?.status ?? table.wrong;
    const open = type === undefined ? table.assumption : type.assumption;
    const never = presence.find((check) => check.kind === 'forbidden' && check.beside === undefined);
    const typeRule = never?.rule ?? rule('type', at, typeTexts[field.type], status, open);
    const checks = field.checks.filter((check) => !isOfPresence(check) && check !== type).map(bound);
    const fields = field.fields?.map((entry) => bindEntry(entry, at));
    const item = field.item && bindField(field.item, { ...at, id: `${at.id}.item`, field: `${at.field}[]` });
    const most = field.checks.find((check) => check.kind === 'count')?.max ?? Number.POSITIVE_INFINITY;
    return { name: field.name, type: field.type, typeRule, presence, checks, fields, item, most };
  }

  const body = rule('body.type', place, 'must be a JSON object', table.wrong, table.assumption);
  // An operation without fields has no body that could be wrong.
  if (table.fields.length === 0) rules.pop();
  return { body, fields: table.fields.map((entry) => bindEntry(entry, place)), rules };
}

function isOfPresence(check: Check): boolean {
  return check.kind === 'required' || check.kind === 'forbidden';
}

function inside(at: Place, name: string): Place {
  return { ...at, id: `${at.id}.${name}`, field: at.field === '' ? name : `${at.field}.${name}` };
}

const typeTexts: Readonly<Record<FieldType, string>> = {
  String: 'must be a String',
  'Number text': 'must be a String (or a whole number)',
  Integer: 'must be an Integer',
  Long: 'must be a Long, a whole number',
  Double: 'must be a number',
  Object: 'must be an Object',
  Array: 'must be an Array',
};

function nameOf(check: Check): string {
  return check.kind === 'length' || check.kind === 'test' ? check.name : check.kind;
}

function textOf(check: Check): string {
  switch (check.kind) {
    case 'required':
      if (check.unless !== undefined) return `is required unless there is ${check.unless}`;
      return check.when === undefined ? 'is required' : `is required when ${conditionsText(check.when)}`;
    case 'type':
      return 'must be of another type';
    case 'length':
      if (check.max === Number.POSITIVE_INFINITY) return `must be at least ${check.min} characters long`;
      return `must be ${check.min === 0 ? 'at most' : `${check.min} to`} ${check.max} characters long`;
    case 'range':
      if (check.max === Number.POSITIVE_INFINITY) return `must be ${check.min} or more`;
      return `must be ${check.min} to ${check.max}`;
    case 'count':
      return `must have ${check.min === 0 ? 'at most' : `${check.min} to`} ${check.max} items`;
    case 'oneOf':
      return `must be ${alternatives(check.values)}`;
    case 'format':
      return check.format.text;
    case 'forbidden':
      return check.beside === undefined ? 'is not allowed here' : `is not allowed beside ${check.beside}`;
    case 'test':
      return check.text;
    default:
      return check satisfies never;
  }
}

function conditionsText(when: Readonly<Record<string, string | number>>): string {
  return Object.entries(when)
    .map(([name, value]) => `${name} is ${value}`)
    .join(' and ');
}

function alternatives(values: readonly (string | number)[]): string {
  const last = values.at(-1);
  return values.length < 2 ? `${last}` : `${values.slice(0, -1).join(', ')} or ${last}`;
}

export const boundTables = Object.fromEntries(
  operationIds.map((id) => [id, bind(id, operations[id].request)]),
) as Readonly<Record<OperationId, BoundTable>>;

/** Every field rule of the service, by operation and in the document's order. */
export const rules: readonly Rule[] = operationIds.flatMap((id) => boundTables[id].rules);

/** The field rules whose breach the service answers with this code. */
export function rulesEarning(operation: OperationId, status: string): readonly Rule[] {
  return boundTables[operation].rules.filter((rule) => rule.status === status);
}

/** The operation's answer to a request that is wrong as a whole. */
export function parameterCode(operation: OperationId): string {
  return operations[operation].request.wrong;
}
