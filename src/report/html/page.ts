import { baseStyle } from './base-style.ts';
import { escapeHtml } from './escape.ts';

/** The same page in a frame of ours, which has its title above it. */
export function framed(page: string): string {
  return page.replace('\n<html lang="en">', '\n<html lang="en" class="framed">');
}

/** One file that asks for nothing from outside, and may ask for nothing: the policy forbids it. `body` is markup. */
export function htmlPage(given: {
  readonly title: string;
  readonly style: string;
  readonly script?: string;
  readonly body: string;
}): string {
  const { title, style, script, body } = given;
  const allowed = script === undefined ? '' : "; script-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${allowed}">
<title>${escapeHtml(title)}</title>
<style>${baseStyle}${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** `title` and `body` are markup. */
export function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}\n</section>`;
}
