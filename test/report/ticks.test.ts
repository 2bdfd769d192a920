import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { axisFor, formatCell, ticks } from '../../src/report/render/axis.ts';
import { htmlPage } from '../../src/report/render/html.ts';
import { raw } from '../../src/report/render/html-tag.ts';
import { axisLabels } from '../../src/report/render/timeline-text.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { browserPath, openPage } from '../rig/browser.ts';

const zone = 'Africa/Lagos';
const from = instantOf('2026-11-23T09:10:00', zone);

/** From half a minute to two years. */
const spans = Array.from({ length: 60 }, (_, index) => Math.round(30_000 * 1.23 ** index));

function ticksOver(span: number): string {
  return ticks(axisFor({ from, to: from + span, zone, atMost: 200 })).markup;
}

function labelsOf(html: string, name: 'roomy' | 'narrow'): readonly (readonly string[])[] {
  const part = html.slice(html.indexOf(`class="${name}"`)).split('</div></div>')[0] ?? '';
  return part
    .split('</div>')
    .map((line) => [...line.matchAll(/<i style="left:[\d.]+%">([^<]*)/g)].map(([, label = '']) => label));
}

describe('the axis of a timeline', () => {
  test('has words for each cell, with the day of its end where a cell is as long as a day', () => {
    const cell = (span: number, atMost: number) => formatCell(axisFor({ from, to: from + span, zone, atMost }), 1);
    const day = 86_400_000;
    expect([cell(60_000, 200), cell(day, 200), cell(10 * day, 10), cell(70 * day, 10)]).toEqual([
      'Mon 23 Nov 09:10:01 to 09:10:02',
      'Mon 23 Nov 09:20 to 09:30',
      'Wed 25 Nov 00:00 to Fri 27 Nov 00:00',
      'Thu 3 Dec 00:00 to Thu 17 Dec 00:00',
    ]);
  });

  test('of starts that are all between two ticks says when it begins', () => {
    const start = instantOf('2026-11-23T13:34:01', zone);
    const labels = axisLabels(axisFor({ from: start, to: start + 2_000, zone, atMost: 40 }));
    expect(labels.map((line) => line.trim())).toEqual(['Mon 23 Nov', '13:34:01']);
  });

  test('begins with its first day and its first time', () => {
    const day = ticksOver(26 * 3_600_000);
    expect(labelsOf(day, 'roomy')).toEqual([
      ['Mon 23 Nov', 'Tue 24 Nov'],
      ['09:10', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00', '00:00', '02:00', '04:00', '06:00', '08:00', ''],
    ]);
    expect(labelsOf(day, 'narrow')).toEqual([
      ['Mon 23 Nov', 'Tue 24 Nov'],
      ['09:10', '18:00', '00:00', '06:00'],
    ]);
  });

  test('has days alone where there is no room for times', () => {
    expect(labelsOf(ticksOver(20 * 86_400_000), 'roomy')).toEqual([
      ['Mon 23 Nov', 'Thu 26 Nov', 'Thu 3 Dec', 'Thu 10 Dec'],
    ]);
  });
});

describe.skipIf(browserPath === undefined)('the axis of a timeline in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-ticks-'));
  const url = `file://${join(folder, 'ticks.html')}`;
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [390, 'screen'],
    [720, 'screen'],
    [1000, 'screen'],
    [1440, 'screen'],
    [640, 'print'],
  ] as const)('has no two labels that meet, and none over its edge: %i px, %s', async (width, media) => {
    const rows = spans.map((span) => `<div class="lane axis">${ticksOver(span)}</div>`);
    writeFileSync(join(folder, 'ticks.html'), htmlPage('Ticks', raw(rows.join(''))));
    await using rig = await openPage(url, { viewport: { width, height: 800 } });
    await rig.page.emulateMedia({ media });
    const met = await rig.page.evaluate<string[]>(`[...document.querySelectorAll('.days, .clock')].flatMap((line) => {
      const edge = line.getBoundingClientRect().right;
      const boxes = [...line.children].filter((one) => one.textContent !== '' && one.checkVisibility())
        .map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() }));
      // A mark without words is not over it either.
      if (line.scrollWidth > line.clientWidth + 1) return line.textContent;
      return boxes.filter((box, index) => box.right > (boxes[index + 1]?.left ?? edge)).map(({ text }) => line.textContent + ': ' + text);
    })`);
    expect(met).toEqual([]);
    expect(await rig.page.locator('.ticks i:visible').count()).toBeGreaterThan(100);
  });
});
