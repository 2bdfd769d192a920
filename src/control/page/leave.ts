import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ForgetView } from '../shown/people-views.ts';
import { send } from './api.ts';
import { folderName } from './parts/folder-name.ts';
import { inputText } from './parts/typed.ts';

interface Outcome {
  readonly text: string;
  readonly refused: boolean;
}

/** Nobody contacts them from then on; it is said first, and shown when it was read back. */
export function Suppress({
  handle,
  project,
  done,
}: {
  readonly handle: string;
  readonly project: string;
  readonly done: () => void;
}): VNode {
  const [reason, setReason] = useState('');
  const [words, setWords] = useState<Outcome>();
  useEffect(() => setWords(undefined), [handle]);
  const act = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await send<{ readonly words: string }>('/api/suppress', { handle, project, reason });
    setWords(
      'refused' in answer ? { text: answer.refused, refused: true } : { text: answer.value.words, refused: false },
    );
    if (!('refused' in answer)) done();
  };
  return html`<form class="choices" onSubmit=${act}>
    <label>Why <input type="text" required value=${reason} onInput=${inputText(setReason)} /></label>
    <button class="danger">Do not contact</button>
    <small>No campaign of this project contacts them from then on, codes included.</small>
    <span role="status" class=${words?.refused ? 'text-bad' : ''}>${words?.text}</span>
  </form>`;
}

/** Takes them out of every file of a folder, in two steps: what it would do is shown before it can be confirmed. */
export function Forget({ handle, folder }: { readonly handle: string; readonly folder: string }): VNode {
  const [shown, setShown] = useState<ForgetView>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), [shown]);
  const ask = async <Value>(path: string, more: object): Promise<Value | undefined> => {
    setBusy(true);
    setShown(undefined);
    setOutcome(undefined);
    const answer = await send<Value>(path, { handle, folder, ...more });
    setBusy(false);
    if (!('refused' in answer)) return answer.value;
    setOutcome({ text: answer.refused, refused: true });
    return undefined;
  };
  const look = async (): Promise<void> => setShown(await ask<ForgetView>('/api/prepare-forget', {}));
  const act = async (): Promise<void> => {
    const done = await ask<{ readonly words: string }>('/api/forget', { confirms: shown?.confirms });
    if (done !== undefined) setOutcome({ text: done.words, refused: false });
  };
  return html`<section class="card" aria-label=${`Forget in ${folderName(folder)}`}><h2>Forget in ${folderName(folder)}</h2>
    <p class="about">Takes them out of every file that Callsheet wrote, and never contacts them again. It cannot be undone. Your lists, copies elsewhere and the service keep what they have.</p>
    <button class="danger" disabled=${busy} onClick=${() => void look()}>See what it would do</button>
    ${
      shown !== undefined &&
      html`<div class="card confirm" role="alertdialog" aria-label="Forget?" aria-describedby="forget-words" onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && setShown(undefined)}>
        <pre id="forget-words" tabindex="0">${shown.lines.join('\n')}</pre>
        <button ref=${yes} class="danger" onClick=${() => void act()}>Yes, forget them</button>
        <button onClick=${() => setShown(undefined)}>No</button>
      </div>`
    }
    <div role="status">${busy ? html`<p class="about">Reading every file…</p>` : outcome !== undefined && html`<pre class=${outcome.refused ? 'text-bad' : ''}>${outcome.text}</pre>`}</div>
  </section>`;
}
