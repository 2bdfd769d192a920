/** A value that a template needs and this job does not have. */
export type MissingValue =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'output'; readonly step: string; readonly output: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'other'; readonly path: readonly string[] }
  /** A template calculates with the value at a path, or compares it with a number, and it is not a number, or it is 0 and a divisor. No path: the
   * template itself made that value. */
  | { readonly kind: 'notANumber' | 'zero'; readonly path: readonly string[]; readonly by: string }
  /** The template itself failed with this job's values. */
  | { readonly kind: 'failure'; readonly message: string };

/** The value at the path of a reference. */
export function missingAt(path: readonly string[]): MissingValue {
  const [root, name, field] = path;
  if (root === 'recipient' && name !== undefined) return { kind: 'column', column: name };
  if (root === 'steps' && name !== undefined && field !== undefined)
    return { kind: 'output', step: name, output: field };
  if (root === 'env' && name !== undefined) return { kind: 'variable', name };
  if (root === 'inputs' && name !== undefined) return { kind: 'input', name };
  return { kind: 'other', path };
}

export function formatMissing(missing: MissingValue): string {
  switch (missing.kind) {
    case 'column':
      return `no value in column \`${missing.column}\``;
    case 'output':
      return `step \`${missing.step}\` gave no \`${missing.output}\``;
    case 'variable':
      return `the environment variable ${missing.name} is not set`;
    case 'input':
      return `the input \`${missing.name}\` is not given`;
    case 'other':
      return `\`${missing.path.join('.')}\` has no value`;
    case 'notANumber':
      if (missing.path.length === 0) return `\`${missing.by}\` needs a number, and does not get one`;
      return `${shownPath(missing.path)} is not a number, and \`${missing.by}\` needs one`;
    case 'zero':
      if (missing.path.length === 0) return `\`${missing.by}\` would divide by zero`;
      return `${shownPath(missing.path)} is 0, and \`${missing.by}\` cannot divide by it`;
    case 'failure':
      return `a template cannot be rendered: ${missing.message}`;
    default:
      return missing satisfies never;
  }
}

function shownPath([root, name, ...rest]: readonly string[]): string {
  return root === 'recipient' && name !== undefined
    ? `the value in column \`${name}\``
    : `\`${[root, name, ...rest].filter((part) => part !== undefined).join('.')}\``;
}
