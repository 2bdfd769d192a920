import { isVisible } from '../../diagnostic/visible-text.ts';
import type { Answer } from './envelope.ts';
import { type OperationId, operationIds } from './operation-id.ts';
import { type OutputField, operations } from './operations.ts';

/**
 * The outputs of an accepted answer for later steps, as `operations.ts` declares them. Numbers that the service writes as text
 * (balances) become numbers; an output that the answer lacks, or has in another shape, is absent.
 */
export function readOutputs(operation: OperationId, answer: Answer): Readonly<Record<string, unknown>> {
  const outputs: Record<string, unknown> = {};
  for (const { name, read } of readers.get(operation) ?? []) {
    const value = read(answer);
    if (value !== undefined) outputs[name] = value;
  }
  return outputs;
}

interface Reader {
  readonly name: string;
  readonly read: (answer: Answer) => unknown;
}

/** The paths are split once, because every message has an answer. */
const readers: ReadonlyMap<OperationId, readonly Reader[]> = new Map(
  operationIds.map((id) => [id, Object.entries(operations[id].outputs).map(([name, field]) => readerOf(name, field))]),
);

function readerOf(name: string, field: OutputField): Reader {
  const paths = field.from.split('+').map((path) => path.split('.'));
  const [path = []] = paths;
  if (paths.length > 1) return { name, read: (answer) => sumOf(paths, answer) };
  return { name, read: (answer) => convert(field, valueAt(path, answer)) };
}

function valueAt(path: readonly string[], answer: Answer): unknown {
  let value: unknown = answer;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Answer)[name];
  }
  return value;
}

function convert(field: OutputField, value: unknown): unknown {
  switch (field.type) {
    case 'string':
      return typeof value === 'number' ? String(value) : isName(value) ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : isDecimal(value) ? Number(value) : undefined;
    case 'array':
      return Array.isArray(value) ? value : undefined;
    default:
      return field.type satisfies never;
  }
}

/** Characters; an address (`snaUrl`) may well have two thousand. */
const nameMost = 4_096;

/** Ids and addresses, which the state file keeps for every job. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= nameMost && isVisible(value);
}

/** `balance+gift+credit`, exact to a millionth: 0.1 + 0.2 is 0.3. The first must be present; the others count as 0 if missing. */
function sumOf(paths: readonly (readonly string[])[], answer: Answer): number | undefined {
  const [first, ...others] = paths.map((path) => microUnits(valueAt(path, answer)));
  if (first === undefined) return undefined;
  return Number(others.reduce<bigint>((sum, next) => sum + (next ?? 0n), first)) / 1_000_000;
}

function microUnits(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (!isDecimal(text)) return undefined;
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const units = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return text.startsWith('-') ? -units : units;
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(value);
}
