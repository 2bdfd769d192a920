import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** For who may change nothing here. */
export function OnlyLooks(): VNode {
  return html`<div class="only-looks"><p class="about">You can only look here.</p><details><summary>Show command</summary><code>callsheet open --allow-actions</code></details></div>`;
}
