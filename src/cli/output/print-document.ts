import type { Console } from '../../platform/ports.ts';
import type { Document } from '../../report/document.ts';
import { renderHtml } from '../../report/render/html.ts';
import { renderMarkdown } from '../../report/render/markdown.ts';
import { renderText } from '../../report/render/text.ts';
import { fitTerminal } from './fit-terminal.ts';

export type DocumentFormat = 'text' | 'markdown' | 'html';

export function printDocument(document: Document, format: DocumentFormat, console: Console): void {
  if (format === 'html') console.out(renderHtml(document));
  else if (format === 'markdown') console.out(renderMarkdown(document));
  else console.out(fitTerminal(renderText(document, console), console));
}
