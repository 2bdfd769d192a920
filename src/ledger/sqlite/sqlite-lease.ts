import { realpathSync } from 'node:fs';
import type { Database } from '../../platform/sql/sqlite.ts';
import type { RunAbout, RunLease } from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup, type GroupWriter } from '../commit-group.ts';
import type { ContactWriterInput } from '../contact-writer.ts';
import type { RunIds } from '../run-rows.ts';
import { createSqliteReader } from './sqlite-reader.ts';

/** Writes to a file, here or on another thread. */
export interface FileWriter extends GroupWriter<Change> {
  /** From now on the contacts of intents are judged. */
  judgeContacts(by: ContactWriterInput): void;
}

/** The lease of one run of an open state file that this process has fenced. */
export function createSqliteLease(input: {
  readonly database: Database;
  /** Of the file. */
  readonly path: string;
  readonly about: RunAbout;
  readonly ids: RunIds;
  readonly writer: FileWriter;
  readonly onClose: () => void;
}): RunLease {
  const { database, about, ids, writer, onClose } = input;
  const group = createCommitGroup<Change>(writer);

  return {
    ...createSqliteReader({ database, about, ids, carriedOut: () => about.run }),
    apply: group.add,
    judgeContacts(place, rules) {
      if (place.kind !== 'sqlite' || place.path === undefined) return false;
      if (realpathSync(place.path) !== realpathSync(input.path)) return false;
      writer.judgeContacts({ rules, pepper: place.pepper, campaign: about.campaign, run: about.run });
      return true;
    },
    async close() {
      try {
        await group.close();
        database.close();
      } finally {
        onClose();
      }
    },
  };
}
