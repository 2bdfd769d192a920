import { createHash } from 'node:crypto';
import { peopleScript } from '../../report/render/people-script.ts';
import { pageStyle } from '../../web/style.gen.ts';
import { controlScript } from '../control-script.gen.ts';

/** What a browser gets without the token: the page without any data. */
export function pageFile(path: string): { readonly type: string; readonly text: string } | undefined {
  return pages.has(path) ? { type: 'text/html; charset=utf-8', text: page } : files[path];
}

/** Paths that the page shows by itself; `../page/place.ts` has what is on each. */
const pages = new Set(['/', '/overview', '/doubts', '/people', '/plan', '/rehearse', '/report', '/audit']);

/** Nothing from elsewhere, no script or style but our two files, and in no frame of others. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * Pages of reports have a style of their own, and are shown in a frame of ours: without forms or anything from elsewhere. The only
 * script that runs is the one that searches, filters and saves their list of people, known by its digest.
 */
export const framedPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(peopleScript).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'sandbox allow-same-origin allow-scripts allow-downloads',
].join('; ');

/** The page without any data; where there is nothing at an address, it says so. */
export const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Callsheet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/control.css">
<script type="module" src="/control.js"></script>
<div id="app"></div>
<noscript>The control room needs JavaScript. The same is shown by callsheet status, report, why and audit.</noscript>
</html>
`;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0a6b4d"/><path d="M8 12h16M8 20h10" stroke="#fff" stroke-width="3"/></svg>';

const files: Readonly<Record<string, ReturnType<typeof pageFile>>> = {
  '/control.js': { type: 'text/javascript; charset=utf-8', text: controlScript },
  '/control.css': { type: 'text/css; charset=utf-8', text: pageStyle },
  '/favicon.svg': { type: 'image/svg+xml', text: icon },
};
