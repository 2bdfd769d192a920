import { useEffect, useState } from 'preact/hooks';
import type { SandboxData } from './sandbox-data.ts';
import type { Times } from './times.ts';

export const tabs = ['conversations', 'requests', 'calls', 'codes', 'uploads', 'balance', 'controls'] as const;
export type Tab = (typeof tabs)[number];

/** What the address names: everything that a person would want to find again, or to send to somebody. */
export interface Place {
  readonly tab: Tab;
  readonly search: string;
  /** The conversation with this number, or the request with this place in the journal. */
  readonly open: string;
  readonly filters: Readonly<Record<string, string>>;
  /** Of the page of `callsheet open` that led here. */
  readonly from: string;
}

/** `#requests/17?search=…&refused=1`. */
function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [name, open = ''] = path.split('/');
  const { search = '', from = '', ...filters } = Object.fromEntries(new URLSearchParams(query));
  return { tab: tabs.find((tab) => tab === name) ?? 'conversations', open, search, from, filters };
}

export function hrefOf({ tab, open, search, filters, from }: Place): string {
  const kept = Object.entries({ search, ...filters, from }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(kept).toString();
  return `#${tab}${open === '' ? '' : `/${open}`}${query === '' ? '' : `?${query}`}`;
}

export type Go = (change: Partial<Place>, isNew?: boolean) => void;

/** What every tab is drawn from. */
export interface ViewProps {
  readonly data: SandboxData;
  readonly times: Times;
  readonly search: string;
  readonly now: number;
  readonly place: Place;
  readonly go: Go;
}

/** The place of the address, and a way to another: `isNew` may be left with the browser's Back. */
export function usePlace(): readonly [Place, Go] {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const onHash = (): void => setPlace(readPlace(location.hash));
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  const go: Go = (change, isNew = false) => {
    const next = { ...readPlace(location.hash), ...change };
    history[isNew ? 'pushState' : 'replaceState'](undefined, '', `${location.search}${hrefOf(next)}`);
    setPlace(next);
  };
  return [place, go];
}

/** A page on this machine, and no other: the address may come from anybody. */
export function ownPage(from: string): string | undefined {
  const url = URL.parse(from);
  const isHere = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost' || url?.hostname === '[::1]';
  return url !== null && isHere && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Where the control room that led here has everything about a person; undefined where none did. */
export function personPage(from: string, recipient: string): string | undefined {
  const page = ownPage(from);
  // Behind the #, where it is sent to nobody.
  return page && `${new URL(page).origin}/people#find=${recipient}`;
}
