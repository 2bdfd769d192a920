import { setImmediate } from 'node:timers/promises';
import { counted } from '../../diagnostic/count-words.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { distinctColumns, SourceFailure } from '../source-failure.ts';
import type { SourceReader } from '../source-reader.ts';
import { asStored, parquetCell } from './parquet-cells.ts';

/** Reads the declared columns of one group of rows at a time: the file need not fit into the memory. */
export const readParquet: SourceReader = async (wanted, sink, how) => {
  const { query, source } = wanted;
  if (query.kind !== 'parquet') return;
  const library = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  try {
    const file = await library.asyncBufferFromFile(query.path);
    if (file.byteLength < shortest) {
      const words = file.byteLength === 0 ? 'it is empty' : `it has only ${file.byteLength} bytes`;
      throw new SourceFailure(`${words}, so it is not a Parquet file`, 'copy the file again, or write it again');
    }
    const written = await library.parquetMetadataAsync(file);
    const metadata = asStored(written);
    const elements = library.parquetSchema(written).children.map(({ element }) => element);
    const names = distinctColumns(elements.map(({ name }) => name));
    // Missing columns are an error before a row is read.
    sink.onHeader(names);
    const columns = names.filter((name) => name in source.columns);
    sink.onHeader(columns);
    const cells = columns.map((name) => parquetCell(elements[names.indexOf(name)]!));
    let row = 0;
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await library.parquetReadObjects({
        file,
        metadata,
        columns,
        compressors,
        rowStart,
        rowEnd,
        // Those without a type are made texts of with all others.
        utf8: false,
      });
      for (const record of rows) {
        sink.onRow((column) => cells[column]!(record[columns[column]!]), ++row);
      }
      rowStart = rowEnd;
      // Rows are made without a pause: only now the limit can have noticed.
      await setImmediate();
      how.signal.throwIfAborted();
    }
    if (row !== Number(metadata.num_rows))
      throw new SourceFailure(`it has ${counted(row, 'row')} instead of ${metadata.num_rows}`, 'write the file again');
  } catch (error) {
    if (how.signal.aborted || error instanceof SourceFailure) throw error;
    const words = messageOf(error);
    throw new SourceFailure(`it cannot be read as Parquet: ${words}`, 'copy the file again, or write it again');
  }
};

/** `PAR1` at both ends, and a length. */
const shortest = 12;
