import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import { Problem } from './problem.ts';

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
