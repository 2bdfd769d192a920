import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { read } from '../api.ts';
import { Problem } from './problem.ts';

interface FramedProps {
  readonly path: string;
  readonly file: string;
  readonly title: string;
  readonly numbers: string | undefined;
}

/** A page that a command made, as it is. */
export function Framed({ path, file, title, numbers }: FramedProps): VNode {
  const { value, problem, again } = useAnswer([path, file, numbers], () =>
    read<{ readonly view: string }>(path, { file, numbers }),
  );
  return html`<p class="tools"><button onClick=${again}>Refresh</button></p>
    <${Problem} words=${problem} loading=${value === undefined} />
    ${value !== undefined && html`<${Frame} title=${title} view=${value.view} />`}`;
}

/** In a frame that runs no script, as high as what is in it. */
export function Frame({ title, view }: { readonly title: string; readonly view: string }): VNode {
  const [height, setHeight] = useState(600);
  const fit = (event: Event): void => {
    const inside = (event.target as HTMLIFrameElement).contentDocument?.documentElement;
    if (inside) setHeight(Math.max(300, inside.scrollHeight + 24));
  };
  return html`<iframe title=${title} src=${view} style=${{ height: `${height}px` }} onLoad=${fit}></iframe>`;
}
