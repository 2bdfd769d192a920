import type { SchemaPlace } from '../../campaign/schema/schema-paths.ts';
import { diagnosticCodes } from '../../diagnostic/codes.ts';
import { glossary } from '../../diagnostic/glossary.ts';
import { operationIds } from '../../service/operations/operations.ts';
import { wrapLine, wrapText } from '../wrap-line.ts';

/** Everything that `explain` knows; `top` is the whole campaign file. Lines have at most so many columns. */
export function explainList(top: SchemaPlace, width: number): string {
  const list = (title: string, example: string, names: readonly string[]): string[] => [
    `${title}, as in \`callsheet explain ${example}\`:`,
    ...wrapLine(`  ${names.join(', ')}`, width, 0),
    '',
  ];
  const lines = [
    ...list('Operations', 'whatsapp.send', operationIds),
    'Statuses of an operation, as in `callsheet explain whatsapp.send -131`.',
    '',
    ...list(
      'Keys of the campaign file, by name or path',
      'steps.*.uses',
      top.keys.map(({ name }) => name),
    ),
    ...list('Words', '"in doubt"', Object.keys(glossary)),
    'Findings, as in `callsheet explain CS2001`:',
    ...Object.entries(diagnosticCodes).flatMap(([code, meaning]) => wrapLine(`  ${code}  ${meaning}`, width, 10)),
    '',
  ];
  return wrapText(lines.join('\n'), width);
}
