import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { applyTheme, useTheme } from '../../../web/page/theme.ts';
import { read, useAnswer } from '../api.ts';
import { useHere } from '../place.ts';
import { Problem } from './words.ts';

interface FramedProps {
  readonly path: string;
  /** While it is made. */
  readonly making: string;
  readonly file: string;
  readonly heading: string;
  readonly title: string;
  /** A button beside that for a new one. */
  readonly beside?: VNode | false;
}

/** A page that a command made, as it is, under a heading. */
export function Framed({ path, making, file, heading, title, beside }: FramedProps): VNode {
  const { numbers } = useHere().place.query;
  const { value, problem, again } = useAnswer([path, file, numbers], () =>
    read<{ readonly view: string }>(path, { file, numbers }),
  );
  return html`<${Problem} words=${problem} loading=${value === undefined ? making : undefined} />
    ${
      value !== undefined &&
      html`<div class="head flow"><h2>${heading}</h2><div class="act flow">${beside}<button onClick=${again}>Refresh</button></div></div>
      <${Frame} key=${value.view} title=${title} view=${value.view} />`
    }`;
}

/** As high as what is in it. The filters there are kept in our own address: the frame has another one each time. */
export function Frame({ title, view }: { readonly title: string; readonly view: string }): VNode {
  const { place, note } = useHere();
  const { filter } = place.query;
  const [src] = useState(filter === undefined ? view : `${view}#${filter}`);
  const [height, setHeight] = useState(600);
  const frame = useRef<HTMLIFrameElement>(null);
  const applyColours = (): void => {
    // There is none while it is loaded.
    const inside = frame.current?.contentDocument?.documentElement as HTMLElement | null | undefined;
    if (inside == null) return;
    applyTheme(inside);
    inside.classList.add('framed');
  };
  useTheme(applyColours);
  const take = (): void => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (inside == null) return;
    applyColours();
    const { documentElement: root } = inside.document;
    new inside.ResizeObserver(() => setHeight(root.offsetHeight)).observe(root);
    inside.document.addEventListener('change', () => note('filter', filterIn(inside.location.hash)));
  };
  return html`<iframe ref=${frame} title=${title} src=${src} style=${{ height: `${height}px` }} onLoad=${take}></iframe>`;
}

/** What its script keeps of its choices; whom somebody looked for, which may be a number, stays there. */
function filterIn(hash: string): string | undefined {
  const kept = new URLSearchParams(hash.slice(1));
  kept.delete('find');
  return kept.size === 0 ? undefined : kept.toString();
}
