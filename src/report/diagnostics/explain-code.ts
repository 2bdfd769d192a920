import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { explanations } from '../../diagnostic/explanations.ts';

/** What a finding means, why it comes up, and how it is mended. */
export function explainCode(code: DiagnosticCode): string {
  const { cause, mend } = explanations[code];
  return `${code}: ${diagnosticCodes[code]}\n\n${cause}\n\nTo mend it: ${mend}\n`;
}
