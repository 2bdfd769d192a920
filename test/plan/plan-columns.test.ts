import { describe, expect, test } from 'vitest';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { wrapLine, wrapText } from '../../src/report/columns.ts';
import { planDocument } from '../../src/report/plan/document.ts';
import { axisFor } from '../../src/report/render/axis.ts';
import { renderText } from '../../src/report/render/text.ts';
import { axisLabels } from '../../src/report/render/timeline-text.ts';
import { springPlan } from '../rig/spring-campaign.ts';

const plan = planCampaign(springPlan());
const textAt = (width: number): string => wrapText(renderText(planDocument(plan), { width, colour: false }), width);

describe('a plan on a terminal', () => {
  test.each([120, 100, 80, 60, 40])('of %d columns has no longer line', (width) => {
    const tooLong = textAt(width)
      .split('\n')
      .filter((line) => line.length > width);
    expect(tooLong).toEqual([]);
  });

  test.each([100, 80, 60, 40])('of %d columns has every start and every number', (width) => {
    const starts = plan.steps.flatMap(({ id, jobs }) => [id, String(jobs.toSend)]);
    const rows = textAt(width).split('\n');
    const found = starts.filter((word) => rows.some((row) => row.split(/ +/).includes(word)));
    expect(found).toEqual(starts);
  });

  test('of 40 columns has no timeline, and the last start below the first', () => {
    const rows = textAt(40).split('\n');
    expect(rows.filter((row) => row.includes('█'))).toEqual([]);
    expect(rows.find((row) => row.includes('to send'))?.trim()).toBe('to send  first');
    expect(rows.filter((row) => /^ +last /.test(row)).length).toBeGreaterThan(0);
  });
});

test.each([
  [2 * 60_000, '09:00:00    09:01:00    09:02:00'],
  [40 * 86_400_000, 'Mon 23 Nov Tue 15 Dec'],
])(
  'the axis of a timeline says when it begins, and has labels where there is room for them: %d ms',
  (length, labels) => {
    const from = Date.parse('2026-11-23T09:00:00Z');
    const axis = axisFor({ from, to: from + length, zone: 'UTC', atMost: 40 });
    expect(axisLabels(axis).at(-1)).toBe(labels);
  },
);

describe('a long line', () => {
  test('breaks between words, keeps its indent, and never breaks a command or a word', () => {
    expect(wrapLine('  one two `callsheet run my campaign.yaml` three', 24)).toEqual([
      '  one two',
      '    `callsheet run my campaign.yaml`',
      '    three',
    ]);
    expect(wrapLine('They can be sent again (`callsheet reconcile my campaign.yaml`, `callsheet run`).', 40)).toEqual([
      'They can be sent again',
      '  (`callsheet reconcile my campaign.yaml`,',
      '  `callsheet run`).',
    ]);
    expect(wrapLine('\u001b[2m    one two three\u001b[22m', 12)).toEqual([
      '\u001b[2m    one two',
      '      three\u001b[22m',
    ]);
    expect(wrapLine('  │ one two three', 12)).toEqual(['  │ one two', '  │   three']);
    expect(wrapLine('short  line', 24)).toEqual(['short  line']);
    expect(wrapLine('\u001b[2mone two three\u001b[22m', 13)).toEqual(['\u001b[2mone two three\u001b[22m']);
  });
});
