import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { splitHint } from '../../../report/diagnostics/split-hint.ts';
import { Prose } from './prose.ts';

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
