import type { ListRule } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';

export interface StaleList extends ListRule {
  /** Undefined if it was never imported. */
  readonly importedAt: Instant | undefined;
}

/** The first list that was never imported, or not lately enough. */
export function firstStale(
  rules: readonly ListRule[],
  imported: ReadonlyMap<string, Instant>,
  now: Instant,
): StaleList | undefined {
  for (const rule of rules) {
    const importedAt = imported.get(rule.list);
    const isLate = rule.maxAgeMs !== undefined && importedAt !== undefined && now - importedAt > rule.maxAgeMs;
    if (importedAt === undefined || isLate) return { ...rule, importedAt };
  }
  return undefined;
}
