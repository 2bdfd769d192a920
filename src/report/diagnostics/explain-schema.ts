import type { SchemaPlace } from '../../campaign/schema/schema-paths.ts';
import { yamlLine } from '../../campaign/yaml/yaml-findings.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { aligned } from '../columns.ts';

/** One key of the campaign language, for the terminal; `shown` is its example, or that of the key which holds it. */
export function explainSchema(path: string, place: SchemaPlace, shown: Pick<SchemaPlace, 'name' | 'examples'>): string {
  const facts = [
    place.kind,
    place.required ? 'required' : '',
    place.operations.length > 0 ? `in ${listed(place.operations, 'and')} steps` : '',
  ];
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
          ...aligned(place.keys.map((key) => [key.name, `${key.required ? '(required) ' : ''}${key.description}`])).map(
            (row) => `  ${row}`,
          ),
        ]),
    ...((place.examples.length === 0 && place.allowed.length > 0) || shown.examples.length === 0
      ? []
      : ['', 'For example:', ...shown.examples.map((example) => `  ${shown.name}: ${yamlLine(example)}`)]),
    '',
  ].join('\n');
}

/** Operations for which it means the same share a row. */
function byOperation(place: SchemaPlace): string[] {
  return [...grouped(place.byOperation, ({ description }) => description)].map(([description, places]) => {
    const operations = new Set(places.map(({ operation }) => `\`${operation}\``));
    return `${[...operations].join(', ')}: ${description}`;
  });
}
