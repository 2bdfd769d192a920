import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ViewProps } from './place.ts';

const width = 1000;
const height = 260;

/** What the account has, and how it came to that. */
export function Balance({ data, times, now }: ViewProps): VNode {
  const { money, funds, counts } = data.ledger;
  // The history is thinned out: its last point may be older than what is there now.
  const points = funds.map(({ at, available }) => ({ at: Date.parse(at), value: Number(available) }));
  points.push({ at: now, value: Number(money.available) });
  const first = points[0]?.at ?? now;
  const last = Math.max(now, points.at(-1)?.at ?? now, first + 1000);
  const most = Math.max(...points.map(({ value }) => value), 0.000001);
  const least = Math.min(...points.map(({ value }) => value));
  // From zero, unless that would flatten all that happens.
  const floor = least > most * 0.8 ? least - (most - least || most) * 0.25 : 0;
  const x = (at: number): number => ((at - first) / (last - first)) * width;
  const y = (value: number): number => 12 + (1 - (value - floor) / (most - floor)) * (height - 24);
  let path = `M0 ${y(points[0]?.value ?? 0)}`;
  for (const { at, value } of points) path += `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`;
  path += `H${width}`;
  // Labels of values that the account has had; one alone where two would meet.
  const labels = y(least) - y(most) < 24 ? [most] : [most, least];
  return html`<div class="page balance">
    <dl class="figures">
      ${Object.entries({
        Available: money.available,
        Balance: money.balance,
        Gift: money.gift,
        Credit: money.credit,
        Messages: counts.messages,
        Codes: counts.codes,
        Uploads: counts.files,
        Backfills: counts.backfills,
      }).map(
        ([name, value]) =>
          html`<div><dt class="small soft">${name}</dt><dd class="large">${typeof value === 'number' ? value.toLocaleString('en') : value}</dd></div>`,
      )}
    </dl>
    <figure class="card"><svg width="100%" height=${height} viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${`Available funds, ${money.available} now`}>
      <path fill="var(--green-bg)" d=${`${path}V${height}H0Z`} /><path fill="none" stroke="var(--green)" stroke-width="2.5" vector-effect="non-scaling-stroke" d=${path} />
      ${labels.map((value) => html`<path stroke="var(--edge)" stroke-dasharray="2 4" vector-effect="non-scaling-stroke" d=${`M0 ${y(value)}H${width}`} />`)}
    </svg>
    ${labels.map((value) => html`<span class="level small soft" style=${{ top: `${y(value) + 16}px` }}>${value}</span>`)}
    <figcaption class="legend flow"><span>${times.full(first)}</span><b class="act">${money.available}</b><span class="act">${times.full(last)}</span></figcaption></figure>
  </div>`;
}
