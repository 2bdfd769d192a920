import { gunzipSync, gzipSync } from 'node:zlib';
import type { SharedSnapshots, SnapshotName } from '../snapshot/shared-snapshots.ts';
import { openSession, type Session } from './postgres/session.ts';
import { checkDurability, makeStore, tablesOf } from './postgres/tables.ts';
import { StateError } from './state-trouble.ts';
import { parseStoreAddress } from './store-address.ts';

/** What goes wrong with it is thrown as a `StateError`. */
export interface SnapshotStore extends SharedSnapshots {
  close(): Promise<void>;
}

/**
 * `mayMake`: the tables are made where there are none; else there are no snapshots until then. Undefined where there are no tables of this
 * version, and none may be made.
 */
export async function openSnapshotStore(
  url: string,
  campaign: string,
  { mayMake }: { readonly mayMake: boolean },
): Promise<SnapshotStore | undefined> {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new StateError('storeAddress', address.fault);
  const session = await openSession(address);
  let isKept = false;
  try {
    if (!(await isUsable(session, mayMake))) return undefined;
    isKept = true;
    return createSnapshotStore(session, address.shown, campaign);
  } finally {
    if (!isKept) await session.close();
  }
}

async function isUsable(session: Session, mayMake: boolean): Promise<boolean> {
  const found = await tablesOf(session);
  if (typeof found === 'number' && found > 0) return true;
  if (!mayMake) return false;
  await checkDurability(session);
  const made = await makeStore(session);
  if (!('refused' in made)) return true;
  throw new StateError('storeNotMigrated', `the tables are of another version (${made.refused.kind})`);
}

function createSnapshotStore(session: Session, location: string, campaign: string): SnapshotStore {
  const { rows } = session;
  const where = ({ audience, digest }: SnapshotName): readonly string[] => [campaign, audience, digest];
  return {
    location,
    async list() {
      // As of one moment: a snapshot that another process writes and uses meanwhile would be used, and not be there.
      const found = await rows(
        `SELECT NULL AS run, record FROM callsheet.snapshot WHERE campaign = $1
         UNION ALL SELECT run, pins FROM callsheet.snapshot_use WHERE campaign = $1`,
        [campaign],
      );
      return {
        records: found.filter(({ run }) => run === null).map(({ record }) => record),
        uses: new Map(found.filter(({ run }) => run !== null).map(({ run, record }) => [String(run), record])),
      };
    },
    async read(name, onPart) {
      for (let number = 0; ; number++) {
        const [part] = await rows(
          'SELECT bytes FROM callsheet.snapshot_part WHERE campaign = $1 AND audience = $2 AND digest = $3 AND number = $4',
          [...where(name), number],
        );
        if (part === undefined) return;
        onPart(gunzipSync(part['bytes'] as Uint8Array));
      }
    },
    async write(name, record, parts) {
      // Parts without a record would be found by nobody who forgets a person.
      await session.transaction(async (queries) => {
        // Nobody removes it until its record is the new one.
        const [there] = await queries.rows(
          'SELECT FROM callsheet.snapshot WHERE campaign = $1 AND audience = $2 AND digest = $3 FOR UPDATE',
          where(name),
        );
        let number = 0;
        for (const part of there === undefined ? parts : []) {
          // It waits for another machine that writes the same snapshot.
          await queries.scan(
            'INSERT INTO callsheet.snapshot_part (campaign, audience, digest, number, bytes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
            [...where(name), number++, gzipSync(part, { level: 1 })],
          );
        }
        await queries.rows(
          `INSERT INTO callsheet.snapshot (campaign, audience, digest, record) VALUES ($1, $2, $3, $4)
           ON CONFLICT (campaign, audience, digest) DO UPDATE SET record = excluded.record`,
          [...where(name), JSON.stringify(record)],
        );
      });
    },
    async use(run, pins) {
      await rows(
        `INSERT INTO callsheet.snapshot_use (campaign, run, pins) VALUES ($1, $2, $3)
         ON CONFLICT (campaign, run) DO UPDATE SET pins = excluded.pins`,
        [campaign, run, JSON.stringify(pins)],
      );
    },
    async remove(names) {
      for (const name of names) {
        await session.transaction(async (queries) => {
          for (const table of ['snapshot', 'snapshot_part']) {
            await queries.rows(
              `DELETE FROM callsheet.${table} WHERE campaign = $1 AND audience = $2 AND digest = $3`,
              where(name),
            );
          }
        });
      }
    },
    close: session.close,
  };
}
