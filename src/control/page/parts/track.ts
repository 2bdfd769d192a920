import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { joinBursts } from '../../shown/bursts.ts';
import type { Burst, ShownAxis, Stretch } from '../../shown/views.ts';
import { startedParts } from './outcomes.ts';
import { burstText } from './times.ts';

interface TrackProps {
  readonly axis: Stretch;
  readonly zone: string;
  readonly now: number;
  readonly done: readonly Burst[];
  readonly planned: readonly Burst[];
  readonly open?: readonly Stretch[];
  /** For who does not see it; what is on it in words, where nothing shorter is given. */
  readonly label?: string;
}

/** What was started and what is planned, on an axis that it has in common with others. */
export function Track({ axis, zone, now, done, planned, open = [], label }: TrackProps): VNode {
  const place = (at: number): number =>
    (100 * (Math.min(Math.max(at, axis.from), axis.to) - axis.from)) / (axis.to - axis.from);
  const placed = ({ from, to }: Stretch): Record<string, string> => ({
    // The narrowest mark has 4 px, and is within the track at its end, too.
    left: `min(${place(from)}%, 100% - 4px)`,
    width: `${place(to) - place(from)}%`,
  });
  const on = <Kind extends Stretch>(all: readonly Kind[]): readonly Kind[] =>
    all.filter(({ from, to }) => to >= axis.from && from <= axis.to);
  return html`<div class="track" role="img" aria-label=${label ?? trackText({ zone, done, planned })}>
    ${on(open).map((one) => html`<i class="open" style=${placed(one)}></i>`)}
    ${on(planned).map((one) => html`<i class="pending" style=${placed(one)} title=${burstText(one, zone)}></i>`)}
    ${on(done).map((one) => html`<${Started} burst=${one} zone=${zone} place=${placed(one)} />`)}
    ${now >= axis.from && now <= axis.to && html`<i class="now" style=${{ left: `${place(now)}%` }}></i>`}
  </div>`;
}

interface StartedProps {
  readonly burst: Burst;
  readonly zone: string;
  readonly place: Record<string, string>;
}

/** Its parts by what has become of them so far, one above the other. */
function Started({ burst, zone, place }: StartedProps): VNode {
  return html`<i class="started" style=${place} title=${burstText(burst, zone)}>${startedParts(burst.by ?? {}).map(({ kind, jobs }) => html`<b class=${kind} style=${{ flexGrow: jobs }}></b>`)}</i>`;
}

function trackText({ zone, done, planned }: Pick<TrackProps, 'zone' | 'done' | 'planned'>): string {
  const part = (words: string, bursts: readonly Burst[]): string[] =>
    joinBursts(bursts, Number.POSITIVE_INFINITY).map((all) => `${words} ${burstText(all, zone)}`);
  return [...part('started', done), ...part('planned', planned)].join('; ') || 'nothing planned';
}

/** Days and times above the tracks, where there is room on a wide screen, and on a narrow one. */
export function AxisLabels({ ticks }: Pick<ShownAxis, 'ticks'>): VNode {
  return html`<div class="ticks" aria-hidden="true">${Object.entries(ticks).map(
    ([screen, lines]) =>
      html`<div class=${screen}>${Object.entries(lines).map(
        ([line, labels]) =>
          html`<div class=${line}>${labels.map(({ at, words }) => html`<i style=${{ left: `${at}%` }}>${words}</i>`)}</div>`,
      )}</div>`,
  )}</div>`;
}
