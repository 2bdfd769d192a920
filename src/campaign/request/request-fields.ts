import { type Entry, type FieldType, isChoice } from '../../service/operations/definition/rule.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Path } from '../yaml/yaml-tree.ts';

/** A field of a request as far as its place and kind go; its rules are the service's room's. */
export interface RequestField {
  readonly name: string;
  readonly type: FieldType;
  /** Fields below it, whatever the value of the field that chooses among them. */
  readonly fields: ReadonlyMap<string, RequestField>;
  readonly item: RequestField | undefined;
}

export function requestFields(operation: OperationId): RequestField {
  return { name: '', type: 'Object', fields: fieldsOf(operations[operation].request.fields), item: undefined };
}

/** The field at a path of a body; undefined where the service's document has none. */
export function requestField(operation: OperationId, path: Path): RequestField | undefined {
  let field: RequestField | undefined = requestFields(operation);
  for (const key of path) field = typeof key === 'number' ? field?.item : field?.fields.get(key);
  return field;
}

function fieldsOf(entries: readonly Entry[]): ReadonlyMap<string, RequestField> {
  const fields = new Map<string, RequestField>();
  for (const entry of entries) {
    const found = isChoice(entry)
      ? Object.values(entry.of).flatMap((variant) => [...fieldsOf(variant.fields).values()])
      : [fieldOf(entry)];
    for (const field of found) fields.set(field.name, merged(fields.get(field.name), field));
  }
  return fields;
}

function fieldOf(field: Exclude<Entry, { by: string }>): RequestField {
  return {
    name: field.name,
    type: field.type,
    fields: fieldsOf(field.fields ?? []),
    item: field.item && fieldOf(field.item),
  };
}

function merged(one: RequestField | undefined, other: RequestField): RequestField {
  if (one === undefined) return other;
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields) fields.set(name, merged(fields.get(name), field));
  const item = other.item === undefined ? one.item : merged(one.item, other.item);
  return { ...one, fields, item };
}
