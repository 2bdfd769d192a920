import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { explanations } from '../../diagnostic/explanations.ts';

/** What a finding means, why it comes up, an example with its output, and how to fix it, in general and there. */
export function explainCode(code: DiagnosticCode, example: { readonly wrong: string; readonly fix: string }): string {
  const { cause, fix } = explanations[code];
  const shown = indented(example.wrong);
  const change = example.fix === '' ? '' : `\nIn this example:\n\n${indented(example.fix)}`;
  return `${code}: ${diagnosticCodes[code]}\n\n${cause}\n\nFor example:\n\n${shown}\nHow to fix: ${fix}\n${change}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
