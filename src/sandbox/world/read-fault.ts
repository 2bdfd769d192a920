import { isOperationId } from '../../service/operations/operations.ts';
import { type Fault, faultKinds } from '../ledger/fault.ts';

/** The fault that was written, or one sentence on what is wrong with it. */
export function readFault(written: unknown): Fault | string {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return 'a fault must be an Object';
  const fields = written as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(demands, name)) return `a fault has no field ${name}`;
    const demand = demands[name]!;
    if (!demand.holds(value)) return `${name} must be ${demand.text}`;
  }
  if (fields.kind === undefined) return 'kind is missing';
  if (fields.kind === 'status' && fields.status === undefined)
    return 'status is missing: a fault of this kind answers it';
  return fields as unknown as Fault;
}

interface Demand {
  readonly text: string;
  holds(value: unknown): boolean;
}

const wholeNumber: Demand = {
  text: 'a whole number from 0',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const anyText: Demand = { text: 'a String', holds: (value) => typeof value === 'string' };

const demands: Readonly<Record<string, Demand>> = {
  kind: {
    text: `one of ${faultKinds.join(', ')}`,
    holds: (value) => (faultKinds as readonly unknown[]).includes(value),
  },
  operation: {
    text: 'an operation of the service',
    holds: (value) => typeof value === 'string' && isOperationId(value),
  },
  recipient: {
    text: 'digits, or * and the last digits, as a String',
    holds: (value) => typeof value === 'string' && /^\*?\d{1,20}$/.test(value),
  },
  when: { text: 'before or after', holds: (value) => value === 'before' || value === 'after' },
  status: {
    text: 'a code as a String',
    holds: (value) => typeof value === 'string' && /^(0|-?[1-9]\d{0,8})$/.test(value),
  },
  reason: anyText,
  http: {
    text: 'an HTTP status, 200 to 599',
    holds: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
  },
  headers: { text: 'an Object of Strings that HTTP allows', holds: isHeaders },
  body: anyText,
  ms: {
    text: 'milliseconds, at most a day',
    holds: (value) => wholeNumber.holds(value) && Number(value) <= 86_400_000,
  },
  times: wholeNumber,
  skip: wholeNumber,
  rate: { text: 'a chance, 0 to 1', holds: (value) => typeof value === 'number' && value >= 0 && value <= 1 },
  seed: wholeNumber,
};

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([name, text]) => /^[\w-]+$/.test(name) && typeof text === 'string' && /^[\t\x20-\x7e]*$/.test(text),
  );
}
