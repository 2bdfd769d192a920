/** What a command printed as JSON; undefined where it printed something else, or nothing. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
