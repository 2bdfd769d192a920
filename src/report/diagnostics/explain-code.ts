import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { explanations } from '../../diagnostic/explanations.ts';

/** What a finding means, why it comes up, and how to fix it. */
export function explainCode(code: DiagnosticCode): string {
  const { cause, fix } = explanations[code];
  return `${code}: ${diagnosticCodes[code]}\n\n${cause}\n\nHow to fix: ${fix}\n`;
}
