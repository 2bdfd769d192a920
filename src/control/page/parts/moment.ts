import { html } from 'htm/preact';
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { useTick } from '../../../web/page/hooks.ts';
import type { Moment as MomentAt } from '../../shown/words.ts';
import { fullText, relativeText } from './times.ts';

/** A clock as it was read: that of a sandbox run does not go on until it is read again. */
export interface PageClock {
  readonly now: number;
  /** By the browser's clock. */
  readonly readAt: number;
  readonly isFrozen: boolean;
  /** Of the moments that name none. */
  readonly zone: string;
}

/** For what happens by the clock of people, whatever that of a run says. */
export function machineClock(zone: string): PageClock {
  const now = Date.now();
  return { now, readAt: now, isFrozen: false, zone };
}

const Seen = createContext({ now: Date.now(), zone: 'UTC' });

const everyMs = 10_000;

/** Moments in it are shown as they are seen from this clock, which goes on. */
export function Clocked(props: { readonly clock: PageClock; readonly children?: ComponentChildren }): VNode {
  useTick(everyMs);
  const { now, readAt, isFrozen, zone } = props.clock;
  const seen = { now: isFrozen ? now : now + Date.now() - readAt, zone };
  return html`<${Seen.Provider} value=${seen}>${props.children}<//>`;
}

/** That clock, as it is now. */
export function useNow(): number {
  return useContext(Seen).now;
}

/** How long ago it is or how far ahead; the full time to who points at it. */
export function Moment({ at, zone }: MomentAt): VNode {
  const seen = useContext(Seen);
  const own = zone ?? seen.zone;
  return html`<time datetime=${new Date(at).toISOString()} title=${fullText(at, own)}>${relativeText(at, seen.now, own)}</time>`;
}

/** `Thu 26 Nov 2026 11:45:10, Africa/Lagos`: for what somebody looks up elsewhere. */
export function FullMoment({ at, zone }: MomentAt): VNode {
  const seen = useContext(Seen);
  return html`<time datetime=${new Date(at).toISOString()}>${fullText(at, zone ?? seen.zone)}</time>`;
}
