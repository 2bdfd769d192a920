import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ShownCost } from '../../shown/views.ts';

/** What was spent, or what it will come to, of the budget. */
export function CostText({ cost }: { readonly cost: ShownCost | undefined }): VNode | null {
  if (cost === undefined) return null;
  const { spent, isAtMost, toCome, budget } = cost;
  return html`${isAtMost && html`<small>at most</small> `}${spent ?? (toCome === undefined ? '' : `about ${toCome}`)}${budget !== undefined && html` <small>of ${budget}</small>`}`;
}
