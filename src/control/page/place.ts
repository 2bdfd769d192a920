import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { OverviewView } from '../shown/overview-view.ts';
import type { RoomView } from '../shown/views.ts';
import { type Query, withQuery } from './api.ts';

/** Pages about one campaign, in the order of their tabs. */
export const tabs = [
  { path: '/overview', name: 'Overview' },
  { path: '/plan', name: 'Plan' },
  { path: '/doubts', name: 'Doubts' },
  { path: '/report', name: 'Report' },
  { path: '/rehearse', name: 'Rehearse' },
  { path: '/audit', name: 'Audit' },
] as const;
const pages = [{ path: '/', name: 'Campaigns' }, { path: '/people', name: 'People' }, ...tabs] as const;
/** An address that leads to no page. */
export const nowhere = '/nowhere';
export type PagePath = (typeof pages)[number]['path'] | typeof nowhere;
export type TabPath = (typeof tabs)[number]['path'];

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

/** Where somebody is, and in which control room, for all that is on the page. */
export const Here = createContext<Places & { readonly room: RoomView | undefined }>({
  place: { path: nowhere, query: {} },
  room: undefined,
  go: () => {},
  note: () => {},
});

export function useHere() {
  return useContext(Here);
}

export function nameOfPage(path: PagePath): string {
  return pages.find((page) => page.path === path)?.name ?? '';
}

export function isTab(path: PagePath): path is TabPath {
  return tabs.some((tab) => tab.path === path);
}

export function hrefOf(path: PagePath, query: Query): string {
  return withQuery(path, Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')));
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
  const path = pages.find((page) => page.path === location.pathname)?.path ?? nowhere;
  return { path, query: Object.fromEntries(new URLSearchParams(location.search)) };
}

/** What each page about one campaign gets. */
export interface TabProps {
  readonly file: string;
  /** Undefined until it is known. */
  readonly view: OverviewView | undefined;
}
