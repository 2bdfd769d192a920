import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { boundedLine } from '../../diagnostic/visible-text.ts';

/** Characters: a key or a value that a finding names may be as long as its file. */
const messageMost = 1_000;

/** A finding with each of its sentences on one line, as every printer shows it: it may quote what a file says. */
export function shownFinding(finding: Diagnostic): Diagnostic {
  const { message, hint, related } = finding;
  return {
    ...finding,
    message: sentence(message),
    ...(hint === undefined ? {} : { hint: sentence(hint) }),
    ...(related === undefined ? {} : { related: related.map((one) => ({ ...one, message: sentence(one.message) })) }),
  };
}

function sentence(text: string): string {
  return boundedLine(text, messageMost);
}
