import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Query } from '../api.ts';
import { hrefOf, type PagePath, type Places } from '../place.ts';

/** A link to another page here. A click stays in this page; a new tab gets its token from this one. */
export function Link(props: {
  readonly places: Places;
  readonly path: PagePath;
  readonly query: Query;
  /** The page that is shown, or the one of a list that is open. */
  readonly current?: boolean | 'true';
  readonly class?: string;
  readonly children?: ComponentChildren;
}): VNode {
  const { places, path, current = false, children } = props;
  // Whether numbers are shown is kept on the way.
  const query = { numbers: places.place.query['numbers'], ...props.query };
  const go = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    places.go(path, query);
  };
  return html`<a href=${hrefOf(path, query)} class=${props.class} onClick=${go} aria-current=${current === true ? 'page' : current || undefined}>${children}</a>`;
}
