import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { isWhole } from './sample-of.ts';

/** Wide, and as narrow as a telephone; each in one scheme, and in both in `npm run soak -- whole`. */
const widths = [1440, 390];
const schemes = ['light', 'dark'] as const;
/** 1,440 pixels at a zoom of 200 %, and the narrowest that must still do: 1,280 at 400 %. */
const zoomed = [720, 320];
/** A4 with its margins. */
const paper = 700;

/**
 * What is wrong with a page, a line each: on each width what axe finds, and on each width, zoomed too, what is wider than the screen or
 * cut off, but for what is in elements that are meant to scroll; the same on paper.
 */
export async function screenFindings(page: Page, scrolls = 'none'): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of isWhole ? schemes : [schemes[index]!]) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await axeFindings(page)).map((one) => `${colorScheme} ${width}: ${one}`));
    }
  }
  for (const width of [...widths, ...zoomed]) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await unfit(page, scrolls)).map((one) => `${width}: ${one}`));
  }
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: paper, height: 1000 });
  found.push(...(await unfit(page, scrolls)).map((one) => `on paper: ${one}`));
  await page.emulateMedia({ media: 'screen' });
  return found;
}

/** What axe cannot decide counts, too, where it has to do with names and roles. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  // To describe each element in which nothing is wrong would take most of the time.
  const resultTypes = ['violations', 'incomplete'] as const;
  const { violations, incomplete } = await page.evaluate<Pick<AxeResults, (typeof resultTypes)[number]>>(
    `axe.run(${JSON.stringify({ resultTypes })})
      .then(({ violations, incomplete }) => ({ violations, incomplete }))`,
  );
  return [...violations, ...incomplete.filter(({ id }) => !undecidable.has(id))].flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/**
 * Contrast over gradients and pictures, and of a link whose line has something else in its middle; frames, which hold pages that are looked
 * at by themselves.
 */
const undecidable = new Set(['color-contrast', 'link-in-text-block', 'frame-tested']);

/** The tabs of a campaign, of which the shown one is always in sight. */
const alwaysScrolls = 'nav > .tabs:not([role])';

/**
 * Elements that are wider than the screen, than their message, or than what they are in and can be scrolled; and words of which a part cannot be seen,
 * without an ellipsis that says so. What is hidden but for screen readers does not count.
 */
async function unfit(page: Page, alsoScrolls: string): Promise<readonly string[]> {
  const scrolls = `${alwaysScrolls}, ${alsoScrolls}`;
  return await page.evaluate<string[]>(`[...document.querySelectorAll('body, body *')].flatMap((one) => {
    if (one.closest(${JSON.stringify(scrolls)}) !== null || one.clientWidth === 1) return [];
    const { overflowX, textOverflow } = getComputedStyle(one);
    const isOver = one.scrollWidth > one.clientWidth + 1;
    const shown = one.outerHTML.slice(0, 100);
    const box = one.getBoundingClientRect();
    const bubble = one.parentElement?.closest('.bubble')?.getBoundingClientRect();
    if (bubble !== undefined && (box.left < bubble.left - 1 || box.right > bubble.right + 1))
      return ['out of its bubble: ' + shown];
    if (box.right > innerWidth + 1 || (isOver && ['auto', 'scroll'].includes(overflowX)))
      return ['too wide: ' + shown];
    const isCut = isOver && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis';
    return isCut && one.textContent.trim() !== '' ? ['cut off: ' + shown] : [];
  })`);
}
