/** A text as a scalar of YAML: in quotes where it could mean something else. */
export function yamlWord(value: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

/** A value as one line of YAML. */
export function yamlLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? yamlWord(value) : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${yamlLine(item)}`);
  return `{ ${entries.join(', ')} }`;
}
