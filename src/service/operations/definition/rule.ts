import type { AssumptionId } from '../../contract/assumptions.ts';
import type { Format } from './formats.ts';

/** The document's type names. `Number text`: digits as a String, a numeric JSON value is accepted too (`businessPhone`). */
export type FieldType = 'String' | 'Number text' | 'Integer' | 'Long' | 'Double' | 'Object' | 'Array';

/** Values that sibling fields must all have. */
export type Conditions = Readonly<Record<string, string | number>>;

export type Check = CheckKind & { readonly status?: string | undefined; readonly assumption?: AssumptionId };

type LengthRule = 'length' | 'short' | 'long';

type CheckKind =
  | { readonly kind: 'required'; readonly when?: Conditions; readonly unless?: string }
  | { readonly kind: 'type' }
  | { readonly kind: 'length'; readonly name: LengthRule; readonly min: number; readonly max: number }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'oneOf'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'format'; readonly format: Format }
  | { readonly kind: 'forbidden'; readonly beside?: string }
  | { readonly kind: 'test'; readonly name: string; readonly text: string; readonly test: Test };

/** `path` leads from the body to the value; it is reused, so it must not be kept. */
export type Test = (value: unknown, body: Body, path: readonly (string | number)[]) => boolean;

export type Body = Readonly<Record<string, unknown>>;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly checks: readonly Check[];
  readonly fields?: readonly Entry[];
  readonly item?: Field;
}

/** Fields that exist only if the sibling `by` has a certain value. */
export interface Choice {
  readonly by: string;
  readonly of: Readonly<Record<string, Variant>>;
}

export interface Variant {
  readonly section: string;
  /** Part of the ids of its rules if variants have fields of the same name. */
  readonly label?: string;
  readonly fields: readonly Entry[];
}

export type Entry = Field | Choice;

/** The rules of one operation for its request body, with fields in the document's order. */
export interface RuleTable {
  readonly section: string;
  /** Status of a missing field, and of any other breach, if the field has no status of its own. */
  readonly missing: string;
  readonly wrong: string;
  /** The reason for those two if the document does not give them. */
  readonly assumption?: AssumptionId;
  readonly fields: readonly Entry[];
}

export const text = scalar('String');
export const numberText = scalar('Number text');
export const integer = scalar('Integer');
export const long = scalar('Long');
export const double = scalar('Double');

export function object(name: string, fields: readonly Entry[], ...checks: readonly Check[]): Field {
  return { name, type: 'Object', fields, checks };
}

export function list(name: string, item: Field, ...checks: readonly Check[]): Field {
  return { name, type: 'Array', item, checks };
}

export const required = (status?: string): Check => ({ kind: 'required', status });
export const requiredWhen = (when: Conditions, status?: string): Check => ({ kind: 'required', when, status });
export const requiredUnless = (unless: string, status?: string): Check => ({ kind: 'required', unless, status });

/** The status of a wrong type, if it differs from the table's. */
export const typed = (status: string): Check => ({ kind: 'type', status });

/** Characters, both ends allowed. `name`: of the rule, where a field has several. */
export function length(min: number, max: number, status?: string, name: LengthRule = 'length'): Check {
  return { kind: 'length', name, min, max, status };
}

export const range = (min: number, max: number, status?: string): Check => ({ kind: 'range', min, max, status });
export const count = (min: number, max: number, status?: string): Check => ({ kind: 'count', min, max, status });

export function oneOf(values: readonly (string | number)[], status?: string): Check {
  return { kind: 'oneOf', values, status };
}

export const matches = (format: Format, status?: string): Check => ({ kind: 'format', format, status });
export const forbidden = (status?: string): Check => ({ kind: 'forbidden', status });
export const notBeside = (beside: string, status?: string): Check => ({ kind: 'forbidden', beside, status });

export function holds(name: string, text: string, test: Test, status?: string): Check {
  return { kind: 'test', name, text, test, status };
}

export const assumed = (assumption: AssumptionId, check: Check): Check => ({ ...check, assumption });

export function isChoice(entry: Entry): entry is Choice {
  return 'by' in entry;
}

function scalar(type: FieldType) {
  return (name: string, ...checks: readonly Check[]): Field => ({ name, type, checks });
}
