import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import type { ConsentCount, SuppressionCount } from './ledger.ts';

/** A row of either driver. In a column that is part of a key, an empty text stands for every channel, and every purpose. */
type Row = Readonly<Record<string, unknown>>;

export function suppressionCount({ source, channel, purpose, reason, people, imported }: Row): SuppressionCount {
  return {
    reason: String(reason),
    source: String(source),
    channel: channel === '' ? undefined : (channel as Channel),
    purpose: purpose === '' ? undefined : (purpose as Purpose),
    people: Number(people),
    imported: imported === null ? undefined : Number(imported),
  };
}

export function consentCount({ purpose, channel, basis, people }: Row): ConsentCount {
  return {
    purpose: purpose as Purpose,
    channel: channel === '' ? undefined : (channel as Channel),
    basis: String(basis),
    people: Number(people),
  };
}
