import { splitHint } from '../diagnostics/split-hint.ts';
import { withCode } from './escape.ts';

/** The figures at the top of a page; a value is markup. */
export function sumsHtml(facts: readonly (readonly [value: string, name: string])[]): string {
  return `<dl class="figures">${facts.map(([value, name]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

export function findingItem(finding: {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}): string {
  const { code, message, hint } = finding;
  const { advice, command } = splitHint(hint);
  const shown = advice === undefined ? '' : `<br><span>${withCode(advice)}</span>`;
  const folded = command === undefined ? '' : `<details><summary>Show command</summary>${withCode(command)}</details>`;
  return `<li><b>${code}</b> ${withCode(message)}${shown}${folded}</li>`;
}

/** Nothing where there is none. */
export function findingList(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul class="findings" aria-label="Findings">${items.join('')}</ul>`;
}
