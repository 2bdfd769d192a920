import pc from 'picocolors';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Message, MessagePart } from '../../service/operations/definition/message.ts';
import { columnsOf, padded } from '../columns.ts';
import {
  type Block,
  type Document,
  type Figure,
  filled,
  type List,
  list,
  type Row,
  type ShownSample,
  type Table,
} from '../document.ts';
import { changedWords, columnText, nothing, type TextOptions, wordsText } from './text-words.ts';
import { timelineLines } from './timeline-text.ts';

/** For a terminal, which wraps lines between words (`wrapText`). */
export function renderText({ title, subject, about, conclusion, body }: Document, options: TextOptions): string {
  const { bold, dim } = pc.createColors(options.colour);
  const [first, ...more] = about.map(wordsText);
  const head = [
    `${bold(visibleLine(title))}: ${subject}${first === undefined ? '' : `  ${dim(first)}`}`,
    ...(more.length === 0 ? [] : [dim(more.join(' · '))]),
  ];
  const parts = [head, textLines(body, options), textLines(conclusion, options)].filter((lines) => lines.length > 0);
  return parts.map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join('')).join('\n');
}

/** Lines without their ends; a blank line before and after each block that is more than sentences. */
export function textLines(blocks: readonly Block[], options: TextOptions): readonly string[] {
  return filled(blocks).flatMap((block, index, all) => {
    const before = all[index - 1];
    const isApart = before !== undefined && (isLarge(block) || isLarge(before));
    return [...(isApart ? [''] : []), ...blockLines(block, options)];
  });
}

const large: readonly Block['kind'][] = ['table', 'section', 'timeline', 'messages'];

function isLarge({ kind }: Block): boolean {
  return large.includes(kind);
}

function blockLines(block: Block, options: TextOptions): readonly string[] {
  const paint = pc.createColors(options.colour);
  switch (block.kind) {
    case 'figures':
      return [figuresWords(block.figures).join(', ')];
    case 'sentences': {
      const lines = block.sentences.map(wordsText);
      return block.tone === 'soft' || block.tone === 'command' ? lines.map(paint.dim) : lines;
    }
    case 'findings':
      return block.findings.flatMap(({ code, message, hint }) =>
        [
          `! ${code === undefined ? '' : `${code} `}${visibleLine(message)}`,
          ...(hint === undefined ? [] : [`  ${visibleLine(hint)}`]),
        ].map(paint.yellow),
      );
    case 'list':
      return listLines(block);
    case 'table':
      return tableLines(block, options);
    case 'section':
      return [
        `${wordsText(block.title)}:`,
        ...filled(block.blocks).flatMap((one) =>
          // A table is indented in any case.
          blockLines(block.isFolded === true ? beginning(one) : one, options).map((line) =>
            one.kind === 'table' ? line : `  ${line}`,
          ),
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
    case 'messages':
      return samplesLines(block.samples, options);
    case 'timeline':
      return timelineLines(block, options);
    case 'outcomes':
      return [block.legend.map(({ value, words }) => `${value} ${words}`).join(', ')];
    case 'people':
    case 'chart':
    case 'download':
      return [];
    default:
      return block satisfies never;
  }
}

function listLines({ items, more }: List): readonly string[] {
  const lines = items.flatMap((item) =>
    typeof item === 'object' && 'items' in item
      ? [wordsText(item.words), ...item.items.map((one) => `  ${wordsText(one)}`)]
      : [wordsText(item)],
  );
  return [...lines, ...(more === 0 ? [] : [`and ${formatCount(more)} more`])];
}

const shownOfFolded = 3;

function beginning(block: Block): Block {
  if (block.kind !== 'list' || block.items.length <= shownOfFolded) return block;
  return list(block.items.slice(0, shownOfFolded), block.more + block.items.length - shownOfFolded);
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

/** Tables with short names and numbers line up with one another. */
const leastWidths = { row: 6, number: 7, line: 0, words: 0 } as const;

function tableLines({ columns, rows }: Table, { width }: TextOptions): readonly string[] {
  const cells = rows.map((row) => row.cells.map(columnText));
  const names = columns.map(({ name, kind }) => (kind === 'row' ? '' : name));
  const lines = names.some((name) => name !== '') ? [names, ...cells] : cells;
  const all = columns.map(({ kind }, index) => ({
    isNumber: kind === 'number',
    isNothing: kind === 'number' && cells.every((line) => line[index] === nothing),
    width: Math.max(leastWidths[kind], ...lines.map((line) => columnsOf(line[index]!))),
  }));
  const isNarrow = width < 2 + all.reduce((sum, column) => sum + column.width + 2, 0) - 2;
  const written = lines.map((line) =>
    line
      .map((cell, index) => (all[index]!.isNumber ? cell.padStart(all[index]!.width) : padded(cell, all[index]!.width)))
      // Where a row would go on in the next line, columns that say nothing of any row make room.
      .filter((_, index) => !(isNarrow && all[index]!.isNothing))
      .join('  '),
  );
  const notes = (row: Row | undefined): readonly string[] => (row?.notes ?? []).map((note) => `    ${wordsText(note)}`);
  const heads = lines.length - rows.length;
  return written.flatMap((line, index) => [line, ...notes(rows[index - heads])].map((one) => `  ${one}`));
}

type Paint = ReturnType<typeof pc.createColors>;

/** Of each sample what it is, then the message behind a rule. */
function samplesLines(samples: readonly ShownSample[], { colour }: { readonly colour: boolean }): readonly string[] {
  const paint = pc.createColors(colour);
  return samples.flatMap(({ step, about, message, notes }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint.bold(visibleLine(step))}  ${about.map(visibleLine).join(', ')}`,
    ...messageLines(message, paint),
    ...notes.map((note) => paint.dim(`  ${visibleLine(note)}`)),
  ]);
}

/** The lines of a message, each behind a rule. */
export function messageLines(message: Message | undefined, paint: Paint = pc.createColors(false)): readonly string[] {
  return joinButtons(message?.parts ?? [])
    .flatMap((part) => partLines(part, paint))
    .map((line) => `  ${paint.dim('│')} ${line}`);
}

/** Buttons without a link are in one line. */
function joinButtons(parts: readonly MessagePart[]): readonly (MessagePart | string)[] {
  const joined: (MessagePart | string)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind !== 'button' || part.link !== undefined) joined.push(part);
    else if (typeof last === 'string') joined.splice(-1, 1, `${last}  [${visibleLine(part.text)}]`);
    else joined.push(`[${visibleLine(part.text)}]`);
  }
  return joined;
}

function partLines(part: MessagePart | string, paint: Paint): readonly string[] {
  if (typeof part === 'string') return [part];
  switch (part.kind) {
    case 'title':
      return linesOf(part.text).map((line) => paint.bold(line));
    case 'text':
      return linesOf(part.text);
    case 'footer':
      return linesOf(part.text).map((line) => paint.dim(line));
    case 'media':
      return [`${visibleLine(part.media)}: ${visibleLine(part.source)}`];
    case 'button':
      return [`[${visibleLine(part.text)}] ${visibleLine(part.link ?? '')}`];
    case 'choice':
      return [`• ${visibleLine(part.text)}${part.detail === '' ? '' : `: ${visibleLine(part.detail)}`}`];
    case 'fact':
      return [`${part.name}: ${visibleLine(part.value)}`];
    default:
      return part satisfies never;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/).map(visibleLine);
}
