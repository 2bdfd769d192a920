import { splitHint } from '../diagnostics/split-hint.ts';
import {
  type Block,
  type Changes,
  type Column,
  type Document,
  type Figure,
  type Finding,
  filled,
  type Row,
  type Span,
  spansOf,
  type Table,
  type TextChange,
  type Words,
} from '../document.ts';
import { formatCount } from '../plan/words.ts';
import { html, type InPage, type Markup, markupOf, raw } from './html-tag.ts';
import { documentStyle } from './style.gen.ts';

/** One file that asks for nothing from outside, and may ask for nothing: the policy forbids it. */
export function renderHtml(document: Document): string {
  const { title, subject, about, conclusion, body, footer } = document;
  return htmlPage(
    `${title}: ${subject}`,
    html`<header>
<h1><bdi>${title}</bdi>: ${subject}</h1>
<p class="about identity">${about.map((words, index) => [index === 0 ? undefined : ' · ', unbroken(wordsHtml(words))])}</p>
${filled(conclusion).map((block) => blockHtml(block))}
</header>
<main>
${filled(body).map((block) => [blockHtml(block), raw('\n')])}</main>${
      footer === undefined
        ? undefined
        : html`
<footer>${wordsHtml(footer)}</footer>`
    }`,
  );
}

/** The same page in a frame of ours, which has its title above it. */
export function framed(page: string): string {
  return page.replace('\n<html lang="en">', '\n<html lang="en" class="framed">');
}

function blockHtml(block: Block, depth = 2): Markup {
  switch (block.kind) {
    case 'figures':
      return html`<dl class="figures">${block.figures.map(figureHtml)}</dl>`;
    case 'sentences': {
      const { tone, sentences } = block;
      if (tone === undefined) return html`${sentences.map((words) => html`<p>${wordsHtml(words)}</p>`)}`;
      return html`${sentences.map((words) => html`<p class="${tone === 'soft' ? 'about' : tone}">${wordsHtml(words)}</p>`)}`;
    }
    case 'findings':
      return html`<ul class="findings" aria-label="Findings">${block.findings.map(findingHtml)}</ul>`;
    case 'list':
      return html`<ul>${block.items.map((item) =>
        typeof item === 'object' && 'items' in item
          ? html`<li>${wordsHtml(item.words)}<ul>${item.items.map((one) => html`<li>${wordsHtml(one)}</li>`)}</ul></li>`
          : html`<li>${wordsHtml(item)}</li>`,
      )}</ul>`;
    case 'table':
      return tableHtml(block);
    case 'section': {
      const inner = filled(block.blocks).map((one) => blockHtml(one, depth + 1));
      const title = wordsHtml(block.title);
      if (block.isFolded) return html`<details><summary>${title}</summary>${inner}</details>`;
      if (depth > 2) return html`<h3>${title}</h3>${inner}`;
      const id = markupOf(title)
        .toLowerCase()
        .replace(/<[^>]*>/g, '')
        .replace(/\W+/g, '-');
      return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${inner}
</section>`;
    }
    case 'changes':
      return changesHtml(block);
    default:
      return block satisfies never;
  }
}

function figureHtml({ name, value, of }: Figure): Markup {
  return html`<div><dt>${name}</dt><dd>${value}${of === undefined ? undefined : html` <small>of ${of}</small>`}</dd></div>`;
}

function findingHtml({ code, message, hint }: Finding): Markup {
  const { advice, command } = splitHint(hint);
  const head = code === undefined ? undefined : html`<b>${code}</b> `;
  const shown = advice === undefined ? undefined : html`<br><span>${sentence(advice)}</span>`;
  const folded =
    command === undefined ? undefined : html`<details><summary>Show command</summary>${sentence(command)}</details>`;
  return html`<li>${head}${sentence(message)}${shown}${folded}</li>`;
}

/**
 * A table whose cells become lines, each with the name of its column, on a narrow screen. That takes its meaning from a table in
 * some browsers, which is why every part has its role. Between, it scrolls.
 */
function tableHtml({ name, columns, rows }: Table): Markup {
  const hasHead = columns.some((column) => column.name !== '');
  const head = columns.map((column) => html`<th role="columnheader" scope="col"${classOf(column)}>${column.name}</th>`);
  return html`<div class="wide" role="group" aria-label="${name}" tabindex="0"><table class="${hasHead ? 'cells' : 'plain'}" role="table">${
    hasHead ? html`<thead role="rowgroup"><tr role="row">${head}</tr></thead>` : undefined
  }<tbody role="rowgroup">${rows.map((row) => rowHtml(row, columns))}</tbody></table></div>`;
}

function rowHtml({ cells, notes = [], look }: Row, columns: readonly Column[]): Markup {
  const all = cells.map((cell, index) => {
    const column = columns[index]!;
    const shown = typeof cell === 'number' ? countHtml(cell) : wordsHtml(cell);
    if (column.kind === 'row')
      return html`<th role="rowheader" scope="row">${shown}${notes.map((note) => html`<small>${wordsHtml(note)}</small>`)}</th>`;
    return html`<td role="cell"${classOf(column)} data-column="${column.name}">${shown}</td>`;
  });
  return html`<tr role="row"${look === undefined ? undefined : html` class="${look}"`}>${all}</tr>`;
}

function classOf({ kind }: Column): Markup | undefined {
  return kind === 'row' ? undefined : html` class="${kind}"`;
}

function countHtml(count: number): InPage {
  return count === 0 ? html`<i class="zero">·</i>` : formatCount(count);
}

const tags = { removed: 'del', added: 'ins' } as const;

function changesHtml({ changes }: Changes): Markup {
  const values = changes.flatMap((change) => ('words' in change ? [] : [change]));
  const texts = changes.flatMap((change) => ('words' in change ? [change] : []));
  const table: Table = {
    kind: 'table',
    name: 'Changed values',
    columns: [
      { name: 'what', kind: 'row' },
      { name: 'before', kind: 'words' },
      { name: 'after', kind: 'words' },
    ],
    rows: values.map(({ name, before, after }) => ({ cells: [name, before, after] })),
  };
  return html`${values.length === 0 ? undefined : tableHtml(table)}${texts.map(textChangeHtml)}`;
}

function textChangeHtml({ name, words }: TextChange): Markup {
  const parts = words.map(({ kind, text }) => {
    const lines = raw(text.split('\n').map(markupOf).join('\n'));
    return kind === 'same' ? lines : raw(`<${tags[kind]}>${lines.markup}</${tags[kind]}>`);
  });
  return html`<h3>${wordsHtml(name)}</h3><p class="text" dir="auto">${parts}</p>`;
}

export function wordsHtml(words: Words): Markup {
  return html`${spansOf(words).map(spanHtml)}`;
}

function spanHtml(span: Span): Markup {
  if (typeof span === 'string') return sentence(span);
  return 'title' in span ? html`<bdi>${span.title}</bdi>` : html`<small>${sentence(span.soft)}</small>`;
}

/** Words in backticks are code, and no line ends within a time or a masked number. */
function sentence(text: string): Markup {
  return raw(
    markupOf(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(indivisible, '<span class="unbroken">$&</span>'),
  );
}

/** `Mon 23 Nov 09:00`, `09:00–12:00`, `234…0900`. */
const indivisible =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}(?: \d\d:\d\d(?::\d\d)?)?|\d\d:\d\d–\d\d:\d\d|\d*…\d+/g;

function unbroken(words: Markup): Markup {
  return html`<span class="unbroken">${words}</span>`;
}

export function htmlPage(title: string, body: Markup, script?: string): string {
  const allowed = script === undefined ? '' : "; script-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${allowed}">
<title>${markupOf(title)}</title>
<style>${documentStyle}</style>
</head>
<body>
${body.markup}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}
