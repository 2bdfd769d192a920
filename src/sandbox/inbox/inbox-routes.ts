import { operationIds } from '../../service/operations/operations.ts';
import { pageStyle } from '../../web/style.gen.ts';
import type { AdminReply, AdminRoute } from '../admin-api/route.ts';
import { inboxScript } from './inbox-script.gen.ts';

/** The page at `/` and its two files. It loads nothing from anywhere else, and nothing in it can be made to run. */
export function inboxRoutes(): readonly AdminRoute[] {
  return [
    file('/', 'text/html;charset=UTF-8', page),
    file('/_sandbox/inbox.js', 'text/javascript;charset=UTF-8', inboxScript),
    file('/_sandbox/inbox.css', 'text/css;charset=UTF-8', pageStyle),
    file('/favicon.svg', 'image/svg+xml', icon),
  ];
}

function file(path: string, type: string, text: string): AdminRoute {
  const reply: AdminReply = { type, bytes: Buffer.from(text), headers: { 'content-security-policy': policy } };
  return { method: 'GET', path, handle: () => reply };
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Callsheet sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/_sandbox/inbox.css">
<script type="module" src="/_sandbox/inbox.js"></script>
<div id="app" class="screen" data-operations="${operationIds.join(' ')}"></div>
<noscript>The inbox needs JavaScript. The same data is available as JSON under /_sandbox/messages, /codes and /tasks.</noscript>
</html>
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0a6b4d"/><path d="M8 12h16M8 20h16" stroke="#fff" stroke-width="3"/></svg>`;
