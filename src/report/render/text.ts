import pc from 'picocolors';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import {
  type Block,
  type Document,
  type Figure,
  filled,
  type Row,
  spansOf,
  type Table,
  type Words,
} from '../document.ts';
import { changedWords } from '../plan/difference/setting-change.ts';
import { formatCount } from '../plan/words.ts';

export interface TextOptions {
  readonly colour: boolean;
}

/** For a terminal, which wraps lines between words (`wrapText`). */
export function renderText({ title, subject, about, conclusion, body }: Document, options: TextOptions): string {
  const { bold, dim } = pc.createColors(options.colour);
  const [first, ...more] = about.map(wordsText);
  const head = [
    `${bold(visibleLine(title))}: ${subject}${first === undefined ? '' : `  ${dim(first)}`}`,
    ...(more.length === 0 ? [] : [dim(more.join(' · '))]),
  ];
  const parts = [head, apart(body, options), apart(conclusion, options)].filter((lines) => lines.length > 0);
  return parts.map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join('')).join('\n');
}

/** Lines without their ends; a blank line before and after each block that is more than sentences. */
export function apart(blocks: readonly Block[], options: TextOptions): readonly string[] {
  return filled(blocks).flatMap((block, index, all) => {
    const before = all[index - 1];
    const isApart = before !== undefined && (isLarge(block) || isLarge(before));
    return [...(isApart ? [''] : []), ...blockLines(block, options)];
  });
}

function isLarge({ kind }: Block): boolean {
  return kind === 'table' || kind === 'section';
}

function blockLines(block: Block, options: TextOptions): readonly string[] {
  const paint = pc.createColors(options.colour);
  switch (block.kind) {
    case 'figures':
      return [figuresWords(block.figures).join(', ')];
    case 'sentences': {
      const lines = block.sentences.map(wordsText);
      return block.tone === 'soft' ? lines.map(paint.dim) : lines;
    }
    case 'findings':
      return block.findings.flatMap(({ code, message, hint }) =>
        [
          `! ${code === undefined ? '' : `${code} `}${visibleLine(message)}`,
          ...(hint === undefined ? [] : [`  ${visibleLine(hint)}`]),
        ].map(paint.yellow),
      );
    case 'list':
      return block.items.flatMap((item) =>
        typeof item === 'object' && 'items' in item
          ? [wordsText(item.words), ...item.items.map((one) => `  ${wordsText(one)}`)]
          : [wordsText(item)],
      );
    case 'table':
      return tableLines(block);
    case 'section':
      return [
        `${wordsText(block.title)}:`,
        ...filled(block.blocks).flatMap((one) =>
          // A table is indented in any case.
          blockLines(one, options).map((line) => (one.kind === 'table' ? line : `  ${line}`)),
        ),
      ];
    case 'changes':
      return block.changes.map((change) => {
        const shown =
          'words' in change
            ? changedWords(change.words, options.colour)
            : visibleLine(`${change.before} → ${change.after}`);
        return `${wordsText(change.name)}: ${shown}`;
      });
    default:
      return block satisfies never;
  }
}

/** `250 to send of 564`, `cost 3.02 EUR of 20.00 EUR`. Nothing of what there is none of, but for the first. */
export function figuresWords(figures: readonly Figure[]): readonly string[] {
  return figures
    .filter(({ value }, index) => index === 0 || value !== '0')
    .map(({ name, value, of, isAmount }) => {
      const words = isAmount ? `${name} ${value}` : `${value} ${name}`;
      return of === undefined ? words : `${words} of ${of}`;
    });
}

/** Numbers of up to seven digits line up with those of other tables. */
const numberWidth = 7;

function tableLines({ columns, rows }: Table): readonly string[] {
  const cells = rows.map((row) => row.cells.map(columnText));
  const names = columns.map(({ name, kind }) => (kind === 'row' ? '' : name));
  const lines = names.some((name) => name !== '') ? [names, ...cells] : cells;
  const widths = columns.map(({ kind }, index) =>
    Math.max(kind === 'number' ? numberWidth : 0, ...lines.map((line) => line[index]!.length)),
  );
  const written = lines.map((line) =>
    line
      .map((cell, index) =>
        columns[index]!.kind === 'number' ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
      )
      .join('  '),
  );
  const notes = (row: Row | undefined): readonly string[] => (row?.notes ?? []).map((note) => `    ${wordsText(note)}`);
  const heads = lines.length - rows.length;
  return written.flatMap((line, index) => [line, ...notes(rows[index - heads])].map((one) => `  ${one}`));
}

/** As narrow as a column may be. */
export function columnText(cell: Words | number): string {
  if (typeof cell === 'number') return cell === 0 ? '·' : formatCount(cell);
  return spansOf(cell)
    .map((span) => (typeof span === 'object' && 'title' in span ? cutTitle(span.title) : wordsText([span])))
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
  const text = spansOf(words).map((span) =>
    typeof span === 'string' ? span : 'title' in span ? span.title : ` ${span.soft}`,
  );
  return visibleLine(text.join(''));
}
