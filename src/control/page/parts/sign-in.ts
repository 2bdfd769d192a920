import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { tokens } from '../api.ts';
import { inputText } from './typed.ts';

/** For who has a token and not the address with it. */
export function SignIn(): VNode {
  const [token, setToken] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const enter = (event: Event): void => {
    event.preventDefault();
    tokens.keep(token.trim());
    location.reload();
  };
  return html`<form class="choices" onSubmit=${enter}>
    <label>Your token <input ref=${field} type="password" autocomplete="off" required value=${token} onInput=${inputText(setToken)} /></label>
    <button class="primary">Enter</button>
  </form>`;
}
