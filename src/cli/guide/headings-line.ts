import { asUtf8 } from '../../audience/as-utf8.ts';
import { readRowsOf } from '../../audience/audience.ts';
import { type CsvSeparator, listFormat } from '../../audience/list-format.ts';
import { unpack } from '../../audience/unpack.ts';
import { type Files, isUnreadable } from '../../platform/ports.ts';
import { hasText, separators } from './list-beginning.ts';
import { hasFigures } from './number-columns.ts';
import { isPlain } from './plain-headings.ts';

const linesMost = 10;

/** The line with the headings, where a title or rows of blanks are above them: it names the numbers, and has some below. */
export async function headingsBelowTitle(
  files: Files,
  path: string,
  encoding: string | undefined,
): Promise<number | undefined> {
  const stream = listFormat(path) === 'csv' ? await files.stream(path) : undefined;
  if (stream === undefined || isUnreadable(stream)) return undefined;
  const lines = await firstLines(asUtf8(unpack(stream), encoding));
  for (let line = 2; line <= Math.min(lines.length, linesMost); line++) {
    if (!hasText(lines[line - 1]!)) continue;
    for (const sep of separators) if (await beginsWithHeadings(lines.slice(line - 1), sep)) return line;
  }
  return undefined;
}

/** A few more, for the rows below the headings. */
async function firstLines(chunks: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  let lines: readonly string[] = [];
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    lines = text.split(/\r\n?|\n/, 2 * linesMost);
    if (lines.length === 2 * linesMost) break;
  }
  return lines;
}

async function beginsWithHeadings(lines: readonly string[], sep: CsvSeparator): Promise<boolean> {
  let column = -1;
  let hasNumbers = false;
  await readRowsOf(
    oneChunk(lines.join('\n')),
    { format: 'csv', sep },
    {
      onHeader: (header) => {
        column = header.findIndex(isPlain.number);
      },
      onRow: (fields) => {
        hasNumbers ||= column !== -1 && hasFigures(String(fields(column) ?? ''));
      },
    },
  );
  return hasNumbers;
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
