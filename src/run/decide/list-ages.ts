import type { ListRule } from '../../campaign/contact-rules.ts';
import { type ContactLedger, firstStale } from '../../ledger/contacts/ledger.ts';
import type { Instant } from '../../platform/ports.ts';
import type { HaltReason } from '../stop-reason.ts';

/** Why the run halts: a suppression list that the rules require has become too old, and was not imported again meanwhile. */
export type ListAges = (now: Instant) => Promise<HaltReason | undefined>;

export function createListAges(rules: readonly ListRule[], ledger: Pick<ContactLedger, 'lists'>): ListAges | undefined {
  const limited = rules.filter(({ maxAgeMs }) => maxAgeMs !== undefined);
  if (limited.length === 0) return undefined;
  /** Until then they are young enough, whatever happens. */
  let freshUntil = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (now <= freshUntil) return undefined;
    const imported = await ledger.lists();
    freshUntil = Math.min(
      ...limited.map(({ list, maxAgeMs = 0 }) => (imported.get(list) ?? Number.NEGATIVE_INFINITY) + maxAgeMs),
    );
    const { list, maxAgeMs = 0 } = firstStale(limited, imported, now) ?? {};
    return list === undefined ? undefined : { kind: 'staleList', list, maxAgeMs };
  };
}
