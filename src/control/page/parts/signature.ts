import { html } from 'htm/preact';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { inputText } from '../../../web/page/hooks.ts';
import { useHere } from '../place.ts';

const keptAs = 'callsheet-name';

/** Of a form with several decisions: Enter in a field would take the first of them. */
export function onlyPressed(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/**
 * Fields for who decides and why; with an account, its name is known. What is typed goes with every decision, and this browser remembers
 * the name. `first` is the first of the fields.
 */
export function useSignature(first?: RefObject<HTMLInputElement | null>) {
  const account = useHere().room?.account;
  const [by, setBy] = useState(localStorage.getItem(keptAs) ?? '');
  const [comment, setComment] = useState('');
  return {
    sign() {
      if (account === undefined) localStorage.setItem(keptAs, by);
      return { by, comment };
    },
    fields: html`${account === undefined && html`<label>Your name <input ref=${first} type="text" required value=${by} onInput=${inputText(setBy)} /></label>`}
      <label>Comment <input ref=${account === undefined ? undefined : first} type="text" value=${comment} onInput=${inputText(setComment)} /></label>`,
  };
}
