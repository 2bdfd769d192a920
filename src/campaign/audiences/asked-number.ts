import { keyReaderOf } from '../../audience/number/country-key.ts';
import { personKey } from '../../audience/number/person-key.ts';
import { readRecipientKey } from '../../audience/number/recipient-key.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Audience } from '../campaign.ts';

/**
 * The recipients that a number on the command line can mean: read as these audiences read their cells, and as a number with its
 * country code, which is how Callsheet prints numbers. Several only where an audience has a country.
 */
export async function askedKeys(text: string, audiences: readonly Audience[]): Promise<readonly RecipientKey[]> {
  const readers = await Promise.all(audiences.map(keyReaderOf));
  const keys = [...readers, readRecipientKey].map((read) => personKey(read?.(text) ?? Number.NaN));
  return [...new Set(keys.filter((key) => !Number.isNaN(key)))].map(String);
}
