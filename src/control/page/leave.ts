import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { numberPlacesHead } from '../../report/number-places.ts';
import { inputText } from '../../web/page/hooks.ts';
import type { ForgetView, NumberPlaces } from '../shown/people-views.ts';
import { act, type Said, send } from './api.ts';
import { Problem, Prose } from './parts/words.ts';

/** Nobody contacts them from then on; it is said first, and shown when it was read back. */
export function Suppress(props: {
  readonly handle: string;
  readonly project: string;
  readonly done: () => void;
}): VNode {
  const { handle, project, done } = props;
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState<Said>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setSaid(undefined), [handle]);
  const suppress = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await act('/api/suppress', { handle, project, reason });
    setBusy(false);
    setSaid(answer);
    if (!answer.refused) done();
  };
  return html`<form class="choices flow" onSubmit=${suppress}>
    <label>Why <input type="text" required value=${reason} onInput=${inputText(setReason)} /></label>
    <button class="bad" disabled=${busy}>Do not contact</button>
    <small>No campaign of this project contacts them from then on, codes included.</small>
    <span role="status" class=${said?.refused ? 'bad tone' : ''}>${said?.words}</span>
  </form>`;
}

/** Takes them out of every file of a folder, in two steps: what it would do is shown before it can be confirmed. */
export function Forget(props: {
  readonly handle: string;
  readonly folder: string;
  readonly forgotten: () => void;
}): VNode {
  const { handle, folder, forgotten } = props;
  const [shown, setShown] = useState<ForgetView>();
  const [done, setDone] = useState<NumberPlaces>();
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setShown(undefined);
    opener.current?.focus();
  };
  useEffect(() => yes.current?.focus(), [shown]);
  const result = useRef<HTMLDivElement>(null);
  // What was pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body) result.current?.focus();
  }, [done, refused]);
  const ask = async <Value>(path: string, more: object): Promise<Value | undefined> => {
    setBusy(true);
    setShown(undefined);
    setDone(undefined);
    setRefused('');
    const answer = await send<Value>(path, { handle, folder, ...more });
    setBusy(false);
    if (!('refused' in answer)) return answer.value;
    setRefused(answer.refused);
    return undefined;
  };
  const look = async (): Promise<void> => setShown(await ask<ForgetView>('/api/prepare-forget', {}));
  const act = async (): Promise<void> => {
    const places = await ask<NumberPlaces>('/api/forget', { confirms: shown?.confirms });
    setDone(places);
    if (places !== undefined) forgotten();
  };
  return html`<section class="card" aria-label=${`Forget in ${folderName(folder)}`}><h2>Forget in ${folderName(folder)}</h2>
    <p class="about">Takes them out of every file that Callsheet wrote, and never contacts them again. It cannot be undone. Your lists, copies elsewhere and the service keep what they have.</p>
    <button ref=${opener} class="bad" disabled=${busy} onClick=${() => void look()}>See what it would do</button>
    ${
      shown !== undefined &&
      html`<div class="card raised flow" role="alertdialog" aria-label="Forget?" aria-describedby="forget-words" onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && close()}>
        <div id="forget-words"><${Places} found=${shown} /></div>
        ${shown.inUse.length === 0 && html`<button ref=${yes} class="bad" onClick=${() => void act()}>Yes, forget them</button>`}
        <button ref=${shown.inUse.length === 0 ? undefined : yes} onClick=${close}>${shown.inUse.length === 0 ? 'No' : 'Close'}</button>
      </div>`
    }
    <div ref=${result} role="status" tabindex="-1">${busy && html`<p class="about">Reading every file…</p>`}${refused !== '' && html`<${Problem} words=${refused} />`}${done !== undefined && html`<${Places} found=${done} />`}</div>
  </section>`;
}

/** Where the number is: what loses it, what keeps it, and what nobody looked at. */
function Places({ found }: { readonly found: NumberPlaces }): VNode {
  const { files, inStore, notReached, inUse } = found;
  const all = [...files, ...inStore];
  const rewritten = all.filter(({ becomes }) => becomes !== 'kept');
  const kept = all.filter(({ becomes }) => becomes === 'kept');
  return html`${inUse.map((words) => html`<p class="notice ask">${words}</p>`)}
    <p><b>${numberPlacesHead(found)}</b></p>
    <${Part} title="Rewritten: a token that says nothing about them takes the number’s place" rows=${rewritten.map(({ where, becomes, detail }) => [where, becomes === 'notSearched' ? detail : ''])} />
    <${Part} title="Has the number until you remove it" rows=${kept.map(({ where, detail }) => [where, detail])} />
    <${Part} title="Not reached" rows=${notReached.map((what) => ['', what])} />`;
}

function Part({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) {
  return (
    rows.length > 0 &&
    html`<h3>${title}</h3><ul class="list">${rows.map(([where, detail]) => html`<li>${where !== '' && html`<b>${where}</b> `}${detail !== '' && html`<p class="about"><${Prose} text=${detail} /></p>`}</li>`)}</ul>`
  );
}

/** A folder as people know it: the one in which the control room was started has no name there. */
export function folderName(folder: string): string {
  return folder === '.' ? 'this folder' : folder;
}
