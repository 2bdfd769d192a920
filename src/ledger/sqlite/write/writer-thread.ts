import { type MessagePort, workerData } from 'node:worker_threads';
import { messageOf } from '../../../diagnostic/message-of.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { type Change, HeldContact } from '../../change.ts';
import type { ContactWriterInput } from '../../contact-writer.ts';
import { createContactWriter } from '../../contacts/sqlite/contact-writer.ts';
import { type StateTrouble, stateTrouble } from '../../state-trouble.ts';
import { openStateFile, prepareToWrite } from '../file/state-file.ts';
import { createWriter, type Writer, type WriterInput } from './writer.ts';

/** What the thread is started with. */
export interface WriterThreadInput extends WriterInput {
  readonly path: string;
  readonly port: MessagePort;
}

/**
 * A group of changes as JSON, which is made and read in half the time of Node's own copy; null when none will follow. The next group
 * comes only after the answer.
 */
export type GroupMessage = string | null | { readonly judgeContacts: ContactWriterInput };
export type Committed =
  | { readonly refused: readonly RefusedPlace[] }
  | { readonly failed: { readonly message: string; readonly trouble: StateTrouble | undefined } };

/** A `Refusal` without its error, which would lose its class on the way. `held`: by the contact rules. */
interface RefusedPlace {
  readonly place: number;
  readonly held: boolean;
}

/** SQLite's writes and the waiting for the disk on a thread of their own, so that the one that sends need not wait. */
serve(workerData as WriterThreadInput);

function serve({ path, port, ...input }: WriterThreadInput): void {
  let rules: ContactWriterInput | undefined;
  let opened: { readonly database: Database; readonly writer: Writer } | undefined;
  /** Opens the file when there is something to write: what goes wrong then is the answer. */
  const open = (): { readonly database: Database; readonly writer: Writer } => {
    const database = openStateFile(path, { existing: true });
    prepareToWrite(database);
    const writer = createWriter(database, input);
    if (rules !== undefined) writer.judgeContacts(createContactWriter(database, rules));
    return { database, writer };
  };
  const commit = (changes: string): Committed => {
    try {
      opened ??= open();
      const refused = opened.writer.commit(JSON.parse(changes) as Change[]);
      return { refused: refused.map(({ place, error }) => ({ place, held: error instanceof HeldContact })) };
    } catch (error) {
      return { failed: { message: messageOf(error), trouble: stateTrouble(error) } };
    }
  };
  port.on('message', (group: GroupMessage) => {
    if (typeof group === 'string') return port.postMessage(commit(group));
    if (group !== null) {
      rules = group.judgeContacts;
      opened?.writer.judgeContacts(createContactWriter(opened.database, rules));
      return;
    }
    opened?.writer.close();
    opened?.database.close();
    port.close();
  });
}
