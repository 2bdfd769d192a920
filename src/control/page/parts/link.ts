import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Query, send } from '../api.ts';
import { hrefOf, type PagePath, useHere } from '../place.ts';
import { Problem } from './words.ts';

/** A link to another page here. A click stays in this page; a new tab gets its token from this one. */
export function Link(props: {
  readonly path: PagePath;
  readonly query?: Query;
  /** The page that is shown, or the one of a list that is open. */
  readonly current?: boolean | 'true';
  readonly class?: string;
  readonly children?: ComponentChildren;
}): VNode {
  const { path, current = false, children } = props;
  const { place, go } = useHere();
  // Whether numbers are shown is kept on the way.
  const query = { numbers: place.query['numbers'], ...props.query };
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path, query);
  };
  return html`<a href=${hrefOf(path, query)} class=${props.class} onClick=${follow} aria-current=${current === true ? 'page' : current || undefined}>${children}</a>`;
}

/** To what everybody, or one person, received in the sandbox. It opens in this tab, which still has the token when one returns. */
export function InboxLink(props: {
  readonly file: string;
  readonly person?: string;
  readonly words: string;
  readonly class?: string;
}): VNode {
  const { file, person, words } = props;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    const answer = await send<{ readonly url: string }>('/api/inbox', { file, person });
    setBusy(false);
    if ('refused' in answer) setProblem(answer.refused);
    else location.assign(`${answer.value.url}?from=${encodeURIComponent(location.href)}`);
  };
  return html`<button class=${props.class} disabled=${busy} onClick=${() => void open()}>${words}</button>${problem !== undefined && html`<${Problem} words=${problem} />`}`;
}
