import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StartView } from '../shown/people-views.ts';
import type { ActionName, NowView, ShownAction } from '../shown/views.ts';
import { send } from './api.ts';
import { WithCode } from './parts/with-code.ts';

/** What was asked for here, and what came of it. */
interface Asked {
  readonly name: ActionName;
  readonly words: string;
  readonly refused: boolean;
}

/** What is asked about, as it was when the button was pressed: the view goes on changing under the question. */
interface Confirming {
  readonly name: ActionName;
  readonly words: string;
  /** Of a start: the plan that it carries out, and whether its date has passed. */
  readonly plan?: string;
  readonly late?: boolean;
}

/** Buttons that are always in the same place. What they did is shown when the state says so, not before. */
export function Actions({ view }: { readonly view: NowView }): VNode {
  const [confirming, setConfirming] = useState<Confirming>();
  const [busy, setBusy] = useState<ActionName>();
  const [asked, setAsked] = useState<Asked>();
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), [confirming]);

  const act = async (name: ActionName, given?: Pick<Confirming, 'plan' | 'late'>): Promise<void> => {
    setConfirming(undefined);
    setBusy(name);
    setAsked(undefined);
    const { file } = view;
    const answer = await (name === 'start'
      ? send<{ readonly words: string }>('/api/start', { file, plan: given?.plan, late: given?.late })
      : send<{ readonly words: string }>('/api/control', { file, control: name }));
    setBusy(undefined);
    setAsked(
      'refused' in answer
        ? { name, words: answer.refused, refused: true }
        : { name, words: answer.value.words, refused: false },
    );
  };
  /** What is confirmed is one plan: it is made now, and started as it is. */
  const prepareStart = async (): Promise<void> => {
    setBusy('start');
    setAsked(undefined);
    const answer = await send<StartView>('/api/prepare-start', { file: view.file });
    setBusy(undefined);
    if ('refused' in answer) setAsked({ name: 'start', words: answer.refused, refused: true });
    else setConfirming({ name: 'start', ...answer.value });
  };
  /** Back to the button that was pressed. */
  const keep = (name: ActionName): void => {
    setConfirming(undefined);
    document.querySelector<HTMLButtonElement>(`.actions button.${name}`)?.focus();
  };
  const press = ({ name, words }: ShownAction): void => {
    if (name === 'start') void prepareStart();
    else if (name === 'cancel') setConfirming({ name, words });
    else void act(name);
  };
  const chosen = view.actions.find(({ name }) => name === confirming?.name);
  return html`<section class="actions" aria-label="Run control">
    <ul>${view.actions.map((action) => {
      const { name, label, words, possible } = action;
      const may = possible && view.allowActions && busy === undefined;
      return html`<li key=${name}><button class=${name} disabled=${!may} aria-describedby=${`does-${name}`} onClick=${() => press(action)}>${label}</button>
        <small id=${`does-${name}`}>${words}</small></li>`;
    })}</ul>
    ${
      chosen !== undefined &&
      confirming !== undefined &&
      html`<div class="confirm" role="alertdialog" aria-label=${`${chosen.label}?`} aria-describedby="confirm-words" onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && keep(chosen.name)}>
        <p id="confirm-words"><b>${chosen.label}?</b> ${confirming.words}</p>
        <button ref=${yes} class=${chosen.name} disabled=${!chosen.possible} onClick=${() => void act(chosen.name, confirming)}>Yes, ${chosen.label.toLowerCase()}</button>
        <button onClick=${() => keep(chosen.name)}>No</button>
      </div>`
    }
    <p class=${asked?.refused ? 'bad' : 'about'} role="status"><${WithCode} text=${outcome(view, busy, asked)} /></p>
    <p class="bad" role="status">${view.failedStart}</p>
    ${!view.allowActions && html`<p class="about">This control room only shows. To act: <code>callsheet open --allow-actions</code></p>`}
  </section>`;
}

function outcome(
  { state, isUnderWay, obeying, failedStart }: NowView,
  busy: ActionName | undefined,
  asked: Asked | undefined,
): string {
  if (busy !== undefined) return 'Asking…';
  if (asked === undefined) return '';
  if (asked.refused) return asked.words;
  if (asked.name === 'start' && failedStart !== undefined) return '';
  const isObeyed: Readonly<Record<ActionName, boolean>> = {
    start: isUnderWay || state === 'finished',
    // The process begins the wave when it next asks, and nothing in the state says that it has not yet.
    promote: true,
    pause: state === 'paused' && !obeying,
    resume: state !== 'paused' && state !== 'cancelled',
    cancel: state === 'cancelled' && !obeying,
  };
  return isObeyed[asked.name] ? asked.words : 'Asked. Waiting for the process to obey…';
}
