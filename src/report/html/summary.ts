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
  return `<li><b>${code}</b> ${withCode(message)}${hint === undefined ? '' : `<br><span>${withCode(hint)}</span>`}</li>`;
}

/** Nothing where there is none. */
export function findingList(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul class="findings" aria-label="Findings">${items.join('')}</ul>`;
}
