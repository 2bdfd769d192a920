import { pageStyle } from '../../web/style.gen.ts';
import { splitHint } from '../diagnostics/split-hint.ts';
import {
  type Block,
  type Changes,
  type Document,
  type Figure,
  type Finding,
  filled,
  type LegendItem,
  type TextChange,
  valuesTable,
} from '../document.ts';
import { chartHtml } from './chart-html.ts';
import { listHtml, tableHtml } from './html-table.ts';
import { html, type Markup, markupOf, raw } from './html-tag.ts';
import { sentence, sharesHtml, unbroken, wordsHtml } from './html-words.ts';
import { messagesHtml } from './messages-html.ts';
import { peopleHtml } from './people-html.ts';
import { peopleScript } from './people-script.ts';
import { timelineHtml } from './timeline-html.ts';

/** One file that asks for nothing from outside, and may ask for nothing: the policy forbids it. */
export function renderHtml({ title, subject, about, conclusion, body, footer }: Document): string {
  const identity = about.map((words, index) => [index === 0 ? undefined : ' · ', unbroken(wordsHtml(words))]);
  const blocks = filled(body);
  const page = html`<header>
<h1><bdi>${title}</bdi>: ${subject}</h1>
<p class="about identity">${identity}</p>
${filled(conclusion).map((block) => [blockHtml(block), raw('\n')])}</header>
<main>
${blocks.map((block) => [blockHtml(block), raw('\n')])}</main>
<footer class="small soft">${footer === undefined ? undefined : wordsHtml(footer)}</footer>`;
  const script = blocks.some(({ kind }) => kind === 'people') ? peopleScript : undefined;
  return htmlPage(`${title}: ${subject}`, page, script);
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
      const look = tone && html` class="${tone === 'soft' ? 'about' : tone === 'command' ? 'about command' : tone}"`;
      return html`${sentences.map((words) => html`<p${look}>${wordsHtml(words)}</p>`)}`;
    }
    case 'findings':
      return html`<ul class="notice ask" aria-label="Findings">${block.findings.map(findingHtml)}</ul>`;
    case 'list':
      return html`${listHtml(block)}`;
    case 'table':
      return tableHtml(block);
    case 'section': {
      const inner = filled(block.blocks).map((one) => blockHtml(one, depth + 1));
      const title = wordsHtml(block.title);
      if (block.isFolded === true) return html`<details><summary>${title}</summary>${inner}</details>`;
      if (depth > 2) return html`<h3>${title}</h3>${inner}`;
      const id = markupOf(title)
        .toLowerCase()
        .replace(/<[^>]*>/g, '')
        .replace(/\W+/g, '-');
      return html`<section${block.look === undefined ? undefined : html` class="notice ${block.look}"`} aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${inner}
</section>`;
    }
    case 'changes':
      return changesHtml(block);
    case 'messages':
      return messagesHtml(block.samples);
    case 'timeline':
      return timelineHtml(block);
    case 'people':
      return peopleHtml(block);
    case 'outcomes':
      return html`${sharesHtml(block.shares, 'bar')}<ul class="outcomes flow">${block.legend.map(legendHtml)}</ul>`;
    case 'chart':
      return chartHtml(block);
    case 'download':
      return html`<p><a download="${block.name}" href="data:text/csv;charset=utf-8,${encodeURIComponent(block.text)}">${block.words}</a></p>`;
    default:
      return block satisfies never;
  }
}

function figureHtml({ name, value, of }: Figure): Markup {
  return html`<div><dt class="small soft">${name}</dt><dd class="large">${value}${of === undefined ? undefined : html` <small class="unbroken">of ${of}</small>`}</dd></div>`;
}

function legendHtml({ kind, words, value, share }: LegendItem): Markup {
  return html`<li><i class="${kind}"></i><b>${value}</b> ${words} <small>${share}</small></li>`;
}

function findingHtml({ code, message, hint }: Finding): Markup {
  const { advice, command } = splitHint(hint);
  const head = code === undefined ? undefined : html`<b class="tone">${code}</b> `;
  const shown = advice === undefined ? undefined : html`<br><span>${sentence(advice)}</span>`;
  const folded =
    command === undefined ? undefined : html`<details><summary>Show command</summary>${sentence(command)}</details>`;
  return html`<li>${head}${sentence(message)}${shown}${folded}</li>`;
}

const tags = { removed: 'del', added: 'ins' } as const;

function changesHtml({ changes }: Changes): Markup {
  const values = changes.flatMap((change) => ('words' in change ? [] : [change]));
  const texts = changes.flatMap((change) => ('words' in change ? [change] : []));
  return html`${values.length === 0 ? undefined : tableHtml(valuesTable(values))}${texts.map(textChangeHtml)}`;
}

function textChangeHtml({ name, words }: TextChange): Markup {
  const parts = words.map(({ kind, text }) => {
    const lines = raw(text.split('\n').map(markupOf).join('\n'));
    return kind === 'same' ? lines : raw(`<${tags[kind]}>${lines.markup}</${tags[kind]}>`);
  });
  return html`<h3>${wordsHtml(name)}</h3><p class="text" dir="auto">${parts}</p>`;
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
<style>${pageStyle}</style>
</head>
<body class="page document">
${body.markup}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}
