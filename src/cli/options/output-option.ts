import { formatAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';

/**
 * The outputs that a person sets for an accepted job, with those that the service answered. An error text where the operation has no
 * such output, or the service answered it: a typing error must not replace the service's answer.
 */
export function parseOutputOption(
  given: readonly string[],
  job: JobRecord,
  uses: OperationId | undefined,
): Readonly<Record<string, unknown>> | string {
  const address = formatAddress(job);
  if (uses === undefined)
    return `There is no step ${job.step} in this campaign, so nothing uses the outputs of ${address}`;
  const fields = operations[uses].outputs;
  const earlier = job.state === 'accepted' ? (job.outputs ?? {}) : {};
  // Another code is a receipt without outputs: what is recorded then was set by a person, who may have mistyped it.
  const known = job.code === '0' ? earlier : {};
  const parsed: Record<string, unknown> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return `--output takes name=value, not ${text}`;
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || field.type === 'array') return `${uses} has no output ${name}${gives(uses)}`;
    if (Object.hasOwn(known, name)) return `The service already answered ${name} ${String(known[name])} for ${address}`;
    if (field.type === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
      return `${name} must be a number, not ${value}`;
    if (value === '') return `${name} must not be empty`;
    parsed[name] = field.type === 'number' ? Number(value) : value;
  }
  return { ...earlier, ...parsed };
}

function gives(uses: OperationId): string {
  const names = Object.entries(operations[uses].outputs).flatMap(([name, { type }]) =>
    type === 'array' ? [] : [name],
  );
  return names.length === 0 ? '' : `; it has ${names.join(', ')}`;
}
