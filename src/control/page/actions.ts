import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OverviewView } from '../shown/overview-view.ts';
import type { StartView } from '../shown/people-views.ts';
import type { ActionName, ShownAction } from '../shown/views.ts';
import { act, type Said, send } from './api.ts';
import { Link } from './parts/link.ts';
import { Prose } from './parts/words.ts';
import { useHere } from './place.ts';

/** What was asked for here, and what came of it. */
interface Asked extends Said {
  readonly name: ActionName;
  /** What was shown when the button was pressed. */
  readonly before: OverviewView;
}

/** What is asked about, as it was when the button was pressed: the view goes on changing under the question. */
interface Confirming {
  readonly name: ActionName;
  readonly words: string;
  /** Of a start: the plan that it carries out, and whether its date has passed. */
  readonly plan?: string;
  readonly late?: boolean;
}

/** What was shown of it. */
type Given = Pick<Confirming, 'plan' | 'late'> & { readonly promotes?: ShownAction['promotes'] };

/** A campaign's title and state, the one thing to do next, and the rest in a menu. What was done is shown when the state says so, not before. */
export function RunControl({ view }: { readonly view: OverviewView }): VNode {
  const { place, room } = useHere();
  const { title, pill, primary: offered, actions, allowActions, file } = view;
  const [confirming, setConfirming] = useState<Confirming>();
  const [busy, setBusy] = useState<ActionName>();
  const [asked, setAsked] = useState<Asked>();
  const whole = useRef<HTMLElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  const pressed = useRef<HTMLElement | undefined>(undefined);
  const obeyed = useRef(false);
  /** At once: two presses may come before the button is drawn as disabled. */
  const isAsking = useRef(false);
  useEffect(() => yes.current?.focus(), [confirming]);
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (menu.current?.contains(target as Node) === false) closeMenu();
    };
    document.addEventListener('click', leave);
    return () => document.removeEventListener('click', leave);
  }, []);

  const carryOut = async (name: ActionName, given: Given = {}): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    // What was pressed goes away, or is another button afterwards.
    whole.current?.focus();
    obeyed.current = false;
    setConfirming(undefined);
    setBusy(name);
    setAsked(undefined);
    const said = await (name === 'start'
      ? act('/api/start', { file, plan: given.plan, late: given.late })
      : act('/api/control', { file, control: name, promotes: given.promotes }));
    isAsking.current = false;
    setBusy(undefined);
    setAsked({ name, before: view, ...said });
  };
  /** What is confirmed is one plan: it is made now, and started as it is. */
  const prepareStart = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy('start');
    setAsked(undefined);
    const answer = await send<StartView>('/api/prepare-start', { file });
    isAsking.current = false;
    setBusy(undefined);
    if ('refused' in answer) setAsked({ name: 'start', before: view, words: answer.refused, refused: true });
    else setConfirming({ name: 'start', ...answer.value });
  };
  /** Back to the button that was pressed. */
  const keep = (): void => {
    setConfirming(undefined);
    pressed.current?.focus();
  };
  const closeMenu = (): void => menu.current?.removeAttribute('open');
  /** Back to what opened it. */
  const escape = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    closeMenu();
    menu.current?.querySelector('summary')?.focus();
  };
  const press = ({ name, words, promotes }: ShownAction, event: MouseEvent): void => {
    // Of a quick second press, which the first one may have put another button under.
    if (event.detail > 1) return;
    const button = event.currentTarget as HTMLElement;
    pressed.current = menu.current?.contains(button) ? (menu.current.querySelector('summary') ?? button) : button;
    closeMenu();
    if (name === 'start') void prepareStart();
    else if (name === 'cancel') setConfirming({ name, words });
    else void carryOut(name, { promotes });
  };
  const can = actions.filter(({ possible }) => allowActions && possible);
  const primary = can.find(({ name }) => offered !== undefined && 'act' in offered && offered.act === name);
  const rest = can.filter((action) => action !== primary);
  const chosen = actions.find(({ name }) => name === confirming?.name);
  const doing = busy ?? asked?.name;
  // A run that has begun may have stopped by now.
  if (doing !== undefined && isObeyed(view, doing)) obeyed.current = true;
  // Until something newer is shown, it would be asked for once more.
  const isLocked = (name: ActionName): boolean =>
    busy !== undefined || (asked?.refused === false && asked.name === name && asked.before === view);
  useWhilePresent(view, asked !== undefined && (asked.refused || obeyed.current), () => setAsked(undefined));
  const shown = outcome(view, busy, asked, obeyed.current);
  return html`<section ref=${whole} class="actions" aria-label="Run control" tabindex="-1">
    <div class="head flow"><h1 dir="auto">${title}</h1><span class=${`pill ${pill.tone}`}>${pill.text}</span>
      <div class="act flow">
        ${
          rest.length > 0 &&
          html`<details class="menu" ref=${menu} onKeyDown=${escape}><summary class="button">More</summary>
          <ul class="card list">${rest.map((action) => html`<li key=${action.name}><button class=${action.name === 'cancel' ? 'bad' : ''} disabled=${isLocked(action.name)} aria-describedby=${`does-${action.name}`} onClick=${(event: MouseEvent) => press(action, event)}>${action.label}</button><small id=${`does-${action.name}`}><${Prose} text=${action.words} /></small></li>`)}</ul></details>`
        }
        ${primary !== undefined && html`<button class="primary" disabled=${isLocked(primary.name)} title=${primary.words} onClick=${(event: MouseEvent) => press(primary, event)}>${primary.label}</button>`}
        ${allowActions && offered !== undefined && 'go' in offered && offered.go !== place.path && html`<${Link} path=${offered.go} query=${{ file }} class="button primary">${offered.label}<//>`}
      </div></div>
    ${
      chosen !== undefined &&
      confirming !== undefined &&
      html`<div class="card raised flow" role="alertdialog" aria-label=${`${chosen.label}?`} aria-describedby="confirm-words" onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && keep()}>
        <p id="confirm-words"><b>${chosen.label}?</b> <${Prose} text=${confirming.words} /></p>
        <button ref=${yes} class=${chosen.name === 'cancel' ? 'bad' : 'primary'} disabled=${!chosen.possible} onClick=${() => void carryOut(chosen.name, confirming)}>Yes, ${chosen.label.toLowerCase()}</button>
        <button onClick=${keep}>No</button>
      </div>`
    }
    <div role="status">${shown !== '' && html`<p class=${asked?.refused === true ? 'notice bad said' : 'about said'}><${Prose} text=${shown} /></p>`}
      ${view.failedStart !== undefined && html`<p class="notice bad">${view.failedStart}</p>`}</div>
    ${!allowActions && html`<${OnlyLooks} account=${room?.account} />`}
  </section>`;
}

/** What was said stays as long as it can be read, and then until the run is another one than it was said of. */
function useWhilePresent(
  { state, isUnderWay, obeying, pill, actions }: OverviewView,
  isSaid: boolean,
  past: () => void,
) {
  const now = JSON.stringify([state, isUnderWay, obeying, pill.name, actions.map(({ possible }) => possible)]);
  const said = useRef<{ readonly of: string; readonly at: number } | undefined>(undefined);
  if (!isSaid) said.current = undefined;
  else said.current ??= { of: now, at: Date.now() };
  const { of = now, at = 0 } = said.current ?? {};
  useEffect(() => {
    if (of === now) return undefined;
    const timer = setTimeout(past, Math.max(0, at + readMs - Date.now()));
    return () => clearTimeout(timer);
  }, [of, now]);
}

const readMs = 10_000;

function outcome(
  { failedStart }: OverviewView,
  busy: ActionName | undefined,
  asked: Asked | undefined,
  wasObeyed: boolean,
): string {
  if (busy !== undefined) return 'Asking…';
  if (asked === undefined) return '';
  if (asked.refused) return asked.words;
  if (asked.name === 'start' && failedStart !== undefined) return '';
  return wasObeyed ? asked.words : 'Asked. Waiting for the process to obey…';
}

function isObeyed({ state, isUnderWay, obeying }: OverviewView, name: ActionName): boolean {
  const when: Readonly<Record<ActionName, boolean>> = {
    start: isUnderWay || state === 'finished',
    // The process begins the wave when it next asks, and nothing in the state says that it has not yet.
    promote: true,
    pause: state === 'paused' && !obeying,
    resume: state !== 'paused' && state !== 'cancelled',
    cancel: state === 'cancelled' && !obeying,
  };
  return when[name];
}

/** For who may change nothing here; where there are accounts, no command of theirs would help. */
function OnlyLooks({ account }: { readonly account: string | undefined }): VNode {
  return html`<div class="only-looks flow small"><p class="about">You can only look here.</p>${account === undefined && html`<details><summary>Show command</summary><code>callsheet open --allow-actions</code></details>`}</div>`;
}
