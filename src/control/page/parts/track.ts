import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { joinBursts } from '../../shown/bursts.ts';
import { type AxisPart, placeOn, type Stretch } from '../../shown/time-axis.ts';
import type { Burst } from '../../shown/views.ts';
import { startedParts } from './outcomes.ts';
import { burstText, clockText, dayText } from './times.ts';

interface TrackProps {
  readonly axis: readonly AxisPart[];
  readonly zone: string;
  readonly now: number;
  readonly done: readonly Burst[];
  readonly planned: readonly Burst[];
  readonly open?: readonly Stretch[];
}

/** What was started and what is planned on the common axis. For who does not see it, the same in words. */
export function Track({ axis, zone, now, done, planned, open = [] }: TrackProps): VNode {
  return html`<div class="track" role="img" aria-label=${trackText({ zone, done, planned })}>
    ${open.map((one) => html`<i class="open" style=${placed(axis, one)}></i>`)}
    ${axis.filter(({ folded }) => folded).map(({ left, width }) => html`<i class="fold" style=${{ left: `${left}%`, width: `${width}%` }}></i>`)}
    ${done.map((one) => html`<${Started} burst=${one} zone=${zone} place=${placed(axis, one)} />`)}
    ${planned.map((one) => html`<i class="pending" style=${placed(axis, one)} title=${burstText(one, zone)}></i>`)}
    ${isOn(axis, now) && html`<i class="now" style=${{ left: `${placeOn(axis, now)}%` }}></i>`}
  </div>`;
}

/** Its parts by what has become of them so far, one above the other. */
export function Started(props: {
  readonly burst: Burst;
  readonly zone: string;
  readonly place: Record<string, string>;
}): VNode {
  const { burst, zone, place } = props;
  return html`<i class="started" style=${place} title=${burstText(burst, zone)}>${startedParts(burst.by ?? {}).map(({ kind, jobs }) => html`<b class=${kind} style=${{ flexGrow: jobs }}></b>`)}</i>`;
}

function placed(axis: readonly AxisPart[], { from, to }: Stretch): Record<string, string> {
  const left = placeOn(axis, from);
  return markAt(left, Math.max(0, placeOn(axis, to) - left));
}

/** In hundredths. The narrowest mark has 4 px, and is within the track at its end, too. */
export function markAt(left: number, width: number): Record<string, string> {
  return { left: `min(${left}%, 100% - 4px)`, width: `${width}%` };
}

export function isOn(axis: readonly AxisPart[], at: number): boolean {
  return axis.some(({ from, to }) => at >= from && at <= to);
}

function trackText({ zone, done, planned }: Pick<TrackProps, 'zone' | 'done' | 'planned'>): string {
  const part = (words: string, bursts: readonly Burst[]): string[] =>
    joinBursts(bursts, Number.POSITIVE_INFINITY).map((all) => `${words} ${burstText(all, zone)}`);
  return [...part('started', done), ...part('planned', planned)].join('; ') || 'nothing planned';
}

/** Days and times above the tracks, where there is room on a wide screen, and on a narrow one. */
export function AxisLabels({ axis, zone }: { readonly axis: readonly AxisPart[]; readonly zone: string }): VNode {
  return html`<div class="ticks" aria-hidden="true">${(['roomy', 'narrow'] as const).map((screen) => {
    const places = labels(axis, zone, rooms[screen]);
    const line = (part: 'day' | 'time'): readonly VNode[] =>
      places.map((one) => html`<i style=${{ left: `${one.at}%` }}>${one[part]}</i>`);
    return html`<div class=${screen}><div class="days">${line('day')}</div><div>${line('time')}</div></div>`;
  })}</div>`;
}

interface LabelRoom {
  readonly day: number;
  readonly time: number;
}

/** Hundredths of the axis that a label needs. */
const rooms: Readonly<Record<'roomy' | 'narrow', LabelRoom>> = {
  roomy: { day: 12, time: 6.5 },
  narrow: { day: 28, time: 15 },
};

/** Where the parts of the axis begin, and full hours in between; no label meets another, or the end of the axis. */
function labels(axis: readonly AxisPart[], zone: string, room: LabelRoom) {
  const found: { readonly at: number; readonly day: string; readonly time: string }[] = [];
  const parts = axis.filter(({ folded }) => !folded);
  let [day, free] = ['', 0];
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    for (const moment of [part.begins, ...roundTimes(part, zone, room)]) {
      const [at, own] = [placeOn(axis, moment), dayText(moment, zone)];
      const needs = own === day ? room.time : room.day;
      const ends = moment === part.begins || next === undefined ? 100 : placeOn(axis, next.begins);
      if (at < free || at + needs > ends) continue;
      found.push({ at, day: own === day ? '' : own, time: clockText(moment, zone) });
      [day, free] = [own, at + needs];
    }
  });
  return found;
}

const minuteMs = 60_000;
const steps = [1, 5, 10, 30, 60, 120, 180, 360, 720, 1440];

/** Times of a part that are as round as there is room for. */
function roundTimes({ from, to, begins, width }: AxisPart, zone: string, room: LabelRoom): readonly number[] {
  const minutes = (to - from) / minuteMs;
  const step = steps.find((one) => (one / minutes) * width >= room.time * 1.4);
  if (step === undefined) return [];
  const [hours = 0, past = 0] = clockText(begins, zone).split(':').map(Number);
  const first = Math.floor(begins / minuteMs) + step - ((hours * 60 + past) % step);
  const count = Math.max(0, Math.ceil(to / minuteMs - first) / step);
  return Array.from({ length: Math.floor(count) }, (_, index) => (first + index * step) * minuteMs);
}
