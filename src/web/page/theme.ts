import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Theme = 'light' | 'dark';

/** Of what is kept, and of the event that says that it is another one. */
const keptAs = 'callsheet-theme';

/** What somebody chose in this browser; undefined: as its system. */
function keptTheme(): Theme | undefined {
  const kept = localStorage.getItem(keptAs);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}

/** Shows a page, or one in a frame of ours, in the colours that were chosen in this browser. */
export function applyTheme(page: HTMLElement = document.documentElement): void {
  page.style.colorScheme = keptTheme() ?? '';
}

/** Whenever somebody changes the colours here. */
export function useTheme(apply: () => void): void {
  useEffect(() => {
    addEventListener(keptAs, apply);
    return () => removeEventListener(keptAs, apply);
  }, []);
}

/** From the colours of the system to the others, and back. */
export function ThemeSwitch(): VNode {
  const [theme, setTheme] = useState(keptTheme);
  const system: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const other: Theme = (theme ?? system) === 'dark' ? 'light' : 'dark';
  const change = (): void => {
    if (other === system) localStorage.removeItem(keptAs);
    else localStorage.setItem(keptAs, other);
    applyTheme();
    setTheme(keptTheme());
    dispatchEvent(new Event(keptAs));
  };
  const label = `Show in ${other} colours`;
  return html`<button type="button" class="bare soft" title=${label} aria-label=${label} onClick=${change}>
    <svg width="32" height="32" viewBox="-8 -8 32 32" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" /></svg>
  </button>`;
}
