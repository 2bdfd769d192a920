import type { Expectation } from '../../campaign/campaign.ts';
import type { Outputs } from '../../job/job.ts';

/**
 * The first expectation (`expect`) that a query's answer does not meet, as a sentence; undefined if it meets all. `unread` says
 * in words what the answer has in place of an output that could not be read.
 */
export function failedExpectation(
  expectations: readonly Expectation[],
  outputs: Outputs,
  unread: (output: string) => string | undefined,
): string | undefined {
  for (const { output, atLeast, atMost, equals } of expectations) {
    const measured = measure(outputs[output]);
    if (measured === undefined) {
      const words = unread(output);
      return words === undefined
        ? `the answer has no ${output}`
        : `the answer has no ${output} that can be read: ${words}`;
    }
    const number = Number(measured);
    if (atLeast !== undefined && !(number >= atLeast)) return `${output} is ${measured}, expected at least ${atLeast}`;
    if (atMost !== undefined && !(number <= atMost)) return `${output} is ${measured}, expected at most ${atMost}`;
    if (equals !== undefined && String(measured) !== String(equals))
      return `${output} is ${measured}, expected ${equals}`;
  }
  return undefined;
}

/** A list counts by its length. */
function measure(value: unknown): string | number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
