import { tokens } from './api.ts';

/** What links of other pages begin with that look for a person: `/people#find=2348030000001`. */
const finds = 'find=';
let sought = '';

/** Takes the token, or whom to look for, out of the address, where a screenshot or a copied link would show it. */
export function arrive(): void {
  const given = broughtBy(location.hash);
  if (given === '') return;
  if (given.startsWith(finds)) sought = given.slice(finds.length).replace(/\D/g, '');
  else tokens.offer(given);
  history.replaceState(undefined, '', location.pathname + location.search);
}

/** A link that differs from the address of this page only behind the # does not load it again: to a browser it is a place on this page. */
export function followLinks(): void {
  addEventListener('hashchange', () => {
    if (broughtBy(location.hash) !== '') location.reload();
  });
}

/** "Skip to the page" leads to a place on it, and brings nothing. */
function broughtBy(hash: string): string {
  return hash === '#main' ? '' : hash.slice(1);
}

/** Digits of the person whom a link looks for, once; else empty. */
export function takeSought(): string {
  const digits = sought;
  sought = '';
  return digits;
}
