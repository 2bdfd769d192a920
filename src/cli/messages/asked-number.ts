import type { UnknownRecipient } from '../../campaign/audiences/part.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type CommandContext, formatCommand } from './format-command.ts';

/** Texts show numbers like this, and people copy them. */
export function shortenedNumber(number: string): string {
  return `${number} is a shortened number: give all of its digits. \`--show-numbers\` prints whole numbers.`;
}

/** Of a national number that people of several countries have. */
export function severalPeople(written: string): string {
  return `${written}: several recipients have these digits; write + and the country code`;
}

/** Of a number given with `--only`. */
export function unknownRecipient({ unknown, means }: UnknownRecipient, options: CommandContext): string {
  if (unknown.includes('…')) return `--only ${shortenedNumber(unknown)}`;
  const written = `--only ${visibleLine(maskNumbers(unknown))}`;
  return means === 'several'
    ? `${severalPeople(written)}.`
    : `${written}: this recipient is in no audience; \`${formatCommand(options)('why', 'NUMBER')}\` says why.`;
}
