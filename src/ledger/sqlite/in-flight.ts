import type { JobId } from '../../job/address.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Change } from '../change.ts';

/** Jobs that may be `sending`: only the lease of a run makes them so, and to search the list of intents for each job takes time. */
export interface InFlight {
  has(id: JobId): boolean;
  /** This change is about to be written. */
  beforeWrite(change: Change): void;
  onDisk(change: Change): void;
}

export function createInFlight(database: Database, campaign: number): InFlight {
  /** By step. */
  const inFlight = new Map<string, Set<string>>();
  const stepId = database.prepare('SELECT id FROM step WHERE name = ? AND campaign = ?');
  return {
    has: ({ step, key = '' }) => inFlight.get(step)?.has(key) === true,
    beforeWrite(change) {
      if (change.kind !== 'intend') return;
      const { step, key = '' } = change.to;
      const keys = inFlight.get(step);
      if (keys === undefined) inFlight.set(step, new Set([key]));
      else keys.add(key);
    },
    onDisk(change) {
      if (change.kind === 'settle') inFlight.get(change.to.step)?.delete(change.to.key ?? '');
      if (change.kind !== 'renameStep' || stepId.get(change.was, campaign) !== undefined) return;
      const keys = inFlight.get(change.was);
      inFlight.delete(change.was);
      if (keys !== undefined) inFlight.set(change.id, keys);
    },
  };
}
