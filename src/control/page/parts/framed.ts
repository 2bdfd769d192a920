import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { read } from '../api.ts';
import { Problem } from './problem.ts';

interface FramedProps {
  readonly file: string;
  readonly of: 'report' | 'plan';
  readonly title: string;
  readonly numbers: string | undefined;
}

/** A page that a command made, as it is: in a frame that runs no script, as high as what is in it. */
export function Framed({ file, of, title, numbers }: FramedProps): VNode {
  const { value, problem, again } = useAnswer([file, of, numbers], () =>
    read<{ readonly view: string }>('/api/page', { file, of, numbers }),
  );
  const [height, setHeight] = useState(600);
  const fit = (event: Event): void => {
    const inside = (event.target as HTMLIFrameElement).contentDocument?.documentElement;
    if (inside) setHeight(Math.max(300, inside.scrollHeight + 24));
  };
  return html`<p class="tools"><button onClick=${again}>Make it again</button></p>
    <${Problem} words=${problem} loading=${value === undefined} />
    ${value !== undefined && html`<iframe title=${title} src=${value.view} style=${{ height: `${height}px` }} onLoad=${fit}></iframe>`}`;
}
