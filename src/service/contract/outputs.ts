import { boundedLine, isVisible } from '../../diagnostic/visible-text.ts';
import type { OutputField } from '../operations/definition/operation.ts';
import { type OperationId, operations } from '../operations/operations.ts';
import type { Answer } from './envelope.ts';

/**
 * The outputs of an accepted answer for later steps, as `operations.ts` declares them. Numbers that the service writes as text
 * (balances) become numbers; an output that the answer lacks, or has in another shape, is absent.
 */
export function readOutputs(operation: OperationId, answer: Answer): Readonly<Record<string, unknown>> {
  const outputs: Record<string, unknown> = {};
  for (const [name, { from, type }] of Object.entries(operations[operation].outputs)) {
    const paths = from.split('+').map((path) => path.split('.'));
    const value = paths.length > 1 ? sumOf(paths, answer) : convert(type, valueAt(paths[0]!, answer));
    if (value !== undefined) outputs[name] = value;
  }
  return outputs;
}

/** What the answer has in place of an output that could not be read, in words; undefined where it has nothing there. */
export function unreadOutput(operation: OperationId, output: string, answer: Answer): string | undefined {
  for (const path of operations[operation].outputs[output]?.from.split('+') ?? []) {
    const value = valueAt(path.split('.'), answer);
    if (value === undefined || value === null || readDecimal(value) !== undefined) continue;
    return `${path} is ${boundedLine(JSON.stringify(value), wordsMost)}`;
  }
  return undefined;
}

/** Characters of an unread output. */
const wordsMost = 100;

function valueAt(path: readonly string[], answer: Answer): unknown {
  let value: unknown = answer;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Answer)[name];
  }
  return value;
}

function convert(type: OutputField['type'], value: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'number' ? String(value) : isName(value) ? value : undefined;
    case 'number':
      return numberOf(value);
    case 'array':
      return Array.isArray(value) ? value : undefined;
    default:
      return type satisfies never;
  }
}

/** Characters; an address (`snaUrl`) may well have two thousand. */
const nameMost = 4_096;

/** Ids and addresses, which the state file keeps for every job. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= nameMost && isVisible(value);
}

/**
 * `balance+gift+credit`, exact to a millionth: 0.1 + 0.2 is 0.3. The first must be present; the others count as 0 if missing, and
 * there is no sum with one that cannot be read.
 */
function sumOf(paths: readonly (readonly string[])[], answer: Answer): number | undefined {
  const [first, ...others] = paths.map((path) => valueAt(path, answer));
  const parts = [first, ...others.filter((value) => value !== undefined && value !== null && value !== '')];
  let sum = 0n;
  for (const part of parts) {
    const decimal = readDecimal(part);
    if (decimal === undefined) return undefined;
    sum += microUnits(decimal);
  }
  return Number(sum) / 1_000_000;
}

/** `digits` with the decimal point moved by `power` places: 12.5 is 125 and -1. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

/**
 * Plain decimals, `1,234.50` with groups, and `1E+2`, as some libraries write a round hundred (assumption `balance.text`). A
 * single comma without a point stays unread: `1,234` may be a thousand or a little more than one.
 */
const decimalForm =
  /^([+-]?)(\d{1,30}|\d{1,3}(?:,\d{3}){1,9}(?=\.)|\d{1,3}(?:,\d{3}){2,9})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = decimalForm.exec(String(value));
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole.replaceAll(',', '') + fraction);
  return { digits: sign === '-' ? -digits : digits, power: Number(exponent) - fraction.length };
}

function numberOf(value: unknown): number | undefined {
  const decimal = readDecimal(value);
  const number = decimal && Number(`${decimal.digits}e${decimal.power}`);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

/** What is smaller than a millionth is left out. */
function microUnits({ digits, power }: Decimal): bigint {
  const places = power + 6;
  return places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places);
}
