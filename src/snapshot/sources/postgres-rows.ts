import type { ClientBase, Connection, Submittable } from '../../platform/postgres.ts';
import type { CellBytes } from '../lines/cell-bytes.ts';
import { SourceFailure } from '../source-failure.ts';
import { createMessageReader } from './row-messages.ts';

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
