import { useEffect, useState } from 'preact/hooks';
import type { Query } from './api.ts';

export const pages = [
  { path: '/', name: 'Campaigns' },
  { path: '/now', name: 'Now' },
  { path: '/doubts', name: 'Doubts' },
  { path: '/person', name: 'Person' },
  { path: '/plan', name: 'Plan' },
  { path: '/rehearse', name: 'Rehearse' },
  { path: '/report', name: 'Report' },
  { path: '/audit', name: 'Audit' },
] as const;
export type PagePath = (typeof pages)[number]['path'];

/** What the address says: which page, and every choice on it. */
export interface Place {
  readonly path: PagePath;
  readonly query: Query;
}

export interface Places {
  readonly place: Place;
  /** To another page or choice, which Back leaves again. */
  go(path: PagePath, query: Query): void;
  /** A choice on this page that Back does not undo by itself; undefined where there is none. */
  note(name: string, value: string | undefined): void;
}

export function hrefOf(path: PagePath, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export function usePlace(): Places {
  const [place, setPlace] = useState(placeOfAddress);
  useEffect(() => {
    const onBack = (): void => setPlace(placeOfAddress());
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
  return {
    place,
    go(path, query) {
      history.pushState(undefined, '', hrefOf(path, query));
      setPlace(placeOfAddress());
    },
    note(name, value) {
      const { path, query } = placeOfAddress();
      history.replaceState(undefined, '', hrefOf(path, { ...query, [name]: value }));
      setPlace(placeOfAddress());
    },
  };
}

function placeOfAddress(): Place {
  const path = pages.find((page) => page.path === location.pathname)?.path ?? '/';
  return { path, query: Object.fromEntries(new URLSearchParams(location.search)) };
}
