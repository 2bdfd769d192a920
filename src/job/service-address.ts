/**
 * The one spelling of a service address: scheme and host in lower case, addresses normalised, no default port, no slash at the end.
 * Text that is not a URL stays as it is (`sandbox`).
 */
export function normalBaseUrl(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  const { origin, prefix } = splitBaseUrl(text);
  return `${origin}${prefix}`;
}

export function isSameService(a: string, b: string): boolean {
  return normalBaseUrl(a) === normalBaseUrl(b);
}

/** Origin, and the path before every operation's own: empty, or with a leading and without a trailing slash. */
export function splitBaseUrl(text: string): { readonly origin: string; readonly prefix: string } {
  const url = new URL(text);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
