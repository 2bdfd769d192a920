/** What a hint, or what a command says, has for everybody, and what it has for who is at a command line. */
export function splitHint(text = ''): { readonly advice: string | undefined; readonly command: string | undefined } {
  const sentences = text.split(/(?<=[.?]) (?=[A-Z])/);
  const [parts, between] = sentences.length > 1 ? [sentences, ' '] : [text.split('; '), '; '];
  const joined = (some: readonly string[]): string | undefined => some.join(between) || undefined;
  const namesCommand = (part: string): boolean => /`callsheet |(?<!-)--[a-z]/.test(part);
  return {
    advice: joined(parts.filter((part) => !namesCommand(part))),
    command: joined(parts.filter(namesCommand)),
  };
}
