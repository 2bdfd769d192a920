import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** For who may change nothing here; where there are accounts, no command of theirs would help. */
export function OnlyLooks({ account }: { readonly account: string | undefined }): VNode {
  return html`<div class="only-looks"><p class="about">You can only look here.</p>${account === undefined && html`<details><summary>Show command</summary><code>callsheet open --allow-actions</code></details>`}</div>`;
}
