import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { explanations } from '../../diagnostic/explanations.ts';

/** What a finding means, why it comes up, an example with its output, and how to fix it. */
export function explainCode(code: DiagnosticCode, example: string): string {
  const { cause, fix } = explanations[code];
  const shown = example.replace(/^(?=.)/gm, '  ');
  return `${code}: ${diagnosticCodes[code]}\n\n${cause}\n\nFor example:\n\n${shown}\nHow to fix: ${fix}\n`;
}
