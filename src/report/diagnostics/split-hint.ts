/** What a hint, or what a command says, has for everybody, and what it has for who is at a command line. */
export function splitHint(text = ''): { readonly advice: string | undefined; readonly command: string | undefined } {
  const sentences = text.split(/(?<=[.?]) (?=[A-Z])/);
  const [parts, between] = sentences.length > 1 ? [sentences, ' '] : [text.split('; '), '; '];
  const joined = (some: readonly string[]): string | undefined => some.join(between) || undefined;
  const namesCommand = (part: string): boolean => /`callsheet |(?<!-)--[a-z]/.test(part);
  const advice = joined(parts.filter((part) => !namesCommand(part)));
  const colon = advice === undefined ? text.search(/: [^:]*`callsheet /) : -1;
  if (colon > 0) {
    const end = text.endsWith('.') ? '.' : '';
    return { advice: `${text.slice(0, colon)}${end}`, command: text.slice(colon + 2) };
  }
  return { advice, command: joined(parts.filter(namesCommand)) };
}
