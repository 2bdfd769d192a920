import { tokens } from './api.ts';

/** What links of other pages begin with that look for a person: `/people#find=2348030000001`. */
const finds = 'find=';
let sought = '';

/** Takes the token, or whom to look for, out of the address, where a screenshot or a copied link would show it. */
export function arrive(): void {
  const given = location.hash.slice(1);
  if (given === '') return;
  if (given.startsWith(finds)) sought = given.slice(finds.length).replace(/\D/g, '');
  else tokens.offer(given);
  history.replaceState(undefined, '', location.pathname + location.search);
}

/** Digits of the person whom a link looks for, once; else empty. */
export function takeSought(): string {
  const digits = sought;
  sought = '';
  return digits;
}
