import { keyReaderOf } from '../../audience/number/country-key.ts';
import { personKey } from '../../audience/number/person-key.ts';
import { readRecipientKey } from '../../audience/number/written-number.ts';
import type { Roster } from '../../audience/roster.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { CampaignLists } from '../loaded-campaign.ts';

/** The recipients that a run or a plan is limited to. Everything else stays as it is, for a later run. */
export interface Part {
  /** How many there are. */
  readonly recipients: number;
  includes(roster: Roster, index: number): boolean;
}

/** A number, as it was written, that is not clearly one recipient. */
export interface UnknownRecipient {
  readonly unknown: string;
  readonly means: 'nobody' | 'several';
}

/** Of a program whose `only` is empty. */
export const nobody: Part = { recipients: 0, includes: () => false };

/** Undefined for everybody: an empty `only` is an option of the command line that was not given. */
export async function partOf(
  { only = [], first }: { readonly only?: readonly string[] | undefined; readonly first?: number | undefined },
  { campaign, rosters }: CampaignLists,
): Promise<Part | undefined | UnknownRecipient> {
  if (first !== undefined) {
    const recipients = [...rosters.values()].reduce((sum, { size }) => sum + Math.min(size, first), 0);
    return { recipients, includes: (_, index) => index < first };
  }
  if (only.length === 0) return undefined;
  const keys = new Set<number>();
  for (const written of only) {
    const asked = await recipientOf(written, { campaign, rosters });
    if ('unknown' in asked) return asked;
    keys.add(Number(asked.key));
  }
  return { recipients: keys.size, includes: (roster, index) => keys.has(roster.number(index)) };
}

/** The recipient whose number this is. */
export async function recipientOf(
  written: string,
  { campaign, rosters }: CampaignLists,
): Promise<{ readonly key: RecipientKey } | UnknownRecipient> {
  const theirs = await askedKeys(written, { campaign, rosters });
  const known = theirs.filter((key) => [...rosters.values()].some((roster) => roster.indexOf(key) !== undefined));
  const [key] = known;
  // With a country, digits without `+` can be somebody's there and somebody's abroad: nobody else may be contacted.
  return key === undefined || known.length > 1
    ? { unknown: written, means: key === undefined ? 'nobody' : 'several' }
    : { key };
}

/**
 * The recipients that a number on the command line can mean: read as the audiences, or the named one of them, read their cells, in each
 * country that their rows name, and as a number with its country code, which is how Callsheet prints numbers. Several only where an
 * audience has a country.
 */
export async function askedKeys(
  text: string,
  { campaign, rosters }: CampaignLists,
  named?: string,
): Promise<readonly RecipientKey[]> {
  const audiences = campaign.audiences.filter(({ name }) => named === undefined || name === named);
  const readings = audiences.map(async (audience) => {
    const read = (await keyReaderOf(audience)) ?? readRecipientKey;
    const { countries = [] } = rosters.get(audience.name) ?? {};
    return [read(text), ...countries.map((country) => read(text, country))];
  });
  const keys = [...(await Promise.all(readings)).flat(), readRecipientKey(text)].map(personKey);
  return [...new Set(keys.filter((key) => !Number.isNaN(key)))].map(String);
}
