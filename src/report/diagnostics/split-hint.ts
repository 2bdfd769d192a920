/** What a hint says for everybody, and what it says for who is at a command line. */
export function splitHint(hint = ''): { readonly advice: string | undefined; readonly command: string | undefined } {
  const parts = hint.split('; ').filter((part) => part !== '');
  const joined = (some: readonly string[]): string | undefined => (some.length === 0 ? undefined : some.join('; '));
  const namesCommand = (part: string): boolean => /`callsheet |(?<!-)--[a-z]/.test(part);
  return {
    advice: joined(parts.filter((part) => !namesCommand(part))),
    command: joined(parts.filter(namesCommand)),
  };
}
