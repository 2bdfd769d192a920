import type { ClientBase, Connection, Submittable } from '../../platform/postgres.ts';
import { type CellBytes, cellsIn } from '../lines/cell-bytes.ts';
import { SourceFailure } from '../source-failure.ts';

/** What becomes of the rows. What it throws ends the connection. */
export interface RowReceiver {
  onColumns(names: readonly string[]): void;
  /** The text of column i is between `starts[i]` and `ends[i]` of the bytes, until this returns; both are -1 for NULL. */
  onRow(cells: CellBytes, starts: Int32Array, ends: Int32Array): void;
}

type Listener = (bytes: Buffer) => void;

/**
 * Runs one statement with bound parameters. Its rows are taken out of the stream before the driver makes objects of them, which would
 * take longer than everything else; all other messages are the driver's.
 */
export function queryRows(
  client: ClientBase,
  { text, values }: { readonly text: string; readonly values: readonly string[] },
  receiver: RowReceiver,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let rows = 0;
    let tag = '';

    function submit(connection: Connection): void {
      const { stream } = connection;
      const listeners = stream.listeners('data') as Listener[];
      const pass = (message: Buffer): void => {
        for (const listener of listeners) listener.call(stream, message);
      };
      const messages = createMessageReader({
        onRow(cells, starts, ends) {
          rows++;
          receiver.onRow(cells, starts, ends);
        },
        onOther(message) {
          pass(message);
          return isOver;
        },
      });
      const onData = (chunk: Buffer): void => {
        try {
          messages.read(chunk);
          if (!isOver) return;
          stream.off('data', onData);
          for (const listener of listeners) stream.on('data', listener);
          pass(messages.rest());
        } catch (error) {
          isOver = true;
          reject(error);
          stream.destroy();
        }
      };
      for (const listener of listeners) stream.off('data', listener);
      stream.on('data', onData);
      connection.parse({ name: '', text, types: [] }, true);
      connection.bind({ values: [...values] }, true);
      connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
      connection.sync();
    }

    const query = {
      submit,
      handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }) {
        receiver.onColumns(fields.map(({ name }) => name));
      },
      handleCommandComplete: (message: { readonly text: string }) => void (tag = message.text),
      handleReadyForQuery() {
        isOver = true;
        // Relatives of PostgreSQL may leave the number out.
        if (tag === `SELECT ${rows}` || tag === 'SELECT') resolve();
        else reject(new SourceFailure(`${rows} rows arrived, but the database says ${tag}`, 'try again'));
      },
      handleError(error: unknown) {
        isOver = true;
        reject(error);
      },
    };
    client.query(query as Submittable);
  });
}

const dataRow = 68;
const headBytes = 5;

/** Of a message: a letter, its length without the letter, its content (PostgreSQL documentation, "Message Formats"). */
function createMessageReader({
  onRow,
  onOther,
}: Pick<RowReceiver, 'onRow'> & {
  /** Whether the messages after this one are for somebody else. */
  readonly onOther: (message: Buffer) => boolean;
}) {
  /** The beginning of a message whose rest has not arrived. */
  let begun = cellsIn(Buffer.allocUnsafe(16 * 1024));
  let kept = 0;
  let isOver = false;
  let rest: Buffer = Buffer.alloc(0);
  let starts = new Int32Array(16);
  let ends = new Int32Array(16);

  function takeRow(cells: CellBytes, at: number): void {
    const { view } = cells;
    const columns = view.getUint16(at);
    if (columns > starts.length) {
      starts = new Int32Array(columns);
      ends = new Int32Array(columns);
    }
    let place = at + 2;
    for (let column = 0; column < columns; column++) {
      const length = view.getInt32(place);
      place += 4;
      starts[column] = length < 0 ? -1 : place;
      if (length > 0) place += length;
      ends[column] = length < 0 ? -1 : place;
    }
    onRow(cells, starts, ends);
  }

  /** Takes the whole messages from this place on. Returns where the next one begins. */
  function takeMessages(cells: CellBytes, from: number, filled: number): number {
    const { buffer } = cells;
    let at = from;
    while (!isOver && at + headBytes <= filled) {
      const end = endOf(cells, at);
      if (end > filled) break;
      if (buffer[at] === dataRow) takeRow(cells, at + headBytes);
      else isOver = onOther(Buffer.from(buffer.subarray(at, end)));
      at = end;
    }
    return at;
  }

  /** Adds what a chunk has of the message that was begun, until there are so many bytes of it. Returns how many were added. */
  function add(chunk: Buffer, from: number, wanted: number): number {
    const end = Math.min(from + wanted - kept, chunk.length);
    const needed = kept + end - from;
    if (needed > begun.buffer.length) {
      const larger = cellsIn(Buffer.allocUnsafe(Math.max(2 * begun.buffer.length, needed)));
      begun.buffer.copy(larger.buffer, 0, 0, kept);
      begun = larger;
    }
    chunk.copy(begun.buffer, kept, from, end);
    kept = needed;
    return end - from;
  }

  return {
    read(chunk: Buffer): void {
      let at = 0;
      while (kept > 0 && at < chunk.length) {
        at += add(chunk, at, kept < headBytes ? headBytes : endOf(begun, 0));
        if (takeMessages(begun, 0, kept) > 0) kept = 0;
      }
      at = takeMessages(cellsIn(chunk), at, chunk.length);
      if (isOver) rest = chunk.subarray(at);
      else if (at < chunk.length) add(chunk, at, chunk.length - at);
    },
    /** What came after the last message. */
    rest: () => rest,
  };
}

/** Where the message that begins at this place ends. */
function endOf({ view }: CellBytes, at: number): number {
  const end = at + 1 + view.getInt32(at + 1);
  if (end >= at + headBytes) return end;
  throw new SourceFailure('it does not speak the protocol of PostgreSQL', 'check the address');
}
