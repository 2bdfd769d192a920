/** A value that a template needs and this job does not have. */
export type MissingValue =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'output'; readonly step: string; readonly output: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'other'; readonly path: readonly string[] }
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
    case 'failure':
      return `a template cannot be rendered: ${missing.message}`;
    default:
      return missing satisfies never;
  }
}
