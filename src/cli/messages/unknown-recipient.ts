import { visibleLine } from '../../diagnostic/visible-text.ts';
import { maskNumbers } from '../../report/mask.ts';

/** Of a number given with `--only`. */
export function unknownRecipient(written: string): string {
  return `--only ${visibleLine(maskNumbers(written))}: this recipient is in no audience; \`callsheet why FILE NUMBER\` says why`;
}
