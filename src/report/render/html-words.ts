import { formatCount } from '../../diagnostic/count-words.ts';
import { isApart, type Share, type Span, spansOf, type Words } from '../document.ts';
import { html, type Markup, markupOf, raw } from './html-tag.ts';

export function wordsHtml(words: Words): Markup {
  return html`${spansOf(words).map((span, index) => [isApart(span, index) ? ' ' : undefined, spanHtml(span)])}`;
}

function spanHtml(span: Span): Markup {
  if (typeof span === 'string') return sentence(span);
  if ('title' in span) return html`<bdi>${span.title}</bdi>`;
  if ('strong' in span) return html`<b>${span.strong}</b>`;
  if ('outcome' in span) return html`<i class="${span.outcome.kind}"></i>${span.outcome.words}`;
  return 'soft' in span ? html`<small>${sentence(span.soft)}</small>` : sharesHtml(span.shares, 'bar thin');
}

/** A bar of proportions; the numbers are beside it. */
export function sharesHtml(shares: readonly Share[], look: string): Markup {
  const bars = shares.map(
    ({ kind, words, count }) =>
      html`<i class="${kind}" style="flex:${count}" title="${formatCount(count)} ${words}"></i>`,
  );
  return html`<div class="${look}" aria-hidden="true">${bars}</div>`;
}

/** Words in backticks are code, and no line ends within a time or a masked number. Commands in parentheses can be left out. */
export function sentence(text: string): Markup {
  return raw(
    markupOf(text)
      .replace(/ \(`callsheet [^()]*\)/g, '<span class="command">$&</span>')
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(indivisible, '<span class="unbroken">$&</span>'),
  );
}

/** `Mon 23 Nov 09:00`, `09:00–12:00`, `234…0900`. */
const indivisible =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}(?: \d\d:\d\d(?::\d\d)?)?|\d\d:\d\d–\d\d:\d\d|\d*…\d+/g;

/** Words that stay on one line. */
export function unbroken(words: Markup): Markup {
  return html`<span class="unbroken">${words}</span>`;
}
