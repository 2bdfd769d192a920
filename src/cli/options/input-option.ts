/** The values of `--input name=value` by name, or why they cannot be read. */
export function readInputs(given: readonly string[]): Readonly<Record<string, string>> | string {
  const inputs: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return `--input takes name=value, not ${text}`;
    inputs[text.slice(0, at)] = text.slice(at + 1);
  }
  return inputs;
}
