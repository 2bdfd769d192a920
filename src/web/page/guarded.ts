import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';

/** A part of a page, or why it cannot be drawn: a browser would show nothing at all. It is drawn again when one of `of` changes. */
export function Guarded(props: {
  readonly of: readonly unknown[];
  /** Where else people can see what it shows. */
  readonly instead: VNode;
  readonly children?: ComponentChildren;
}): VNode {
  const [error, drawAgain] = useErrorBoundary((reason: unknown) => reportError(reason)) as [
    Error | undefined,
    () => void,
  ];
  useEffect(drawAgain, props.of);
  return error === undefined
    ? html`${props.children}`
    : html`<p class="notice bad problem" role="alert">This page cannot be shown: ${String(error)}. ${props.instead}</p>`;
}
