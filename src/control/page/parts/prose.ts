import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Words } from '../../shown/words.ts';
import { Moment } from './moment.ts';

/** A text in which words between backticks are code, and moments are as they are seen from now. */
export function Prose({ text }: { readonly text: Words }): VNode {
  return html`${[text].flat().map((part) => (typeof part === 'string' ? withCode(part) : html`<${Moment} ...${part} />`))}`;
}

function withCode(text: string): readonly (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
