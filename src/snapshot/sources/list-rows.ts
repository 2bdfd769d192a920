import { readRowsOf } from '../../audience/audience.ts';
import type { AudienceProblem } from '../../audience/audience-problem.ts';
import type { RowsWritten } from '../../campaign/sources/source.ts';
import type { SourceSink } from '../source-reader.ts';

/** The bytes came to their end, but they are not a list. */
export class BrokenRows extends Error {
  readonly problems: readonly AudienceProblem[];

  constructor(problems: readonly AudienceProblem[]) {
    super('the rows cannot be read');
    this.problems = problems;
  }
}

const nested = {};

/** Reads CSV or NDJSON, perhaps compressed, as it comes in. What the bytes throw, such as a cut connection, it throws. */
export async function readListRows(
  bytes: AsyncIterable<Uint8Array>,
  { format, sep, encoding }: RowsWritten,
  sink: SourceSink,
): Promise<void> {
  let row = 0;
  const { problems } = await readRowsOf(
    bytes,
    { format: format === 'csv' ? 'csv' : 'jsonl', sep, encoding },
    {
      onHeader: (columns) => sink.onHeader(columns),
      // A value with further values in it is of no type that a column may have.
      onRow: (fields) =>
        sink.onRow((column) => fields(column) ?? (fields.isNested?.(column) === true ? nested : undefined), ++row),
    },
  );
  // Without a header there are no rows: the source is empty.
  const broken = problems.filter(({ kind }) => kind !== 'noHeader');
  if (broken.length > 0) throw new BrokenRows(broken);
}
