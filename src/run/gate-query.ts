import type { Expectation } from '../campaign/campaign.ts';
import type { Outputs } from '../job/job.ts';

/** Why a query's answer does not meet its step's `expect`; undefined when it does. */
export function unmet(expectations: readonly Expectation[], outputs: Outputs): string | undefined {
  for (const { output, atLeast, atMost, equals } of expectations) {
    const value = outputs[output];
    const measured = Array.isArray(value) ? value.length : value;
    if (measured === undefined) return `the answer has no ${output}`;
    const number = Number(measured);
    if (atLeast !== undefined && !(number >= atLeast))
      return `${output} is ${String(measured)}, expected at least ${atLeast}`;
    if (atMost !== undefined && !(number <= atMost))
      return `${output} is ${String(measured)}, expected at most ${atMost}`;
    if (equals !== undefined && measured !== equals && String(measured) !== String(equals)) {
      return `${output} is ${String(measured)}, expected ${String(equals)}`;
    }
  }
  return undefined;
}
