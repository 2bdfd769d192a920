import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Query } from '../api.ts';
import { hrefOf, type PagePath, useHere } from '../place.ts';

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
