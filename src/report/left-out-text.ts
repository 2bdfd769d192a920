import type { ForgottenRows, LeftOutRows } from '../campaign/audiences/left-out-rows.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { formatCount, formatRows } from './plan/words.ts';

/** A sentence for each file with rows that reach nobody; with how many they were before, where that differs. */
export function formatLeftOut(leftOut: readonly (LeftOutRows & { readonly before?: number })[]): readonly string[] {
  return leftOut.map(
    ({ file, rows, before = rows }) =>
      `${formatRows(rows)} of ${visibleLine(file)} left out${before === rows ? '' : ` (${before === 0 ? 'none' : formatCount(before)} before)`}: no readable number (\`callsheet check\` shows ${rows === 1 ? 'it' : 'them'})`,
  );
}

export function formatForgotten(forgotten: readonly ForgottenRows[]): readonly string[] {
  return forgotten.map(({ audience, rows }) => {
    const words = rows === 1 ? 'row of `' : 'rows of `';
    return `${formatCount(rows)} ${words}${audience}\` left out: ${rows === 1 ? 'this person' : 'these people'} asked to be forgotten`;
  });
}
