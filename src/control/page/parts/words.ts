import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { splitHint } from '../../../report/diagnostics/split-hint.ts';
import type { Words } from '../../shown/words.ts';
import { Moment } from './moment.ts';

/** A text in which words between backticks are code, and moments are as they are seen from now. */
export function Prose({ text }: { readonly text: Words }): VNode {
  return html`${[text].flat().map((part) => (typeof part === 'string' ? withCode(part) : html`<${Moment} ...${part} />`))}`;
}

function withCode(text: string): readonly (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** What a command says, with commands to type behind "Show command". */
export function Notice({ words, tone }: { readonly words: string; readonly tone: 'ask' | 'bad' }): VNode {
  const { advice, command } = splitHint(words);
  const look = `notice ${tone}${tone === 'bad' ? ' problem' : ''}`;
  // Lines are as a command printed them.
  const isPrinted = words.includes('\n');
  if (advice === undefined || command === undefined || isPrinted)
    return html`<p class=${`${look}${isPrinted ? ' mono' : ''}`}><${Prose} text=${words} /></p>`;
  return html`<div class=${look}><p><${Prose} text=${advice} /></p>
    <details><summary>Show command</summary><${Prose} text=${command} /></details></div>`;
}

/** Of what comes. */
const shape = html`<p class="notice">\u00a0</p>`;

/** What is wrong, where something is (several lines are as a command printed them); otherwise what is being waited for, where nothing else is shown. */
export function Problem(props: { readonly words: string | undefined; readonly loading?: string | undefined }): VNode {
  const { words, loading } = props;
  if (words !== undefined) return html`<div role="status"><${Notice} words=${words} tone="bad" /></div>`;
  return html`<div role="status">${loading !== undefined && html`<p class="about">${loading}</p><div aria-hidden="true">${shape}${shape}${shape}</div>`}</div>`;
}
