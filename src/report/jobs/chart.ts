import { type JudgedByNumber, zoneOfAudience, zoneOfStep } from '../../campaign/audiences/judged-hours.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { openingsWithin } from '../../time/window.ts';
import { type Axis, type Block, type Chart, type ChartRow, sentences } from '../document.ts';
import { stepWords } from '../plan/words.ts';
import { axisFor } from '../render/axis.ts';
import { jobOutcomes, outcomeWords, type RunStatistics } from './run-statistics.ts';

const cellsAtMost = 200;

/** When jobs started and what they came to: all steps together, then a lane each; hours that are closed are shaded. */
export function startsChart(
  { firstAt, lastAt, steps, starts }: RunStatistics,
  { campaign, hours }: { readonly campaign: Campaign; readonly hours: readonly JudgedByNumber[] },
): Block {
  if (firstAt === undefined || lastAt === undefined) return sentences(['Nothing has been started.']);
  const axis = axisFor({ from: firstAt, to: lastAt, zone: campaign.timezone, atMost: cellsAtMost });
  const begun = steps.filter((step) => step.firstAt !== undefined);
  const lanes = begun.flatMap(({ step, counts, starts: own }): readonly ChartRow[] => {
    if (own === undefined) return [];
    const zone = zoneOfStep(step, campaign, hours);
    return [
      {
        name: [...[stepWords(step)].flat(), { soft: `${formatCount(counts.accepted)} accepted` }],
        counts: own.inCells(axis),
        closed: zone === undefined ? [] : closedHours(step, zone, axis),
      },
    ];
  });
  const all: ChartRow = { name: 'all steps', counts: starts.inCells(axis), isSum: true, closed: [] };
  const more = begun.length - lanes.length;
  const ownHours = campaign.audiences.some((audience) => zoneOfAudience(audience, campaign, hours) === undefined);
  return {
    kind: 'chart',
    axis,
    outcomes: jobOutcomes.map((kind) => ({ kind, words: outcomeWords[kind] })),
    rows: lanes.length < 2 ? lanes : [all, ...lanes],
    key: `by the start of the latest attempt, ${campaign.timezone}; shaded: closed hours${ownHours ? '; where recipients have zones of their own, nothing is shaded' : ''}`,
    ...(more > 0 ? { note: `${more} more ${more === 1 ? 'step is' : 'steps are'} in the table below.` } : {}),
  };
}

function closedHours({ window }: Step, zone: string, axis: Axis): Chart['rows'][number]['closed'] {
  if (window === 'always') return [];
  const end = axis.from + axis.cells * axis.cellMs;
  const closed = [];
  let { from } = axis;
  for (const { opens, closes } of openingsWithin(window, zone, { from, to: end })) {
    closed.push({ from, to: opens });
    from = Math.max(from, closes);
  }
  return [...closed, { from, to: end }].filter((one) => one.to > one.from);
}
