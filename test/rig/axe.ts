import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page, a line each; what it cannot decide counts where it has to do with names and roles. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations, incomplete } = await page.evaluate<AxeResults>('axe.run()');
  return [...violations, ...incomplete.filter(({ id }) => !undecidable.has(id))].flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** Contrast over gradients and pictures. */
const undecidable = new Set(['color-contrast']);

/** The screens that every page must be good for: each scheme and each width once, as axe takes seconds. */
export const screens = [
  ['dark', 390],
  ['light', 1440],
] as const;

/** Elements that are wider than the screen, or than what they are in and can be scrolled. */
export async function widerThanScreen(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('body, body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || (one.scrollWidth > one.clientWidth + 1
      && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)))
    .map((one) => one.outerHTML.slice(0, 100))`);
}
