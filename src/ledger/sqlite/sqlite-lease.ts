import { realpathSync } from 'node:fs';
import type { Database } from '../../platform/sqlite.ts';
import type { RunAbout, RunLease } from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup } from '../commit-group.ts';
import { createContactWriter } from '../contacts/sqlite/contact-writer.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import type { Writer } from './write/writer.ts';

/** The lease of one run of an open state file that this process has fenced. */
export function createSqliteLease(input: {
  readonly database: Database;
  /** Of the file. */
  readonly path: string;
  readonly about: RunAbout;
  readonly campaignId: number;
  readonly runId: number;
  readonly writer: Writer;
  /** See `CommitGroupInput`. */
  readonly slots?: number | undefined;
  readonly onClose: () => void;
}): RunLease {
  const { database, about, campaignId, runId, writer, onClose } = input;
  const ids = { campaignId, runId };
  const group = createCommitGroup<Change>({
    writer: { commit: async (changes) => writer.commit(changes), close: async () => writer.close() },
    slots: input.slots,
  });

  return {
    ...createSqliteReader({ database, about, ...ids, carriedOut: () => about.run }),
    apply: group.add,
    expectIntent: group.expectIntent,
    judgeContacts(place, rules) {
      if (place.kind !== 'sqlite' || place.path === undefined) return false;
      if (realpathSync(place.path) !== realpathSync(input.path)) return false;
      const by = { rules, pepper: place.pepper, campaign: about.campaign, run: about.run };
      writer.judgeContacts(createContactWriter(database, by));
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
