import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderText } from './text.ts';

export const renderers = { text: renderText, markdown: renderMarkdown, html: renderHtml } as const;

export type DocumentFormat = keyof typeof renderers;
