import type { Database } from '../../../platform/sqlite.ts';
import { textColumns, textTables } from '../forgotten/text-columns.ts';

/** Rewrites the texts that people gave with suppressions and consents. Within a transaction. */
export function cleanTexts(database: Database, clean: (text: string) => string): void {
  for (const table of textTables)
    for (const column of textColumns[table]) {
      const update = database.prepare(`UPDATE ${table} SET ${column} = ?2 WHERE ${column} = ?1`);
      const texts = database.prepare(`SELECT DISTINCT ${column} AS text FROM ${table}`).all();
      for (const text of texts.map((row) => String(row['text']))) {
        const cleaned = clean(text);
        if (cleaned !== text) update.run(text, cleaned);
      }
    }
}
