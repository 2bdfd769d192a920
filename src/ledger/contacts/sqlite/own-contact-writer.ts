import type { ContactWriter, ContactWriterInput } from '../../contact-writer.ts';
import { fileCounter } from '../../sqlite/file/state-file.ts';
import type { ContactFacts } from '../facts.ts';
import { createContactWriter } from './contact-writer.ts';
import { inLedger, type OpenedLedgerFile } from './ledger-file.ts';

/** For jobs that are recorded elsewhere in this process: a transaction of its own around each group, which is durable before the jobs. */
export function createOwnContactWriter(
  { database, mark }: OpenedLedgerFile,
  by: ContactWriterInput,
  historyOf?: (key: string) => ContactFacts,
): ContactWriter {
  const writer = createContactWriter(database, by, historyOf);
  const counter = fileCounter(database);
  let seq: number | undefined;
  return {
    begin: (changes) =>
      inLedger(() => {
        database.exec('BEGIN IMMEDIATE');
        seq = counter.read() + 1;
        counter.write(seq);
        writer.begin(changes);
      }),
    allows: writer.allows,
    recorded: writer.recorded,
    end: () =>
      inLedger(() => {
        writer.end();
        database.exec('COMMIT');
        mark?.advance(seq!);
        seq = undefined;
      }),
    rolledBack() {
      if (seq !== undefined) database.exec('ROLLBACK');
      seq = undefined;
      writer.rolledBack();
    },
  };
}
