/** A text as a scalar of YAML: in quotes where it could mean something else. */
export function yamlWord(value: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
