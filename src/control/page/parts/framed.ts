import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { read } from '../api.ts';
import type { Places } from '../place.ts';
import { Problem } from './problem.ts';

interface FramedProps {
  readonly places: Places;
  readonly path: string;
  /** While it is made. */
  readonly making: string;
  readonly file: string;
  readonly title: string;
  readonly numbers: string | undefined;
}

/** A page that a command made, as it is. */
export function Framed({ places, path, making, file, title, numbers }: FramedProps): VNode {
  const { value, problem, again } = useAnswer([path, file, numbers], () =>
    read<{ readonly view: string }>(path, { file, numbers }),
  );
  return html`<p class="tools"><button onClick=${again}>Refresh</button></p>
    <${Problem} words=${problem} loading=${value === undefined ? making : undefined} />
    ${value !== undefined && html`<${Frame} key=${value.view} places=${places} title=${title} view=${value.view} />`}`;
}

/** As high as what is in it. The filters there are kept in our own address: the frame has another one each time. */
export function Frame({
  places,
  title,
  view,
}: Pick<FramedProps, 'places' | 'title'> & { readonly view: string }): VNode {
  const { filter } = places.place.query;
  const [src] = useState(filter === undefined ? view : `${view}#${filter}`);
  const [height, setHeight] = useState(600);
  const take = (event: Event): void => {
    const inside = (event.target as HTMLIFrameElement).contentWindow as (Window & typeof globalThis) | null;
    if (inside === null) return;
    const { documentElement: page } = inside.document;
    new inside.ResizeObserver(() => setHeight(Math.max(300, page.offsetHeight + 24))).observe(page);
    inside.document.addEventListener('change', () => places.note('filter', filterIn(inside.location.hash)));
  };
  return html`<iframe title=${title} src=${src} style=${{ height: `${height}px` }} onLoad=${take}></iframe>`;
}

/** What its script keeps of its choices; whom somebody looked for, which may be a number, stays there. */
function filterIn(hash: string): string | undefined {
  const kept = new URLSearchParams(hash.slice(1));
  kept.delete('find');
  return kept.size === 0 ? undefined : kept.toString();
}
