import { contactSchema } from '../../postgres/people/contact-tables.ts';
import type { Scans } from '../../postgres/session.ts';
import { textColumns, textTables } from '../forgotten/text-columns.ts';

/** Rewrites the texts that people gave with suppressions and consents, in all projects of a store. Within a transaction. */
export async function cleanTexts({ rows, scan }: Scans, clean: (text: string) => string): Promise<void> {
  for (const table of textTables)
    for (const column of textColumns[table]) {
      const name = `${contactSchema}.${table}`;
      for (const row of await scan(`SELECT DISTINCT ${column} AS text FROM ${name}`)) {
        const text = String(row['text']);
        const cleaned = clean(text);
        if (cleaned !== text) await rows(`UPDATE ${name} SET ${column} = $2 WHERE ${column} = $1`, [text, cleaned]);
      }
    }
}

/** How many rows of which table have a text that would be rewritten. */
export async function rowsWithText(
  { scan }: Pick<Scans, 'scan'>,
  clean: (text: string) => string,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const table of textTables) {
    const name = `${contactSchema}.${table}`;
    const columns = textColumns[table];
    const names = columns.join(', ');
    const texts = await scan(`SELECT ${names}, count(*) AS rows FROM ${name} GROUP BY ${names}`);
    const having = texts.filter((row) => columns.some((column) => clean(String(row[column])) !== row[column]));
    const sum = having.reduce((total, row) => total + Number(row['rows']), 0);
    if (sum > 0) found.set(name, sum);
  }
  return found;
}
