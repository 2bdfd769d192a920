import { formatAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';
import { operations } from '../../service/contract/operations.ts';

/**
 * What a person says that an accepted job gave, with what the service had said of it before. In words where the operation gives no such
 * thing, or it is known: a typing error must not take the place of the service's answer.
 */
export function parseOutputOption(
  given: readonly string[],
  job: JobRecord,
  uses: OperationId | undefined,
): Readonly<Record<string, unknown>> | string {
  const address = formatAddress(job);
  if (uses === undefined) return `${job.step} is no step of this campaign: nobody asks what ${address} gave`;
  const fields = operations[uses].outputs;
  const earlier = job.state === 'accepted' ? (job.outputs ?? {}) : {};
  // Another code is a receipt: the service told nothing, and what stands there a person said, who may have mistyped it.
  const known = job.code === '0' ? earlier : {};
  const told: Record<string, unknown> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return `--output takes name=value, not ${text}`;
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || field.type === 'array') return `${uses} gives no ${name}${gives(uses)}`;
    if (Object.hasOwn(known, name))
      return `${address} gave ${name} ${String(known[name])}, by the service’s own answer`;
    if (field.type === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return `${name} is a number, not ${value}`;
    if (value === '') return `${name} is not to be empty`;
    told[name] = field.type === 'number' ? Number(value) : value;
  }
  return { ...earlier, ...told };
}

function gives(uses: OperationId): string {
  const names = Object.entries(operations[uses].outputs).flatMap(([name, { type }]) =>
    type === 'array' ? [] : [name],
  );
  return names.length === 0 ? '' : `; it gives ${names.join(', ')}`;
}
