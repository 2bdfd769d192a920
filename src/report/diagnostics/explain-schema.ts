import type { SchemaPlace } from '../../campaign/schema/schema-paths.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';

/** One key of the campaign language, for the terminal; `shown` is its example, or that of the key which holds it. */
export function explainSchema(path: string, place: SchemaPlace, shown: Pick<SchemaPlace, 'name' | 'examples'>): string {
  const facts = [
    place.kind,
    place.required ? 'required' : '',
    place.operations.length > 0 ? `in ${listed(place.operations, 'and')} steps` : '',
  ];
  const width = Math.max(0, ...place.keys.map((key) => key.name.length));
  return [
    `${path}${facts.some(Boolean) ? ` (${facts.filter(Boolean).join('; ')})` : ''}`,
    '',
    ...(place.byOperation.length === 0 ? [place.description] : byOperation(place)),
    ...(place.allowed.length === 0 ? [] : ['', 'One of:', ...place.allowed.map((word) => `  ${word}`)]),
    ...(place.keys.length === 0
      ? []
      : [
          '',
          'Keys:',
          ...place.keys.map(
            (key) => `  ${key.name.padEnd(width)}  ${key.required ? '(required) ' : ''}${key.description}`,
          ),
        ]),
    ...((place.examples.length === 0 && place.allowed.length > 0) || shown.examples.length === 0
      ? []
      : ['', 'For example:', ...shown.examples.map((example) => `  ${shown.name}: ${flow(example)}`)]),
    '',
  ].join('\n');
}

/** Operations for which it means the same share a row. */
function byOperation(place: SchemaPlace): string[] {
  const meanings = new Map<string, Set<string>>();
  for (const { operation, description } of place.byOperation)
    meanings.set(description, (meanings.get(description) ?? new Set()).add(`\`${operation}\``));
  return [...meanings].map(([description, operations]) => `${[...operations].join(', ')}: ${description}`);
}

/** A value as one line of YAML. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${key}: ${flow(item)}`)
      .join(', ')} }`;
  return typeof value === 'string' && !/^[A-Za-z][\w./-]*$/.test(value) ? JSON.stringify(value) : String(value);
}
