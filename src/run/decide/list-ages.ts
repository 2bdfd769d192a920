import type { ListRule } from '../../campaign/contact-rules.ts';
import type { ContactLedger } from '../../ledger/contacts/ledger.ts';
import { firstStale } from '../../ledger/contacts/stale-list.ts';
import type { Instant } from '../../platform/ports.ts';
import type { HaltReason } from '../stop-reason.ts';

/** Whether the suppression lists that the rules require are still young enough. */
export interface ListAges {
  /** Until then they are, whatever happens. */
  freshUntil(): Instant;
  /** After that: looks whether they were imported again meanwhile, and returns why the run halts where they were not. */
  look(now: Instant): Promise<HaltReason | undefined>;
}

export async function readListAges(
  rules: readonly ListRule[],
  ledger: Pick<ContactLedger, 'lists'>,
): Promise<ListAges | undefined> {
  const limited = rules.filter(({ maxAgeMs }) => maxAgeMs !== undefined);
  if (limited.length === 0) return undefined;
  const freshUntil = (imported: ReadonlyMap<string, Instant>): Instant =>
    Math.min(...limited.map(({ list, maxAgeMs = 0 }) => (imported.get(list) ?? Number.NEGATIVE_INFINITY) + maxAgeMs));
  let until = freshUntil(await ledger.lists());
  return {
    freshUntil: () => until,
    async look(now) {
      const imported = await ledger.lists();
      until = freshUntil(imported);
      const { list, maxAgeMs = 0 } = firstStale(limited, imported, now) ?? {};
      return list === undefined ? undefined : { kind: 'staleList', list, maxAgeMs };
    },
  };
}
