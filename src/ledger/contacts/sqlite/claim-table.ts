import { rowsMost } from '../in-chunks.ts';
import type { ContactClaims, StepScope } from '../ledger.ts';
import { type Person, personOf } from '../person.ts';
import type { OpenedLedgerFile } from './ledger-file.ts';

/** Contacts that runs under way are going to make. All writes are within a transaction. */
export interface ClaimTable {
  put(claims: ContactClaims): void;
  /** The run is still under way. */
  keep(run: Omit<StepScope, 'step'>): void;
  /** `name`: of the person. */
  remove(name: string, scope: StepScope): void;
  /** As many as one transaction should take: others wait for it. False where there are more. */
  drop(run: Omit<StepScope, 'step'>): boolean;
  /** The same for claims that nobody continues. */
  dropOld(): boolean;
  forget(person: Person): void;
}

/** Claims of a process that died hold nobody for longer. Its clock and that of the sandbox do not matter: this one is the machine's. */
const lapseSeconds = 45;
/** Nobody continues those of a process that died so long ago. */
const goneSeconds = 86_400;
export const secondsNow = "CAST(strftime('%s', 'now') AS INTEGER)";

export function createClaimTable({ database, pepper }: Pick<OpenedLedgerFile, 'database' | 'pepper'>): ClaimTable {
  const remove = database.prepare(
    'DELETE FROM claim WHERE person = unhex(?) AND claimant = (SELECT id FROM claimant WHERE campaign = ? AND run = ? AND step = ?)',
  );
  const dropOf = (claimants: string, ...values: readonly string[]): boolean => {
    const { changes } = database
      .prepare(
        `DELETE FROM claim WHERE (person, claimant) IN (
           SELECT person, claimant FROM claim WHERE claimant IN (SELECT id FROM claimant WHERE ${claimants}) LIMIT ${rowsMost})`,
      )
      .run(...values);
    const isAll = changes < rowsMost;
    if (isAll) database.prepare(`DELETE FROM claimant WHERE ${claimants}`).run(...values);
    return isAll;
  };

  return {
    drop: ({ campaign, run }) => dropOf('campaign = ? AND run = ?', campaign, run),
    dropOld: () => dropOf(`until < ${secondsNow} - ${goneSeconds}`),
    put({ campaign, run, priority, contacts }) {
      const putClaimant = database.prepare(
        `INSERT INTO claimant (campaign, run, step, channel, purpose, priority, until)
         VALUES (?, ?, ?, ?, ?, ?, ${secondsNow} + ${lapseSeconds}) ON CONFLICT DO UPDATE SET until = excluded.until RETURNING id`,
      );
      const insert = database.prepare(
        'INSERT INTO claim (person, claimant, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      );
      const claimants = new Map<string, number>();
      for (const { step, key, at, channel, purpose } of contacts) {
        let claimant = claimants.get(step);
        if (claimant === undefined) {
          claimant = Number(putClaimant.get(campaign, run, step, channel, purpose, priority)!['id']);
          claimants.set(step, claimant);
        }
        insert.run(personOf(pepper, key), claimant, Math.floor(at));
      }
    },
    keep: ({ campaign, run }) =>
      void database
        .prepare(`UPDATE claimant SET until = ${secondsNow} + ${lapseSeconds} WHERE campaign = ? AND run = ?`)
        .run(campaign, run),
    remove: (name, { campaign, run, step }) => void remove.run(name, campaign, run, step),
    forget: (person) => void database.prepare('DELETE FROM claim WHERE person = ?').run(person),
  };
}
