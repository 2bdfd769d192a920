import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { MessagePart } from '../../service/operations/definition/message.ts';
import {
  type Block,
  type Document,
  filled,
  type List,
  type Row,
  type ShownSample,
  type Table,
  type TextChange,
  valuesTable,
  type Words,
} from '../document.ts';
import { wordsHtml } from './html-words.ts';
import { figuresWords } from './text.ts';
import { wordsText } from './text-words.ts';
import { lanesTable } from './timeline-html.ts';
import { timelineLines } from './timeline-text.ts';

/** The longest comment of a pull request. */
const mostCharacters = 65_535;
/** Reserved for the last line. */
const tail = 200;

/** A comment for a pull request, within its length limit; what does not fit is counted. */
export function renderMarkdown({ title, subject, about, conclusion, body, footer }: Document): string {
  const all = [
    `### ${inertMarkdown(title)}: ${subject}`,
    ...filled(conclusion).map(blockText),
    about.map(inertWords).join(', '),
    ...filled(body)
      .map(blockText)
      .filter((text) => text !== ''),
    ...(footer === undefined ? [] : [inertWords(footer)]),
  ];
  return cutToComment(all);
}

/** As many blocks as fit; of one that does not fit, as many lines, unless it would stay open. */
function cutToComment(blocks: readonly string[]): string {
  let text = '';
  let left = 0;
  for (const block of blocks) {
    const room = mostCharacters - tail - text.length;
    if (left === 0 && block.length + 2 <= room) text += `${block}\n\n`;
    else {
      const lines = block.split('\n');
      const kept = left > 0 || /```|<details>/.test(block) ? [] : linesWithin(lines, room);
      if (kept.length > 0) text += `${kept.join('\n')}\n\n`;
      left += lines.length - kept.length;
    }
  }
  return left === 0 ? text.replace(/\n\n$/, '\n') : `${text}${counted(left, 'more line')}\n`;
}

function linesWithin(lines: readonly string[], room: number): readonly string[] {
  let length = 2;
  const over = lines.findIndex((line) => (length += line.length + 1) > room);
  return lines.slice(0, over);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'figures': {
      const [first = '', ...more] = figuresWords(block.figures).map(inertMarkdown);
      return [first.replace(/^\S+/, '**$&**'), ...more].join(' · ');
    }
    case 'sentences': {
      const mark = block.tone === 'verdict' ? '**' : '';
      return block.sentences.map((words) => `${mark}${inertWords(words)}${mark}`).join('  \n');
    }
    case 'findings':
      return [
        '> [!WARNING]',
        ...block.findings.flatMap(({ code, message, hint }) => [
          `> ${inertMarkdown(code === undefined ? message : `${code} ${message}`)}  `,
          ...(hint === undefined ? [] : [`> ${inertMarkdown(hint)}  `]),
        ]),
      ].join('\n');
    case 'list':
      return listText(block);
    case 'table':
      return tableText(block);
    case 'section': {
      const inner = filled(block.blocks).map(blockText).join('\n\n');
      // What is in the line of a tag is HTML, where nothing is escaped by a backslash or code by backticks.
      return block.isFolded
        ? folded(wordsHtml(block.title).markup, inner)
        : `**${inertWords(block.title)}**\n\n${inner}`;
    }
    case 'changes': {
      const values = block.changes.flatMap((change) => ('words' in change ? [] : [change]));
      const texts = block.changes.flatMap((change) => ('words' in change ? [changeText(change)] : []));
      return [...(values.length === 0 ? [] : [tableText(valuesTable(values))]), ...texts].join('\n\n');
    }
    case 'messages':
      return folded('Messages', block.samples.map(sampleText).join('\n\n'));
    case 'timeline': {
      const lines = timelineLines(block, { width: 100, colour: false }).map((line) => line.trimEnd());
      const text = `\`\`\`text\n${lines.join('\n').replaceAll('```', '` ` `')}\n\`\`\``;
      return `${tableText(lanesTable(block))}\n\n${folded('Timeline', text)}`;
    }
    case 'outcomes':
      return block.legend.map(({ value, words }) => `${value} ${words}`).join(' · ');
    case 'people':
    case 'chart':
    case 'download':
      return '';
    default:
      return block satisfies never;
  }
}

function folded(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

function listText({ items, more }: List): string {
  const lines = items.flatMap((item) =>
    typeof item === 'object' && 'items' in item
      ? [`- ${inertWords(item.words)}`, ...item.items.map((one) => `  - ${inertWords(one)}`)]
      : [`- ${inertWords(item)}`],
  );
  return [...lines, ...(more === 0 ? [] : [`- and ${formatCount(more)} more`])].join('\n');
}

function cellText(cell: Row['cells'][number]): string {
  if (typeof cell === 'number') return formatCount(cell);
  if (typeof cell === 'object' && 'kind' in cell)
    return cell.items.map((item) => inertWords(item as Words)).join('<br>');
  return inertWords(cell);
}

function tableText({ columns, rows }: Table): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map(({ name }) => name)),
    `|${columns.map(({ kind }) => (kind === 'number' ? '--:' : '---')).join('|')}|`,
    ...rows.map(({ cells, notes = [] }) => {
      const [first = '', ...more] = cells.map(cellText);
      return row([[first, ...notes.map(inertWords)].join('<br>'), ...more].map(inTable));
    }),
  ].join('\n');
}

/** Also within code a bar would begin the next cell. */
function inTable(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, '\\|');
}

const signs = { same: ' ', removed: '-', added: '+' } as const;

/** Old and new lines as they are written: nothing in a block becomes a link or a mention. */
function changeText({ name, lines }: TextChange): string {
  const written = lines.flatMap(({ kind, text }) => {
    const own = text.replace(/\r?\n$/, '').split(/\r\n|[\n\r]/);
    return own.map((line) => `${signs[kind]} ${visibleLine(line)}`);
  });
  const longest = Math.max(2, ...(written.join('\n').match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${inertWords(name)}:`, '', `${fence}diff`, ...written, fence].join('\n');
}

/** A quotation of a message. */
function sampleText({ step, about, message, notes }: ShownSample): string {
  const quoted = (message?.parts ?? []).flatMap(partLines).map((line) => `> ${line}  `);
  const asides = notes.map((note) => `- ${inertMarkdown(note)}`);
  const parts = [[`**${inertMarkdown(step)}** ${inertMarkdown(about.join(', '))}`], quoted, asides];
  return parts.flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')])).join('\n\n');
}

function partLines(part: MessagePart): readonly string[] {
  switch (part.kind) {
    case 'title':
    case 'text':
    case 'footer':
      return part.text.split(/\r\n|[\n\r]/).map(inertMarkdown);
    case 'media':
      return [`${part.media}: ${inertMarkdown(part.source)}`];
    case 'button':
      return [`${inlineCode(part.text)}${part.link === undefined ? '' : ` → ${inertMarkdown(part.link)}`}`];
    case 'choice':
      return [`${inlineCode(part.text)} ${inertMarkdown(part.detail)}`.trimEnd()];
    case 'fact':
      return [`${part.name}: ${inertMarkdown(part.value)}`];
    default:
      return part satisfies never;
  }
}

function inertWords(words: Words): string {
  return inertMarkdown(wordsText(words));
}

/**
 * Text for one line of GitHub's Markdown that reads as it was written, and makes no mention, link, reference, markup or HTML. Words
 * in backticks stay code; marks of Markdown are escaped (`\*now\*`); and a word in which GitHub itself would find a mention, a
 * reference or an address becomes code, for it resolves escapes before it looks for those.
 */
export function inertMarkdown(text: string): string {
  let inert = '';
  // Four blanks at the beginning would make code of it.
  for (const [written] of visibleLine(text)
    .replace(/^ +/, '')
    .matchAll(/`[^`]+`|\s+|[^\s`]+|`+/g)) {
    const isCode = /^`[^`]+`$/.test(written);
    const isFirst = inert === '';
    const shown = isCode
      ? inlineCode(written.slice(1, -1))
      : isText(written, isFirst)
        ? escaped(written, isFirst)
        : inlineCode(written);
    // Two pieces of code without a space between them would be one.
    inert += inert.endsWith('`') && shown.startsWith('`') ? ` ${shown}` : shown;
  }
  return inert;
}

/** As code, whatever it contains. */
function inlineCode(text: string): string {
  const line = visibleLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  // Markdown removes one space at either end; an empty pair of fences would not be code.
  const apart = line === '' || /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${apart}${line}${apart}${fence}`;
}

function isText(word: string, isFirst: boolean): boolean {
  if (word.trim() === '' || /^\d\d:\d\d:\d\d$/.test(word)) return true;
  // Punctuation alone at the start of a line is a list, a rule or a heading.
  return harmless.test(word) && !meaning.test(word) && !(isFirst && !/[\p{L}\p{N}\p{So}]/u.test(word));
}

/** Letters, digits, punctuation, and marks that an escape makes text; Markdown knows marks of ASCII alone. */
const harmless =
  /^(?:[\p{L}\p{M}\p{N}\p{So}\p{Join_Control}\p{Variation_Selector}.,;:!?'"()/%=×→+\-*_|~{}]|(?!\p{ASCII})[\p{P}\p{Sc}])+$/u;
const marks = /[*_|~]/g;

/** An address, a reference to an issue or a commit, an emoji by name. */
const meaning = /:\/\/|www\.|gh-\d|\b[0-9a-f]{7,40}\b|:[\w+-]+:/i;

/** GitLab finds references in `!5` and `%5`. `3.` would begin a list, which counts by itself. */
function escaped(word: string, isFirst: boolean): string {
  const text = word.replace(marks, '\\$&').replace(/[!%](?=\w)/g, '\\$&');
  return isFirst ? text.replace(/(?<=^\d{1,9})[.)]$/, '\\$&') : text;
}
