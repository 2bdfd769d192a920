import pc from 'picocolors';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Stretch } from '../../plan/difference/plan-difference.ts';
import { isApart, type Row, type Span, spansOf, type Words } from '../document.ts';

export interface TextOptions {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
}

/** A zero in a table. */
export const nothing = '·';

/** As narrow as a column may be. */
export function columnText(cell: Row['cells'][number]): string {
  if (typeof cell === 'number') return cell === 0 ? nothing : formatCount(cell);
  if (typeof cell === 'object' && 'kind' in cell) return cell.items.map((item) => wordsText(item as Words)).join('; ');
  return spansOf(cell)
    .map((span, index) => {
      const shown = typeof span === 'object' && 'title' in span ? cutTitle(span.title) : visibleLine(spanText(span));
      return isApart(span, index) ? ` ${shown}` : shown;
    })
    .join('');
}

const titleInColumn = 32;

function cutTitle(title: string): string {
  const characters = Array.from(visibleLine(title));
  if (characters.length <= titleInColumn) return characters.join('');
  return `${characters
    .slice(0, titleInColumn - 1)
    .join('')
    .trimEnd()}…`;
}

export function wordsText(words: Words): string {
  return visibleLine(
    spansOf(words)
      .map((span, index) => `${isApart(span, index) ? ' ' : ''}${spanText(span)}`)
      .join(''),
  );
}

function spanText(span: Span): string {
  if (typeof span === 'string') return span;
  if ('title' in span) return span.title;
  if ('strong' in span) return span.strong;
  if ('outcome' in span) return span.outcome.words;
  return 'soft' in span ? span.soft : '';
}

/** What is taken out of a text, and what is put in. */
export function changedWords(words: readonly Stretch[], colour: boolean): string {
  const { red, green } = pc.createColors(colour);
  const marked = {
    same: String,
    removed: (text: string) => red(`[-${text}-]`),
    added: (text: string) => green(`{+${text}+}`),
  };
  return shownWords(words)
    .map(({ kind, text }) => marked[kind](text))
    .join('');
}

/** Unchanged text is cut to the words next to a change. */
function shownWords(words: readonly Stretch[]): readonly Stretch[] {
  return words.map(({ kind, text }, index) => {
    const characters = Array.from(visibleLine(text));
    const before = index === 0 ? '' : characters.slice(0, around).join('');
    const after = index === words.length - 1 ? '' : characters.slice(-around).join('');
    const isLong = kind === 'same' && characters.length > 2 * around;
    return { kind, text: isLong ? `${before}…${after}` : characters.join('') };
  });
}

/** Characters of unchanged text beside a change. */
const around = 40;
